/** Adapters that break the protocol: each ends with a clear message, makes nothing green or a violation, and leaves no process. */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { runOutcome } from '../../../reports/outcome.js';
import { objects } from '../../cases/generated/index.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { run } from '../../executor/run.js';
import { TargetUnavailable } from '../../executor/target.js';
import { thinned } from '../broken/testing/thinned.js';
import { isRunning } from '../support/processes.js';
import { adapterTarget } from './adapter.js';
import { EXAMPLES, isMissing, writing } from './testing/patched.js';

/** Node conforms in all of its cases. */
const OBJECT = '3-built-ins-and-modules/timers-and-base64/base64';

/** How a run on some cases ends, in words. */
async function judged(words: readonly string[], startMs = 20_000) {
  const all = await Promise.all(objects.filter(({ object }) => object.startsWith(OBJECT)).map(({ load }) => load()));
  try {
    const target = await adapterTarget({ command: 'hostile', words, startMs });
    const result = await run(target, thinned(all, 1), {
      ...{ seed: 1, runs: 2, jobs: 4, shrinks: false, roundCases: 2 },
      deadlines: { batch: 3_000, suspect: 2_000, single: 2_000 },
      deviations: new DeviationList('adapter', []),
    });
    const { verdict, headline } = runOutcome(result);
    const reasons = result.requirements.flatMap(({ cases }) => cases.map(({ reason }) => reason));
    return { verdict, violates: result.totals.violates, why: [headline, ...new Set(reasons)].join('\n') };
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { verdict: `status ${error.exitStatus}`, violates: 0, why: error.message };
  }
}

/** Whether there is still a running process with the word in its command line, after a while. */
async function isLeft(word: string): Promise<boolean> {
  for (let waited = 0; isThere(word) && waited < 5_000; waited += 50) await after(50);
  return isThere(word);
}

const isThere = (word: string): boolean =>
  readdirSync('/proc').some((pid) => {
    try {
      return isRunning(Number(pid)) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });

/** Numbers of the lines that an adapter writes when it is started first; later the second run has cases. */
const HELLO = 0;
const SELF_TEST = 1;
const SECOND = 2;

/** What an adapter writes, and what is reported of it. */
const BREACHES: { readonly [what: string]: readonly [body: string, reported: RegExp] } = {
  'output before the hello': [`if (n === ${HELLO}) write('loading…\\n'); write(line);`, /not JSON: "loading…"/],
  'half a hello': [`write(n === ${HELLO} ? line.slice(0, 20) + '\\n' : line);`, /not JSON: "\{\\"type\\":\\"hello/],
  'a hello of another version': [
    'write(line.replace(\'"protocol":1.1\', \'"protocol":2\'));',
    /version 2 of the protocol, and this srvspec speaks versions 1 and 1\.1/,
  ],
  'a capability that its version lacks': [
    'write(line.replace(\'"protocol":1.1\', \'"protocol":1\'));',
    /its hello has the capability arguments, which needs version 1\.1/,
  ],
  'a hello without modules': [
    "write(line.replace('modules', 'others'));",
    /its hello must have required property 'modules'/,
  ],
  'two hellos': [`write(line); if (n === ${HELLO}) write(line);`, /a hello without a request|a message of type hello/],
  'an answer before it is asked': [
    `write(line); if (n === ${HELLO}) write('{"type":"answer","id":1,"outcomes":"[]"}\\n');`,
    // It may arrive after the run was asked, and is then its answer.
    /breaks the protocol|the self test has no outcome/,
  ],
  'no hello': [`if (n !== ${HELLO}) write(line);`, /no hello within/],
  'an exit before the hello': ['exit(0);', /no hello: the adapter ended with status 0/],
  'an exit after the hello': [
    `write(line, () => exit(3));`,
    /does not evaluate probes: the adapter ended with status 3/,
  ],
  'an exit after the self test': [
    `write(line, () => { if (n === ${SELF_TEST}) exit(); });`,
    /answers only one run: the adapter ended with status 0/,
  ],
  'an exit at the second run': [`if (n === ${SECOND}) exit(); write(line);`, /ended with status 0/],
  'an exit at the third run': ['if (n === 3) exit(); write(line);', /No violation/],
  'an exit in the middle of a line': [
    'if (n === 3) write(line.slice(0, 30), () => exit()); else write(line);',
    /No violation/,
  ],
  'silence at the self test': [`if (n !== ${SELF_TEST}) write(line);`, /does not evaluate probes: no answer after/],
  'silence at the second run': [`if (n !== ${SECOND}) write(line);`, /answers only one run: no answer after/],
  'silence at the third run': ['if (n !== 3) write(line);', /No violation/],
  'half an answer': [`write(n > ${SECOND} ? line.slice(0, 30) + '\\n' : line);`, /not JSON: "\{\\"type\\":\\"answer/],
  'a wrong id': [
    'write(line.replace(/"id":(\\d+)/, (_, id) => \'"id":\' + (Number(id) + (n > 2))));',
    /answered run 3 with the id 4/,
  ],
  'an id that is a text': ['write(line.replace(/"id":(\\d+)/, \'"id":"$1"\'));', /its answer \/id must be number/],
  'an answer of something else': [
    'write(n < 3 ? line : \'{"type":"answer","id":3,"outcomes":"[1, {}]"}\\n\');',
    /not an outcome: nothing/,
  ],
  'outcomes that are not JSON': [
    'write(n < 3 ? line : \'{"type":"answer","id":3,"outcomes":"["}\\n\');',
    /not an outcome: nothing/,
  ],
  'each answer twice': [
    'write(n === 0 ? line : line + line);',
    /an answer to run 1 without a request|answered run 2 with the id 1/,
  ],
  'a message of another type': [
    'write(n < 3 ? line : \'{"type":"log","text":"x"}\\n\');',
    /neither hello, answer nor printed: "\{\\"type\\":\\"log/,
  ],
  'the output of a program in place of outcomes': [
    'write(n < 3 ? line : \'{"type":"printed","id":3,"stdout":"","stderr":"","status":0}\\n\');',
    /answered run 3 with a message of type printed/,
  ],
  'no JSON': ["write(n < 3 ? line : 'Segmentation fault\\n');", /not JSON: "Segmentation fault"/],
  'an empty line': ["write(n < 3 ? line : '\\n' + line);", /not JSON: ""/],
  'bytes that are not UTF-8': ['write(n < 3 ? line : Buffer.from([0x22, 0xff, 0x22, 10]));', /not UTF-8/],
  'a line of 100 MB': ["write(n < 3 ? line : 'x'.repeat(1e8) + '\\n');", /a line of more than 67108864 bytes/],
  'lines without end': [
    'write(line); if (n === 3) setInterval(() => { for (let i = 0; i < 100; i++) write(line); });',
    /breaks the protocol/,
  ],
  'text without end': [
    "if (n < 3) write(line); else { const more = () => { while (write('x'.repeat(65536))); stdout.once('drain', more); }; more(); }",
    /a line of more than/,
  ],
};

for (const [what, [body, reported]] of shareOf(Object.entries(BREACHES), 'hostile adapters')) {
  test(`hostile adapters: ${what}`, async (t) => {
    const seconds = `${randomInt(1e8, 1e9)}`;
    const child = `import { spawn } from 'node:child_process'; spawn('sleep', ['${seconds}'], { stdio: 'ignore' }).unref();`;
    const [program = '', flag = '', module = '', ...rest] = writing(body);
    const withChild = `${module}${encodeURIComponent(`\n${child}`)}`;
    const { verdict, violates, why } = await judged(
      [program, flag, withChild, ...rest],
      /silence|no hello/.test(what) ? 2_000 : 20_000,
    );
    t.match(why, reported);
    t.equal(violates, 0);
    // What did not happen again was observed on a fresh start.
    t.equal(verdict === 'passed', reported.source === 'No violation', verdict);
    t.notOk(await isLeft(seconds), 'no process is left');
  });
}

test('an adapter that writes much on standard error and keeps the rules is judged', async (t) => {
  const { verdict, why } = await judged(
    writing("for (let i = 0; i < 100; i++) process.stderr.write('x'.repeat(1e5)); write(line);"),
  );
  t.equal(verdict, 'passed', why);
});

for (const words of EXAMPLES)
  test(`the example of ${words[0]} is judged`, { skip: isMissing(words) }, async (t) => {
    const { verdict, why } = await judged(words);
    t.equal(verdict, 'passed', why);
  });

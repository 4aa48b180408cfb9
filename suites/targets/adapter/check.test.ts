import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { TargetUnavailable } from '../../executor/target.js';
import { type CheckedRule, checkAdapter } from './check.js';
import { EXAMPLES, isMissing, patched, writing } from './testing/patched.js';

async function checkedRules(words: readonly string[]): Promise<readonly CheckedRule[]> {
  const rules: CheckedRule[] = [];
  for await (const rule of checkAdapter(words)) rules.push(rule);
  return rules;
}

const broken = (rules: readonly CheckedRule[]): string[] =>
  rules.flatMap(({ says, result, why }) => (result === 'broken' ? [`${says}: ${why}`] : []));

for (const words of EXAMPLES) {
  test(`adapter-check: the example of ${words[0]} keeps the rules`, { skip: isMissing(words) }, async (t) => {
    const rules = await checkedRules(words);
    t.deepEqual(broken(rules), []);
    const kept = rules.filter(({ result }) => result === 'kept').length;
    t.equal(kept, words[0] === 'sh' ? 12 : 15);
  });
}

/** An adapter that breaks one rule, and what is reported. */
const WRONG: readonly (readonly [words: readonly string[], reported: RegExp])[] = [
  [['cat', '/dev/null'], /first line is a hello.*: no hello: the adapter ended with status 0/],
  [writing("write(n === 0 ? line.replace('node', 'node' + process.pid) : line);"), /same at each start: it said/],
  [
    patched("Object.defineProperty(globalThis, 'rt', { get: () => ({ version: '0.9.8' }), set: () => {} });"),
    /version in the hello .*: observed .*0\.9\.8/,
  ],
  [
    writing("write(n === 0 ? line.replace('zlib', 'xml') : line);"),
    /import the modules .*: the adapter ended with status 1/,
  ],
  [
    patched('const of = String.fromCharCode; String.fromCharCode = (unit) => of(unit === 0xd83d ? 63 : unit);'),
    /every text arrives as it is: a character of two units arrived as/,
  ],
  [
    writing('write(line.replace(\'"id":7,\', \'"id":1,\'));'),
    /an answer has the id .*: it answered run 7 with the id 1/,
  ],
  [
    writing("if (line.includes('thrown')) exit(1); write(line);"),
    /what a script throws .*: the adapter ended with status 1/,
  ],
  [
    patched('const of = console; Object.defineProperty(globalThis, "console", { get: () => of, set: () => {} });'),
    /what scripts print .*: the adapter breaks the protocol: it wrote a line that is not JSON: "printed"/,
  ],
  [
    writing("write(line.length > 1e6 ? line.slice(0, 1e5) + '\\n' : line);"),
    /lines of 1,000,000 characters .* not JSON/,
  ],
  [
    patched("import fs from 'node:fs'; fs.writeFileSync = () => undefined;"),
    /scripts write files .*: .* was not written/,
  ],
  [
    patched('delete process.env.SRVSPEC_ADAPTER_CHECK;'),
    /scripts have the environment .*: expected "set", and observed/,
  ],
  [patched("process.kill = () => { throw new Error('no'); };"), /ends without an answer .*: it answered: .*threw/],
  [
    patched(
      "import { spawn } from 'node:child_process'; spawn('sleep', ['10'], { detached: true, stdio: 'ignore' }).unref();",
    ),
    /no process is left .*: still there: \d+/,
  ],
  [
    patched("process.on('exit', () => { process.exitCode = 3; });"),
    /when it is stopped: the adapter ended with status 3/,
  ],
  [
    patched('process.exit = () => setInterval(() => {}, 1000);'),
    /at the end of its input: it did not end within 2000 ms/,
  ],
];

for (const [i, [words, reported]] of shareOf([...WRONG.entries()], 'adapters that break a rule')) {
  test(`adapter-check: broken rule ${i}`, async (t) => {
    const complaints: string[] = [];
    for await (const rule of checkAdapter(words)) {
      complaints.push(...broken([rule]));
      if (reported.test(complaints.at(-1) ?? '')) break;
    }
    t.match(complaints.at(-1) ?? 'no complaint', reported);
  });
}

test('adapter-check: a command that is not there cannot be checked', async (t) => {
  const error = await checkedRules(['/nowhere/adapter']).catch((thrown: unknown) => thrown);
  t.ok(error instanceof TargetUnavailable, `${error}`);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { Quirk } from '../../reports/comparison/quirks.js';
import { NotComparable } from '../../reports/comparison/runs.js';
import { PLANTED, withDifference } from '../executor/differential/planted.js';
import { drawOne } from '../executor/draw.js';
import { locationPath } from '../executor/merging.js';
import { Interrupted } from '../executor/run.js';
import { type Target, TargetUnavailable } from '../executor/target.js';
import { encode } from '../language/encoding.js';
import { TargetDown } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { referenceTarget } from '../targets/reference/reference.js';
import { thisNode } from '../targets/support/testing/this-node.js';
import { select } from './select.js';
import { changed } from './testing/changed.js';
import { folderFor, shell } from './testing/program.js';
import { addsUp, compared, OPEN } from './testing/two-targets.js';

/** The opposite boolean for the result of a call. */
const negated = (observed: Observation): Observation =>
  observed.kind === 'returned'
    ? {
        kind: 'returned',
        value: JSON.parse(JSON.stringify(observed.value).replace(/(?<="returned",)(true|false)/g, other)),
      }
    : observed;

const other = (text: string): string => (text === 'true' ? 'false' : 'true');

test('two targets: a target compared with itself, except for the planted difference', {
  skip: !isTaken('a target compared with itself'),
}, async (t) => {
  const { verdict, groups, differential } = await compared(referenceTarget(), referenceTarget(), 'buffer-compare.**');
  t.equal(verdict, 'not-worse');
  t.deepEqual(groups, []);
  t.deepEqual(differential?.groups, []);
  t.equal(differential?.differing, 0);
  t.equal(differential?.plantedFound, true);
  t.ok((differential?.inputs ?? 0) > 200 && differential?.unobserved === 0, `${differential?.inputs} inputs`);
  t.ok(addsUp(differential));
});

test('two targets: the planted difference is no input of the suite, and is found however few inputs are drawn', async (t) => {
  const { differential } = await compared(thisNode(), thisNode(), ONE_INPUT, { runs: 1, seed: 2 });
  t.equal(differential?.plantedFound, true);
  t.deepEqual([differential?.inputs, differential?.agreed], [1, 1]);
});

/** A case with a single input. */
const ONE_INPUT = 'buffer-compare.equals/equal';

test('two targets: targets that share no document are refused', async (t) => {
  const { drivers: _, ...nobody } = thisNode();
  t.equal(await refusal(compared(thisNode(), { ...nobody, drivers: {} }, ONE_INPUT)), NotComparable);
});

/** The thrown error. */
const refusal = (comparing: Promise<unknown>): Promise<unknown> =>
  comparing.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error ? thrown.constructor : thrown),
  );

test('two targets: a target that is lost during the run is not compared, unless a partial comparison is requested', async (t) => {
  const only = 'buffer-compare.**';
  for (const [before, after] of [
    [dying(thisNode()), thisNode()],
    [thisNode(), dying(thisNode())],
  ] as const)
    t.equal(await refusal(compared(before, after, only)), NotComparable);
  const lost = await compared(thisNode(), dying(thisNode()), only, { partial: true });
  const { verdict, notes, differential } = lost;
  t.deepEqual([verdict, differential], ['undecided', undefined], 'nothing can be confirmed on a lost target');
  t.ok(
    notes.some((note) => note.includes('was cut short: it is gone')),
    notes.join('; '),
  );
});

/** The target, which goes down at its second batch and does not start again. */
function dying(target: Target): Target {
  const { runtime } = target.drivers;
  if (runtime === undefined) return target;
  let [starts, batches] = [0, 0];
  return {
    ...target,
    drivers: {
      runtime: {
        ...runtime,
        start: async (setup) => {
          starts += 1;
          if (starts > 1) throw new TargetUnavailable('it is gone');
          const session = await runtime.start(setup);
          return {
            converse: (conversation) => session.converse(conversation),
            stop: () => session.stop(),
            evaluate: (jobs, deadlineMs) => {
              batches += 1;
              if (batches > 1) throw new TargetDown('crash', 'it went down');
              return session.evaluate(jobs, deadlineMs);
            },
          };
        },
      },
    },
  };
}

const quirk = (of: readonly string[], cause = 'other values'): Quirk => ({ of, cause, reason: '', source: '' });

test('two targets: a crash is wrong, even if the documents leave the answer open', async (t) => {
  const crashing = changed(thisNode(), () => ({ kind: 'crashed', detail: 'it went down' }));
  // No quirk hides it.
  const quirks = ['other values', 'the first returns, the second goes down'].map((cause) => quirk([OPEN], cause));
  const { differential, totals, ...rest } = await compared(thisNode(), crashing, OPEN, { quirks });
  t.equal(totals.crashes, 1);
  t.deepEqual(
    rest.quirks.flatMap(({ cases }) => cases),
    [],
  );
  t.deepEqual(
    differential?.groups.map(({ blame, cases }) => [blame, cases]),
    [['second', [OPEN]]],
  );
  const other = changed(thisNode(), () => ({ kind: 'returned', value: 'another' }));
  const open = await compared(thisNode(), other, OPEN);
  t.deepEqual(
    open.differential?.groups.map(({ blame }) => blame),
    ['open'],
  );
  t.ok(addsUp(open.differential) && open.differential?.differed === 1);
});

test('two targets: a difference that a quirk explains is ignored and counted, except the planted one', async (t) => {
  const quirks = [quirk([OPEN]), quirk([PLANTED]), quirk([OPEN], 'the first returns, the second goes down')];
  // The planted case has numbers as inputs.
  const other = changed(thisNode(), (one, { input }) =>
    input.includes('"member"') ? { kind: 'returned', value: 'another' } : one,
  );
  const { totals, differential, ...rest } = await compared(thisNode(), other, OPEN, { quirks });
  t.deepEqual(
    rest.quirks.map(({ cases }) => cases),
    [[OPEN], []],
    'used, and unused',
  );
  t.deepEqual([totals.ignored, totals['answers-differently'], rest.groups], [1, 0, []]);
  t.deepEqual([differential?.ignored, differential?.differed, differential?.differing], [1, 0, 0]);
  t.deepEqual(differential?.groups, []);
  t.ok(differential?.plantedFound && addsUp(differential));
});

test('two targets: shrinking a hang ends', async (t) => {
  let alone = 0;
  const hanging = changed(thisNode(), (one, { together, input }) => {
    if (together === 1 && input.includes('"text"')) alone += 1;
    return one.kind === 'returned' && input.length > 140 ? { kind: 'hung', afterMs: 1 } : one;
  });
  const notify = (what: string): void => {
    if (what.startsWith('the inputs at which')) alone = 0;
  };
  const { differential, totals } = await compared(thisNode(), hanging, DRAWN, { notify });
  t.equal(totals.crashes, 1);
  t.equal(differential?.groups.flatMap(({ examples }) => examples).length, 1);
  // Each may take its whole deadline: the case runs alone before shrinking and after at most four steps.
  t.ok(alone > 0 && alone <= 6, `${alone} single evaluations`);
});

/** A case of drawn inputs. */
const DRAWN = 'base64.btoa.encodes/any';

test('two targets: an example shows the same difference as the observation, at the input of its command', async (t) => {
  // A longer text has another fault than a character, so shrinking must not turn one into the other.
  const faulty = changed(thisNode(), (one, { input }) => {
    const text = textIn(input);
    if (/[\u00c8-\u00ff]/.test(text)) return { kind: 'returned', value: 'wrong' };
    return text.length > 2 ? { kind: 'threw', name: 'RangeError', message: '' } : one;
  });
  const { differential } = await compared(thisNode(), faulty, DRAWN);
  const examples = differential?.groups.flatMap((group) => group.examples) ?? [];
  t.ok(examples.length > 0 && addsUp(differential));
  t.deepEqual(
    new Set(differential?.groups.map(({ blame, cause }) => `${blame}: ${cause}`)),
    new Set(['second: other values', 'second: the first returns, the second throws RangeError']),
  );
  for (const { cause, examples: own } of differential?.groups ?? [])
    t.ok(
      own.every(({ second }) => (second === 'returns "wrong"') === (cause === 'other values')),
      `${cause}: ${JSON.stringify(own)}`,
    );
  for (const { input, replays } of examples) {
    const text = String(JSON.parse(input).it.subjects.text);
    t.ok(text.length <= 6, 'it is small');
    const [, path] = / --path (\S+)$/.exec(replays[1]) ?? [];
    t.equal(await inputAt(path), input, 'the command is about that input');
  }
});

test('two targets: the commands that are printed for a difference show it', {
  skip: !isTaken('commands of a difference'),
}, async (t) => {
  const folder = folderFor(t);
  const fault = "[...text].some((one) => one > '\\u00c7') ? 'x' : real(text)";
  // The replacements here take no process for each input.
  const [before, after] = ['real(text)', fault].map((body, i) => {
    const shim = join(folder, `runtime-${i}.cjs`);
    const version = "globalThis.njs = { version: '0.9.9' };";
    writeFileSync(shim, `${version} const real = btoa; globalThis.btoa = (text) => ${body};\n`);
    return { ...thisNode(), options: ['--target', `'cli:${process.execPath} --require ${shim}'`] };
  });
  if (before === undefined || after === undefined) return t.fail('there are two');
  const wrong = changed(after, (one, { input }) =>
    /[\u00c8-\u00ff]/.test(textIn(input)) ? { kind: 'returned', value: { it: [['returned', 'x']] } } : one,
  );
  const { differential } = await compared(before, wrong, DRAWN);
  const [example] = differential?.groups.flatMap(({ examples }) => examples) ?? [];
  const shown = await Promise.all((example?.replays ?? []).map((line) => shell(line.replace('srvspec', '$S'))));
  t.deepEqual(
    shown.map(({ status }) => status),
    [0, 1],
    JSON.stringify(shown),
  );
  for (const { text } of shown) t.ok(text.startsWith(`input     ${example?.input}\n`), text);
});

/** The text that is given to a case of drawn inputs. */
const textIn = (input: string): string => /"text":"((?:[^"\\]|\\.)*)"/.exec(input)?.[1] ?? '';

/** The input of the case at a path. */
async function inputAt(path: string | undefined): Promise<string | undefined> {
  const [object] = await select({ only: DRAWN });
  const [found] = object?.requirements.flatMap(({ cases }) => cases) ?? [];
  const trials = found?.body().trials(locationPath(DRAWN));
  if (trials === undefined || 'one' in trials || path === undefined) return undefined;
  const trial = drawOne(DRAWN, trials.many, { seed: 1, runs: 1 }, path);
  return trial && JSON.stringify(encode(trial.input));
}

test('two targets: a planted difference that both have is missed, and the comparison says so', async (t) => {
  const { differential } = await compared(withDifference(thisNode()), thisNode(), 'buffer-compare.equals');
  t.equal(differential?.plantedFound, false);
});

test('two targets: a difference is found, blamed on the right side, and shrunk', async (t) => {
  const only = 'buffer-compare.equals/{equal,any}';
  const { verdict, differential } = await compared(thisNode(), changed(thisNode(), negated), only);
  t.equal(verdict, 'worse');
  const blamed = differential?.groups.filter(({ blame }) => blame === 'second') ?? [];
  t.ok(blamed.length > 0, `${blamed.length} groups`);
  const examples = blamed.flatMap((group) => group.examples);
  t.ok(
    examples.every(({ first, second }) => first !== second && /true|false/.test(first)),
    JSON.stringify(examples),
  );
  const turned = await compared(changed(thisNode(), negated), thisNode(), only);
  t.equal(turned.verdict, 'not-worse');
  t.ok(turned.differential?.groups.some(({ blame }) => blame === 'first'));
});

test('two targets: behaviour of the first target that varies is no difference', async (t) => {
  const moody = changed(thisNode(), (one, { seen }) => (seen <= 100 ? negated(one) : one));
  const { totals, differential } = await compared(moody, thisNode(), 'buffer-compare.**');
  t.ok((differential?.dropped ?? 0) > 0, `${differential?.dropped} dropped`);
  t.equal(totals.regressed, 0);
});

test('two targets: an interrupted comparison has no result', async (t) => {
  const controller = new AbortController();
  const ending = changed(thisNode(), (one) => {
    controller.abort();
    return one;
  });
  const comparing = compared(thisNode(), ending, 'buffer-compare.equals/{equal,any}', {
    interruption: controller.signal,
  });
  t.equal(await refusal(comparing), Interrupted);
});

test('two targets: behaviour of the second target that differs only once is no difference', async (t) => {
  const moody = changed(thisNode(), (one, { seen }) => (seen <= 8 ? negated(one) : one));
  const { verdict, differential } = await compared(thisNode(), moody, 'buffer-compare.equals/{equal,any}');
  t.equal(verdict, 'not-worse', 'seen neither alone nor among the same cases');
  t.deepEqual([differential?.differing, differential?.groups], [0, []]);
  t.ok((differential?.dropped ?? 0) > 0, `${differential?.dropped} dropped`);
});

test('two targets: a case that always differs but never alone is reported without an example', async (t) => {
  const shy = changed(thisNode(), (one, { together }) => (together > 1 ? negated(one) : one));
  const { differential } = await compared(thisNode(), shy, 'buffer-compare.equals/{equal,any}');
  t.ok((differential?.differing ?? 0) > 0, `${differential?.differing} differ`);
  t.deepEqual(
    differential?.groups.flatMap(({ examples }) => examples),
    [],
  );
});

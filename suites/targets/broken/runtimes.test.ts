import test from 'tape';
import { isTaken, shareOf } from '../../../generators/build/testing/share.js';
import type { CaseReport, RunReport } from '../../../reports/model.js';
import { objects } from '../../cases/generated/index.js';
import { observeAlone, trialAt } from '../../executor/confirming.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import type { Draw } from '../../executor/draw.js';
import { identify } from '../../executor/identify.js';
import { mismatchOf } from '../../executor/judge.js';
import { locationPath, mergeSetups } from '../../executor/merging.js';
import { run } from '../../executor/run.js';
import { DEFAULT_DEADLINES, type Deadlines } from '../../executor/sessions.js';
import type { RuntimeTarget, Target } from '../../executor/target.js';
import type { GeneratedObject } from '../../language/case.js';
import { encode } from '../../language/encoding.js';
import type { Probe } from '../../language/trial.js';
import { adapterTarget } from '../adapter/adapter.js';
import { exampleFile } from '../adapter/testing/patched.js';
import { referenceTarget } from '../reference/reference.js';
import {
  crashing,
  echoing,
  hanging,
  leaking,
  lying,
  neverEnding,
  refusingBytes,
  silent,
  withoutClear,
} from './runtimes.js';
import { only, thinned } from './testing/thinned.js';

const loaded = Promise.all(objects.filter(({ subject }) => subject === 'runtime').map(({ load }) => load()));

type Result = Pick<RunReport, 'requirements' | 'totals'>;

const runOn = async (
  target: Target,
  draw: Omit<Draw, 'seed'> & { readonly confirmations?: number; readonly deadlines?: Deadlines },
  some: readonly GeneratedObject[],
): Promise<Result> =>
  run(target, some, {
    seed: 1,
    jobs: 8,
    deadlines: DEFAULT_DEADLINES,
    ...draw,
    deviations: new DeviationList('miniature', []),
  });

/** Requirements that a miniature would pass: all its cases conform, or do not apply. */
const passed = ({ requirements }: Result): string[] =>
  requirements.filter(({ strength, verdict }) => strength === 'must' && verdict === 'conforms').map(({ id }) => id);

/** A deliberately wrong target needs shorter limits than a host under load. */
const QUICK: Deadlines = { batch: 5_000, suspect: 2_000, single: 1_000 };

const idsOf = (some: readonly GeneratedObject[]): readonly string[] =>
  some.flatMap(({ requirements }) => requirements.map(({ id }) => id));

for (const [name, wrong] of Object.entries({ silent, echoing, lying })) {
  test(`the ${name} target passes no requirement`, async (t) => {
    // A wrong target does not conform, whether its violations are confirmed or not.
    const judged = async (some: readonly GeneratedObject[], runs: number): Promise<readonly string[]> =>
      passed(await runOn(wrong(referenceTarget()), { runs, shrinks: false, confirmations: 0, deadlines: QUICK }, some));
    // One case is enough to fail a requirement. If one of each kind conforms, the others must not.
    const some = new Set(shareOf(idsOf(await loaded), `requirements of ${name}`));
    const asked = only(await loaded, ({ id }) => some.has(id));
    const unseen = await judged(thinned(asked, 1), 1);
    t.comment(`${unseen.length} requirements need all their cases`);
    t.deepEqual(
      await judged(
        only(asked, ({ id }) => unseen.includes(id)),
        3,
      ),
      [],
    );
  });
}

const VIOLATIONS = { crash: crashing, hang: neverEnding } as const;

/** Node behind the protocol of adapters. */
const RIGHT = [process.execPath, exampleFile('node.mjs')];

const runOnAdapter = async (
  words: readonly string[],
  draw: Parameters<typeof runOn>[1],
  some: readonly GeneratedObject[],
) => runOn(await adapterTarget({ command: 'wrong', words }), draw, some);

/** Each hang takes this long. */
const BRIEF: Deadlines = { batch: 2_000, suspect: 1_000, single: 500 };

/** Some cases of an object, with a limit for each kind. Their failures are attributed as those of all cases. */
const someOf = async (name: string, most = 3): Promise<readonly GeneratedObject[]> =>
  thinned(await objectNamed(name), most);

/** The same by a right target. */
let rightly: Promise<Result> | undefined;

for (const [reason, wrong] of Object.entries(VIOLATIONS)) {
  test(`a ${reason} at certain inputs is blamed on them, and the run goes on to its end`, async (t) => {
    const base64 = await someOf('base64');
    rightly ??= runOnAdapter(RIGHT, { runs: 8 }, base64);
    const right = await rightly;
    const result = await runOnAdapter(wrong(/Zm9v/), { runs: 8, deadlines: BRIEF }, base64);
    const cases = result.requirements.flatMap((requirement) => requirement.cases);
    t.equal(
      cases.length,
      right.requirements.flatMap((requirement) => requirement.cases).length,
      'every case has a verdict',
    );
    const down = cases.filter(({ verdict }) => verdict === 'violates');
    t.ok(down.length > 0, `${down.length} cases violate`);
    for (const { id, reason: why, counterexample } of down) {
      t.ok(why.startsWith(`${reason}:`) && counterexample?.includes('Zm9v'), `${id}: ${why} at ${counterexample}`);
    }
    const untried = cases.filter(({ verdict }) => verdict === 'inconclusive');
    for (const { id, reason: why } of untried)
      t.ok(reason === 'hang' && why.startsWith('not tried: the target went down'), `${id}: ${why}`);
    const sound = ({ totals }: Result): number => totals.conforms + totals.recorded;
    t.equal(sound(result) + down.length + untried.length, sound(right), 'all others are judged');
  });
}

const objectNamed = async (name: string): Promise<readonly GeneratedObject[]> =>
  (await loaded).filter(({ object }) => `${object}/`.includes(`/${name}/`));

const casesOf = ({ requirements }: Result): readonly CaseReport[] => requirements.flatMap(({ cases }) => cases);

test('a failure that occurs only among other cases is reported without blaming a case', async (t) => {
  const result = await runOnAdapter(leaking, { runs: 3, shrinks: false }, await someOf('base64'));
  t.equal(result.totals.violates, 0);
  const reported = casesOf(result).filter(({ verdict }) => verdict === 'inconclusive');
  t.ok(reported.length > 0, `${reported.length} cases are inconclusive`);
  for (const { id, reason } of reported)
    t.ok(/^not seen again alone; seen among other cases: wrong:/.test(reason), `${id}: ${reason}`);
});

test('dictionaries that are not cleared: reported violations happen again in a replay', {
  skip: !isTaken('dictionaries that are not cleared'),
}, async (t) => {
  const target = withoutClear(referenceTarget());
  const some = await someOf('shared-dict/calls');
  const result = await runOn(target, { runs: 3, shrinks: false, confirmations: 6 }, some);
  const violations = casesOf(result).filter(({ verdict }) => verdict === 'violates');
  const bodies = new Map(
    some.flatMap(({ requirements }) =>
      requirements.flatMap(({ id, strength, rows, cases }) =>
        cases.map((of) => [of.id, { of, strength, rows, requirement: id }]),
      ),
    ),
  );
  const identity = await identify(target, DEFAULT_DEADLINES.single);
  for (const { id, replay, counterexample } of violations) {
    const found = bodies.get(id);
    if (found === undefined) return t.fail(id);
    const { of, ...more } = found;
    const planned = { ...more, id, subject: 'runtime', body: of.body(), at: locationPath(id), replay } as const;
    const trial = trialAt(planned, 1, / --path (\S+)/.exec(replay)?.[1]);
    if (trial === undefined) return t.fail(`${id}: no trial`);
    t.equal(JSON.stringify(encode(trial.input)), counterexample, id);
    const observed = await observeAlone(target.drivers.runtime, planned, trial, {
      identity,
      deadlines: DEFAULT_DEADLINES,
    });
    t.ok(mismatchOf(trial, observed) !== undefined, `${id}: ${replay}`);
  }
  const wrong = result.requirements.filter(({ verdict }) => verdict === 'violates').map(({ id }) => id);
  t.ok(wrong.includes('shared-dict.operations.clear') || wrong.some((id) => id.includes('clear')), wrong.join(' '));
});

/** Two of them are the limit of a requirement, and some hangs that of a worker. */
const PATIENT: Deadlines = { batch: 10_000, suspect: 10_000, single: 10_000 };

test('an operation that hangs on every call takes a bounded time; every case is reported, and no other operation is blamed', {
  skip: !isTaken('hanging operations'),
}, async (t) => {
  const times: number[] = [];
  const incr = (input: string): boolean => /"incr"/.test(input);
  const target = hanging(referenceTarget(), incr, (ms) => times.push(ms));
  const some = await someOf('shared-dict', 1);
  const result = await runOn(target, { runs: 3, deadlines: PATIENT }, some);
  const lost = times.reduce((sum, ms) => sum + ms, 0);
  t.ok(lost < 600_000, `${lost} ms would be lost in ${times.length} hangs`);
  t.equal(
    casesOf(result).length,
    some.flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases)).length,
  );
  const violations = casesOf(result).filter(({ verdict }) => verdict === 'violates');
  t.ok(violations.length > 0, `${violations.length} violations`);
  for (const { id, reason, counterexample = '' } of violations)
    t.ok(reason.startsWith('hang:') && incr(counterexample), `${id}: ${reason}`);
  const untried = casesOf(result).filter(({ verdict }) => verdict === 'inconclusive');
  for (const { id, reason } of untried) t.ok(reason.startsWith('not tried: the target went down'), `${id}: ${reason}`);
  for (const bound of ['inputs of this requirement', 'cases, for 120 s in all'])
    t.ok(
      untried.some(({ reason }) => reason.endsWith(`at other ${bound}`)),
      `not tried: other ${bound}`,
    );
});

/** Requirements whose cases send bytes that are no UTF-8 out of a host. */
const OF_BYTES = [
  'http-request-body.byte-strings http-request-body.text http-request-body.whole http-redirect.variables.declared',
  'http-subrequest.text http-variables.declared-writable shared-dict.set shared-dict-lists.keys',
]
  .join(' ')
  .split(' ');

/** Whether JSON.stringify of a target refuses the replacement of bytes that are no UTF-8. */
async function refusesBytes(target: RuntimeTarget): Promise<unknown> {
  const probe: Probe<string> = (text, t) => t.attempt(() => JSON.stringify([text]));
  const session = await target.drivers.runtime.start({ host: mergeSetups([]), probes: [probe] });
  try {
    return await session.evaluate([{ probe: 0, inputs: ['a\ufffd'] }], DEFAULT_DEADLINES.single);
  } finally {
    await session.stop();
  }
}

for (const version of ['0.8.0', '0.8.4'])
  test(`byte strings that JSON.stringify refuses, as in ${version}, violate nothing`, {
    skip: !(version === '0.8.0' || isTaken('byte strings of 0.8.4')),
  }, async (t) => {
    const target = refusingBytes(version);
    t.deepEqual(await refusesBytes(target), [[{ kind: 'returned', value: ['threw', 'TypeError'] }]]);
    const isOfBytes = ({ id }: { readonly id: string }): boolean => OF_BYTES.includes(id);
    const hosted = only(await loaded, ({ rows }) => rows.some((row) => row.startsWith('2/')));
    const asked = new Set(shareOf(idsOf(hosted), `requirements of ${version}`));
    const others = only(hosted, (one) => isOfBytes(one) || asked.has(one.id));
    const some = version === '0.8.0' ? thinned(others, 1, isOfBytes) : only(hosted, isOfBytes);
    const { totals, requirements } = await runOn(target, { runs: 5, shrinks: false }, some);
    const conforming = requirements.filter(({ id, verdict }) => OF_BYTES.includes(id) && verdict === 'conforms');
    t.deepEqual(conforming.map(({ id }) => id).sort(), [...OF_BYTES].sort());
    t.deepEqual([totals.violates, totals.inconclusive], [0, 0]);
  });

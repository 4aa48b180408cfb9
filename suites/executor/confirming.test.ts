import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import test from 'tape';
import { equal } from '../language/expectation.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { confirmAll, confirmUntilFirst, trialAt } from './confirming.js';
import { DeviationList } from './deviations/deviations.js';
import type { JudgedCase, SeenAt } from './judging.js';
import type { RunnableCase } from './planned.js';
import { INTERRUPTED } from './sessions.js';
import { API_IDENTITY } from './target.js';
import { plannedCase, RIGHT, WRONG } from './testing/planned.js';

const planned = (requirement: string, name: string): RunnableCase =>
  plannedCase(`${requirement}/${name}`, {
    kind: 'property',
    trials: () => ({ many: fc.integer().map((input): Trial => ({ input, expect: () => equal(1) })) }),
  });

/** A violation that was observed at these paths. */
function violation(of: RunnableCase, seenAt: readonly SeenAt[] = ['0']): JudgedCase {
  const seen = { verdict: 'violates', reason: 'wrong: returns 3', observed: 'returns 3', inputs: 7 } as const;
  return { of, seenAt, report: { id: of.id, kind: 'property', durationMs: 1, replay: of.replay, ...seen } };
}

const context = { seed: 1, runs: 20, deviations: new DeviationList('miniature', []), identity: API_IDENTITY };

const confirmedAs = async (
  all: readonly JudgedCase[],
  alone: (input: unknown) => Observation,
  most = 10,
  interruption?: AbortSignal,
) => {
  const observe = async (_: RunnableCase, trial: Trial): Promise<Observation> => alone(trial.input);
  return confirmAll(all, { most, atOnce: 2, context, observe, interruption });
};

test('a violation that happens again alone is reported as observed there, with its replay', async (t) => {
  const [report] = await confirmedAs([violation(planned('a.b', 'one'), ['3'])], () => WRONG);
  t.equal(report?.verdict, 'violates');
  t.equal(report?.reason, 'wrong: returns 2');
  t.equal(report?.inputs, 7);
  t.match(report?.replay ?? '', /--seed 1 --path 3$/);
});

test('one that does not is inconclusive, and names the missing feature if the law reports it', async (t) => {
  const [unseen] = await confirmedAs([violation(planned('a.b', 'one'))], () => RIGHT);
  t.equal(unseen?.verdict, 'inconclusive');
  t.equal(unseen?.reason, 'not seen again alone; seen among other cases: wrong: returns 3');
  const unobservable: Observation = { kind: 'unobservable', why: 'clear() left entries' };
  const [reported] = await confirmedAs([violation(planned('a.b', 'one'))], () => unobservable);
  t.equal(reported?.verdict, 'inconclusive');
  t.match(reported?.reason ?? '', /^clear\(\) left entries; /);
});

test('a violation that could not be observed alone is tried again', async (t) => {
  let times = 0;
  const [report] = await confirmedAs([violation(planned('a.b', 'one'))], () =>
    ++times === 1 ? { kind: 'unobservable', why: 'the host started late' } : WRONG,
  );
  t.deepEqual([report?.verdict, times], ['violates', 2]);
});

test('if the smallest input succeeds alone, another that was wrong is tried', async (t) => {
  const of = planned('a.b', 'one');
  const smallest = trialAt(of, 1, '0')?.input;
  const [report] = await confirmedAs([violation(of, ['0', '4'])], (input) => (input === smallest ? RIGHT : WRONG));
  t.equal(report?.verdict, 'violates');
  t.match(report?.replay ?? '', /--path 4$/);
});

test('a part of a trial is confirmed alone, and the whole if the part succeeds', async (t) => {
  const part: Trial = { input: 'Age', expect: () => equal(1) };
  const one: Trial = { input: 'Accept and Age', expect: () => equal(1), parts: () => [part] };
  const of = planned('a.b', 'one');
  const several: RunnableCase = { ...of, body: { ...of.body, trials: () => ({ one }) } };
  const judged = violation(several, ['0', undefined]);
  const [alone] = await confirmedAs([judged], () => WRONG);
  t.deepEqual([alone?.verdict, alone?.counterexample], ['violates', '"Age"']);
  t.match(alone?.replay ?? '', /--path 0$/);
  const [whole] = await confirmedAs([judged], (input) => (input === 'Age' ? RIGHT : WRONG));
  t.deepEqual([whole?.verdict, whole?.counterexample], ['violates', '"Accept and Age"']);
  t.doesNotMatch(whole?.replay ?? '', /--path/);
  t.equal(trialAt(several, 1, '1'), undefined, 'there is no second part');
});

test('at most the allowed number is confirmed, one of each requirement first; the rest is reported', async (t) => {
  const all = ['a.a/1', 'a.a/2', 'a.b/1', 'a.b/2', 'a.c/1'].map((id) => {
    const [requirement = '', name = ''] = id.split('/');
    return violation(planned(requirement, name));
  });
  const reports = await confirmedAs(all, () => WRONG, 3);
  t.deepEqual(
    reports.map(({ verdict }) => verdict),
    ['violates', 'inconclusive', 'violates', 'inconclusive', 'violates'],
  );
  t.match(reports[1]?.reason ?? '', /^not confirmed alone, since 3 other violations were first; .*wrong: returns 3$/);
});

test('once a run is interrupted none is confirmed, and the limit is not the reported reason', async (t) => {
  const all = ['1', '2', '3'].map((name) => violation(planned('a.a', name)));
  const reports = await confirmedAs(all, () => t.fail('nothing is tried') ?? WRONG, 1, AbortSignal.abort());
  for (const { verdict, reason } of reports)
    t.deepEqual([verdict, reason], ['inconclusive', `${INTERRUPTED}; seen among other cases: wrong: returns 3`]);
});

test('of violations that workers confirm in parallel only the first is reported', async (t) => {
  const first = new AbortController();
  const violated = (): boolean => {
    const isFirst = !first.signal.aborted;
    first.abort();
    return isFirst;
  };
  const asked: string[] = [];
  const all = new EventEmitter();
  // Each answer waits until every worker has asked; that of the third does not happen again.
  const observe = async ({ id }: RunnableCase): Promise<Observation> => {
    asked.push(id);
    if (asked.length === 3) setImmediate(() => all.emit('asked'));
    if (asked.length <= 3) await once(all, 'asked');
    return id.startsWith('a.c/') ? RIGHT : WRONG;
  };
  const confirming = { context, most: 10, atOnce: 2, interruption: first.signal, observe };
  const workers = ['a.a', 'a.b', 'a.c'].map((requirement) =>
    ['1', '2'].map((name) => violation(planned(requirement, name))),
  );
  const judged = await Promise.all(workers.map((some) => confirmUntilFirst(some, confirming, violated)));
  const reports = await confirmAll(judged.flat(), confirming);
  const seen = 'seen among other cases: wrong: returns 3';
  t.deepEqual(
    reports.map(({ verdict, reason }) => [verdict, reason]),
    [
      ['violates', 'wrong: returns 2'],
      ['inconclusive', `${INTERRUPTED}; ${seen}`],
      ['inconclusive', `${INTERRUPTED}; ${seen}`],
      ['inconclusive', `${INTERRUPTED}; ${seen}`],
      ['inconclusive', `not seen again alone; ${seen}`],
      ['inconclusive', `${INTERRUPTED}; ${seen}`],
    ],
  );
  t.deepEqual(asked, ['a.a/1', 'a.b/1', 'a.c/1'], 'the others are not tried');
});

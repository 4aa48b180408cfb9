import fc from 'fast-check';
import test from 'tape';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { equal } from '../language/expectation.js';
import { mergeSetups } from './merging.js';
import { Observer } from './observing.js';
import { DEFAULT_DEADLINES, Sessions } from './sessions.js';
import { driverOf } from './testing/conversations.js';
import { DeviationList } from './deviations/deviations.js';
import { judgeCase } from './judging.js';
import type { Planned } from './planned.js';
import { API_IDENTITY } from './target.js';

const UNOBSERVED: Observation = { kind: 'unobservable', why: 'could not be observed: GET /servers: status 500' };
const WRONG: Observation = { kind: 'returned', value: 2 };
const RIGHT: Observation = { kind: 'returned', value: 1 };

const trialOf = (input: number): Trial => ({
  input,
  hold: async () => input,
  expect: () => equal(1),
});
const planned: Planned = {
  id: 'object.one/law',
  strength: 'must',
  requirement: 'object.one',
  subject: 'server',
  body: {
    kind: 'property',
    cost: 'conversation',
    needs: [],
    setup: [],
    trials: () => ({ many: fc.integer().map(trialOf) }),
  },
  at: (path) => path,
  replay: '',
};

/** The report of a case whose trials were observed so; when asked again, everything goes as `again` says. */
const reportOn = (observed: readonly Observation[], again: Observation) => {
  const held: Observation[] = [];
  const driver = driverOf(async () => {
    held.push(again);
    return again;
  });
  const sessions = new Sessions(driver, { host: mergeSetups([]), probes: [] }, DEFAULT_DEADLINES);
  const context = {
    seed: 1,
    // A conversation is drawn for one in four.
    runs: observed.length * 4,
    deviations: new DeviationList('api', []),
    identity: API_IDENTITY,
    observer: new Observer(sessions, [], 1),
  };
  const report = judgeCase(
    planned,
    observed.map((_, i) => trialOf(i)),
    observed,
    context,
    0,
  );
  return report.then(({ verdict, reason }) => ({ verdict, reason, asked: held.length }));
};

test('what could not be observed at one input hides nothing that is wrong at another', async (t) => {
  const mixed = await reportOn([RIGHT, UNOBSERVED, WRONG], RIGHT);
  t.deepEqual([mixed.verdict, mixed.reason], ['violates', 'wrong: returns 2']);
  t.equal((await reportOn([RIGHT, RIGHT], RIGHT)).verdict, 'conforms');
});

test('what could not be observed is told as that, and not made small', async (t) => {
  t.deepEqual(await reportOn([RIGHT, UNOBSERVED], UNOBSERVED), {
    verdict: 'inconclusive',
    reason: 'could not be observed: GET /servers: status 500',
    asked: 0,
  });
});

test('a conversation that goes wrong whatever is asked is held few times more', async (t) => {
  const { verdict, asked } = await reportOn([RIGHT, WRONG], WRONG);
  t.equal(verdict, 'violates');
  t.ok(asked > 0 && asked <= 30, `${asked} times`);
  const hung = await reportOn([{ kind: 'hung', afterMs: 2000 }], { kind: 'hung', afterMs: 2000 });
  t.equal(hung.verdict, 'violates');
  t.ok(hung.asked <= 6, `${hung.asked} times, each twice`);
});

import test from 'tape';
import { equal } from '../language/expectation.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { DeviationList } from './deviations/deviations.js';
import type { RunnableCase } from './planned.js';
import { DEFAULT_DEADLINES } from './sessions.js';
import { API_IDENTITY, type Driver, type Session, type Target, TargetUnavailable } from './target.js';
import { driverOf } from './testing/conversations.js';
import { plannedCase, RIGHT, WRONG } from './testing/planned.js';
import { runCases } from './workers.js';

/** So many cases, each of a requirement of its own, that expect 1. */
const cases = (many: number): RunnableCase[] =>
  Array.from({ length: many }, (_, i) => {
    const trials = () => ({ one: { input: i, hold: async () => 1, expect: () => equal(1) } });
    return plannedCase(`object.r${i}/one`, { cost: 'conversation', trials }, { subject: 'server' });
  });

/** A service that answers with `answer` in the n-th session with it. */
function serviceThat(answer: (session: number) => Observation) {
  const seen = { starts: 0, open: 0 };
  const driver: Driver = {
    restarts: false,
    start: async (setup) => {
      const session = ++seen.starts;
      seen.open += 1;
      const started = await driverOf(async () => answer(session)).start(setup);
      return {
        ...started,
        stop: async () => {
          seen.open -= 1;
        },
      };
    },
  };
  const target: Target = {
    name: 'service',
    kind: 'api',
    capabilities: new Set(),
    options: [],
    drivers: { server: driver },
  };
  return { seen, target };
}

const judged = (target: Target, planned: readonly RunnableCase[]) =>
  runCases(target, planned, API_IDENTITY, {
    seed: 1,
    runs: 1,
    jobs: 4,
    deadlines: DEFAULT_DEADLINES,
    deviations: new DeviationList('api', []),
  });

test('a violation of a service is confirmed in a session of its own, as in its replay', async (t) => {
  const { seen, target } = serviceThat(() => WRONG);
  const reports = await judged(target, cases(3));
  t.deepEqual(
    reports.map(({ verdict }) => verdict),
    ['violates', 'violates', 'violates'],
  );
  t.equal(seen.starts, 4, 'one session for the run, and one for each');
  t.equal(seen.open, 0, 'all are stopped');
});

test('a failure of a service that happens only in the session of the run is inconclusive', async (t) => {
  const { target } = serviceThat((session) => (session === 1 ? WRONG : RIGHT));
  const [report] = await judged(target, cases(1));
  t.equal(report?.verdict, 'inconclusive');
  t.match(report?.reason ?? '', /^not seen again alone; seen among other cases: wrong: returns 2$/);
});

/** A host: `answer` gets the case, the earlier ones of its session, and how often the session had this case. */
function hostThat(answer: (id: string, before: readonly string[], times: number) => Observation): Target {
  const { target } = serviceThat(() => RIGHT);
  const times = new Map<string, number>();
  const start: Driver['start'] = (setup) => {
    const before: string[] = [];
    return driverOf(async ({ scope }) => {
      times.set(scope, (times.get(scope) ?? 0) + 1);
      const observation = answer(scope, before, times.get(scope) ?? 0);
      before.push(scope);
      return observation;
    }).start(setup);
  };
  return { ...target, drivers: { server: { restarts: true, start } } };
}

const verdictsOf = async (target: Target, planned: readonly RunnableCase[]) =>
  (await judged(target, planned)).map(({ verdict, reason }) => `${verdict} ${reason}`.trim());

test('a case that fails once, and succeeds alone and among the same cases, is not wrong', async (t) => {
  const target = hostThat((id, _, times) => (id === 'object.r1/one' && times === 1 ? WRONG : RIGHT));
  t.deepEqual(await verdictsOf(target, cases(3)), ['conforms', 'conforms', 'conforms']);
  const late = hostThat((id, _, times) =>
    id === 'object.r1/one' && times <= 2 ? { kind: 'unobservable', why: 'too slow' } : RIGHT,
  );
  t.deepEqual((await verdictsOf(late, cases(3)))[1], 'inconclusive too slow', 'an unobserved case stays inconclusive');
});

test('a case that always fails after another case does not count as right', async (t) => {
  const target = hostThat((id, before) => (id === 'object.r1/one' && before.includes('object.r0/one') ? WRONG : RIGHT));
  const [, second] = await verdictsOf(target, cases(3));
  t.match(second ?? '', /^inconclusive not seen again alone, and not right among the others again; .*returns 2$/);
});

test('many cases that fail once are no coincidence', async (t) => {
  const target = hostThat((_, __, times) => (times === 1 ? WRONG : RIGHT));
  const verdicts = await verdictsOf(target, cases(6));
  t.ok(
    verdicts.every((one) => one.startsWith('inconclusive not seen again alone; ')),
    verdicts.join(),
  );
});

test('violations of a service beyond the bound are inconclusive, with the reason', async (t) => {
  const { seen, target } = serviceThat(() => WRONG);
  const reports = await judged(target, cases(103));
  t.equal(reports.filter(({ verdict }) => verdict === 'violates').length, 100);
  const others = reports.filter(({ verdict }) => verdict !== 'violates');
  t.equal(others.length, 3);
  for (const { verdict, reason } of others)
    t.ok(verdict === 'inconclusive' && reason.startsWith('not confirmed alone, since 100 other violations were first'));
  t.equal(seen.starts, 101);
});

test('a service that is lost during confirmations is reported, and blamed for none of them', async (t) => {
  const { target } = serviceThat(() => WRONG);
  const right = target.drivers.server;
  if (right === undefined) return t.fail('no driver');
  let starts = 0;
  const start: Driver['start'] = (setup) =>
    ++starts > 2 ? Promise.reject(new TargetUnavailable('gone')) : right.start(setup);
  const gone: string[] = [];
  const reports = await runCases({ ...target, drivers: { server: { ...right, start } } }, cases(5), API_IDENTITY, {
    seed: 1,
    runs: 1,
    jobs: 4,
    deadlines: DEFAULT_DEADLINES,
    deviations: new DeviationList('api', []),
    gone: (why) => gone.push(why),
  });
  t.deepEqual(
    reports.map(({ verdict }) => verdict),
    ['violates', 'inconclusive', 'inconclusive', 'inconclusive', 'inconclusive'],
  );
  t.deepEqual(gone, ['gone'], 'this ends the run with status 3');
  t.equal(starts, 3, 'it is not asked again');
});

test('a host is started for probes, and a second one for many', async (t) => {
  const starts = async (many: number): Promise<number> => {
    const { seen, target } = serviceThat(() => RIGHT);
    const { server } = target.drivers;
    if (server === undefined) throw new Error('no driver');
    const evaluate: Session['evaluate'] = async (jobs) => jobs.map(({ inputs }) => inputs.map(() => RIGHT));
    const start: Driver['start'] = async (setup) => ({ ...(await server.start(setup)), evaluate });
    const probes = cases(many).map((one): RunnableCase => {
      const probe = (): number => 1;
      const trials = (): { one: Trial } => ({ one: { input: 1, expect: () => equal(1) } });
      return { ...one, subject: 'runtime', body: { ...one.body, kind: 'example', cost: 'probe', probe, trials } };
    });
    const runtime = { ...server, restarts: true, start };
    const reports = await judged({ ...target, drivers: { runtime } }, probes);
    t.ok(reports.every(({ verdict }) => verdict === 'conforms'));
    return seen.starts;
  };
  t.equal(await starts(599), 1);
  t.equal(await starts(600), 2);
});

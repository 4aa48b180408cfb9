import fc from 'fast-check';
import test from 'tape';
import type { Strength } from '../../spec/types/requirement.js';
import { encode } from '../language/encoding.js';
import { equal } from '../language/expectation.js';
import type { Observation } from '../language/observation.js';
import type { CaseBody, Trial } from '../language/trial.js';
import { DeviationList } from './deviations/deviations.js';
import { type JudgingContext, judgeCase } from './judging.js';
import { mergeSetups } from './merging.js';
import { Observer } from './observing.js';
import type { RunnableCase } from './planned.js';
import { DEFAULT_DEADLINES, Sessions } from './sessions.js';
import { API_IDENTITY } from './target.js';
import { driverOf } from './testing/conversations.js';
import { plannedCase, RIGHT, WRONG } from './testing/planned.js';

const UNOBSERVED: Observation = { kind: 'unobservable', why: 'could not be observed: GET /servers: status 500' };

const trialOf = (input: number): Trial => ({
  input,
  hold: async () => input,
  expect: () => equal(1),
});
const plannedAs = (strength: Strength, body: Partial<CaseBody> = {}): RunnableCase => {
  const trials = () => ({ many: fc.integer().map(trialOf) });
  const whole = { kind: 'property', cost: 'conversation', trials, ...body } as const;
  return plannedCase('object.one/law', whole, { strength, subject: 'server' });
};

const plannedFor = (one: Trial, more: Partial<CaseBody> = {}): RunnableCase =>
  plannedAs('must', { trials: () => ({ one }), ...more });

const contextWith = (observer: JudgingContext['observer'], runs = 1): JudgingContext => ({
  seed: 1,
  runs,
  deviations: new DeviationList('api', []),
  identity: API_IDENTITY,
  observer,
});

/** Observes a service that always gives this. */
const observerOf = (again: () => Observation): Observer => {
  const sessions = new Sessions(
    driverOf(async () => again()),
    { host: mergeSetups([]), probes: [] },
    DEFAULT_DEADLINES,
  );
  return new Observer(sessions, [], 1);
};

/** The report of a case with these observations; later observations are those of `again`. */
const reportOn = (observed: readonly Observation[], again: Observation, strength: Strength = 'must') => {
  const held: Observation[] = [];
  const observer = observerOf(() => {
    held.push(again);
    return again;
  });
  const trials = observed.map((_, i) => trialOf(i));
  // Of a service's inputs twelve in a hundred are drawn.
  const context = contextWith(observer, observed.length * 8);
  const report = judgeCase(plannedAs(strength), trials, observed, context, 0);
  return report.then((one) => ({ ...one.report, seenAt: one.seenAt, asked: held.length }));
};

test('a missing observation at one input does not hide a violation at another', async (t) => {
  const mixed = await reportOn([RIGHT, UNOBSERVED, WRONG], RIGHT);
  t.deepEqual([mixed.verdict, mixed.reason], ['violates', 'wrong: returns 2']);
  t.equal((await reportOn([RIGHT, RIGHT], RIGHT)).verdict, 'conforms');
});

test('a missing observation is reported as such, and not shrunk', async (t) => {
  const { verdict, reason, asked } = await reportOn([RIGHT, UNOBSERVED], UNOBSERVED);
  t.deepEqual([verdict, reason, asked], ['inconclusive', 'could not be observed: GET /servers: status 500', 0]);
});

test('a conversation that fails with every input is repeated only a few times', async (t) => {
  const { verdict, asked } = await reportOn([RIGHT, WRONG], WRONG);
  t.equal(verdict, 'violates');
  t.ok(asked > 0 && asked <= 30, `${asked} times`);
  const hung = await reportOn([{ kind: 'hung', afterMs: 2000 }], { kind: 'hung', afterMs: 2000 });
  t.equal(hung.verdict, 'violates');
  t.ok(hung.asked <= 6, `${hung.asked} times, each twice`);
});

test('a missing feature is not tried with smaller inputs', async (t) => {
  const refused = { kind: 'refused', hostError: 'unknown directive "js_fetch"' } as const;
  const { verdict, seenAt, asked } = await reportOn([refused, refused], refused);
  t.deepEqual([verdict, seenAt, asked], ['violates', ['0', '1'], 0]);
  const lacking = { kind: 'lacking', what: 'the module xml cannot be imported' } as const;
  const lost = await reportOn([lacking, lacking], lacking);
  t.deepEqual([lost.verdict, lost.reason, lost.asked], ['inconclusive', lacking.what, 0]);
});

test('a law about presence names the missing feature; one about absence conforms', async (t) => {
  const missing = { kind: 'returned', value: 2, missing: 'Buffer is missing' } as const;
  const { verdict, reason } = await reportOn([missing], missing);
  t.deepEqual([verdict, reason], ['violates', 'wrong: Buffer is missing']);
  t.equal((await reportOn([{ ...missing, value: 1 }], missing)).verdict, 'conforms');
});

test('the report of a violation of a service has the requests', async (t) => {
  const requests = ['POST /servers {"name":"a"}: 201'];
  const { requests: reported } = await reportOn([{ ...WRONG, requests }], RIGHT);
  t.deepEqual(reported, requests);
  t.equal((await reportOn([{ ...RIGHT, requests }], RIGHT)).requests, undefined);
});

test('an open case is recorded: the input with another answer than the presumed one, or else the first input', async (t) => {
  const otherwise = await reportOn([RIGHT, WRONG], WRONG, 'open');
  t.deepEqual([otherwise.verdict, otherwise.reason, otherwise.asked], ['recorded', '', 0]);
  t.deepEqual([otherwise.expected, otherwise.observed, otherwise.counterexample], ['returns 1', 'returns 2', '1']);
  t.match(otherwise.replay, /--path 1$/);
  const supposed = await reportOn([RIGHT, RIGHT], RIGHT, 'open');
  t.deepEqual([supposed.verdict, supposed.observed, supposed.counterexample], ['recorded', 'returns 1', '0']);
  t.match(supposed.replay, /--path 0$/);
});

test('an open case is violated by a crash at any input', async (t) => {
  const crash: Observation = { kind: 'crashed', detail: 'the host was ended by SIGSEGV' };
  const { verdict, reason } = await reportOn([WRONG, UNOBSERVED, crash], crash, 'open');
  t.deepEqual([verdict, reason], ['violates', 'crash: the host was ended by SIGSEGV']);
});

/** The report of a trial about several names. Some of them have the result `bad`. */
const reportOnNames = (names: readonly string[], isBad: (names: readonly string[]) => boolean, bad: Observation) => {
  const about = (some: readonly string[]): Trial => ({
    input: some,
    hold: async () => some,
    expect: () => equal(1),
    ...(some.length > 1 && { parts: () => some.map((name) => about([name])) }),
  });
  const one = about(names);
  const asked: string[] = [];
  const observer = {
    one: async (_: RunnableCase, { input }: Trial) => {
      const some = [input].flat().map(String);
      asked.push(some.join());
      return isBad(some) ? bad : RIGHT;
    },
    all: async () => [],
    atOnce: 1,
  };
  return judgeCase(plannedFor(one), [one], [bad], contextWith(observer), 0).then(({ report, seenAt }) => ({
    ...report,
    seenAt,
    asked,
  }));
};

test('if one of several names causes a crash, the report has that name; otherwise the whole trial is confirmed', async (t) => {
  for (const bad of [
    { kind: 'crashed', detail: 'ended by SIGSEGV' },
    { kind: 'hung', afterMs: 2000 },
  ] as const) {
    const names = ['Accept', 'Age', 'Allow', 'Via'];
    const reported = await reportOnNames(names, (some) => some.includes('Age'), bad);
    t.deepEqual(
      [reported.counterexample, reported.seenAt, reported.asked],
      ['["Age"]', ['1', undefined], ['Accept', 'Age']],
    );
    t.match(reported.replay, /--path 1$/);
  }
});

test('a crash that no name causes alone is reported with all of them', async (t) => {
  const reported = await reportOnNames(['Age', 'Via'], (some) => some.length > 1, { kind: 'crashed', detail: 'gone' });
  t.deepEqual([reported.counterexample, reported.seenAt], ['["Age","Via"]', [undefined]]);
  t.doesNotMatch(reported.replay, /--path/);
  const wrong = await reportOnNames(['Age', 'Via'], () => true, WRONG);
  t.deepEqual([wrong.counterexample, wrong.asked], ['["Age","Via"]', []], 'a wrong answer shows itself what is wrong');
});

test('a report keeps a bounded part of a recorded observation', async (t) => {
  const long: Observation = { kind: 'threw', name: 'E'.repeat(5000), message: '' };
  const { observed = '', verdict } = await reportOn([long], long, 'open');
  t.equal(verdict, 'recorded');
  t.ok(observed.length < 1100, `${observed.length} characters`);
  t.match(observed, /… \(\d+ more characters\)$/);
});

test('the report of a case with keys shows what is wrong, without bytes of the keys', async (t) => {
  const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
  const jwk = { kty: 'oct', k: key.toString('base64url'), alg: 'RSASSA-PKCS1-v1_5' };
  const trial: Trial = { input: { key, jwk }, expect: () => equal({ key, jwk: 1 }) };
  const returned: Observation = { kind: 'returned', value: encode({ key, jwk }) };
  const context = contextWith(observerOf(() => RIGHT));
  const { report } = await judgeCase(plannedFor(trial, { secret: true }), [trial], [returned], context, 0);
  const reported = [report.reason, report.expected, report.observed, report.counterexample].map(String);
  t.equal(report.verdict, 'violates');
  t.ok(
    reported.every((text) => text.includes('characters)') && !/0?0 ?01 ?02|AAECAwQ/.test(text)),
    reported.join('\n'),
  );
  t.ok(report.observed?.includes('"alg":"RSASSA-PKCS1-v1_5"'), 'names are shown');
});

test('a report shows a placeholder for an input that holds keys', async (t) => {
  const trial: Trial = {
    input: { key: 'c2VjcmV0' },
    shown: 'the first key',
    expect: () => equal(1),
    hold: async () => 2,
  };
  const { report } = await judgeCase(plannedFor(trial), [trial], [WRONG], contextWith(observerOf(() => WRONG)), 0);
  t.deepEqual([report.verdict, report.counterexample], ['violates', '"the first key"']);
  t.notOk(JSON.stringify(report).includes('c2VjcmV0'), 'the rest of the report does not have it either');
});

import fc from 'fast-check';
import test from 'tape';
import { shareOf } from '../../generators/build/testing/share.js';
import { objects } from '../cases/generated/index.js';
import { mismatchOf } from '../executor/judge.js';
import { locationPath } from '../executor/merging.js';
import type { RunnableCase } from '../executor/planned.js';
import { encode } from '../language/encoding.js';
import { NotObservable } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import type { Connection, Partners } from '../language/partners.js';
import type { Trial } from '../language/trial.js';
import { partnersOf } from '../targets/support/partners.js';
import type { ObservedFault, ScriptCandidate } from './candidate.js';
import { candidatesOf } from './candidates.js';
import { NotAlone } from './configuration.js';
import { SCOPE } from './fault.js';
import { Recording } from './playing/recording.js';

const nothing = async (): Promise<void> => undefined;
const silent: Connection = {
  send: nothing,
  end: nothing,
  next: async () => Buffer.alloc(0),
  rest: async () => ({ bytes: Buffer.from('other'), how: 'ended' }),
  close: () => undefined,
  reset: () => undefined,
};

/** The output of scripts that print how their calls ended. */
const OTHER = `other\nsrvspec-spoke:${encodeURIComponent('{"reports":[{"ended":"returned","dumps":["else"]}],"tookMs":1}')}\n`;

/** Partners that never do what a law expects. */
const wrong: Partners = partnersOf({
  host: {
    request: async () => ({ version: '1.1', status: 599, reason: '', headers: [], body: Buffer.from('other') }),
    connect: async () => silent,
  },
  log: { lines: async () => [{ level: 'error', message: 'other' }] },
  files: { exists: async () => false, read: async () => Buffer.from('other'), held: async () => 7 },
  peer: () => ({
    accepted: async () => silent,
    answering: () => ({ connections: () => 7 }),
    datagrams: () => undefined,
  }),
  commandLine: { run: async () => ({ stdout: OTHER, stderr: '', status: 0, tookMs: 1 }) },
});

const PROBED: readonly Observation[] = [
  { kind: 'returned', value: { other: ['than', 'all'] } },
  { kind: 'threw', name: 'RangeError', message: '' },
  { kind: 'threw', name: 'TypeError', message: '' },
];

async function held(trial: Trial, recording: Recording): Promise<Observation> {
  try {
    return { kind: 'returned', value: encode(await trial.hold?.(recording.of(wrong))) };
  } catch (error) {
    if (error instanceof NotObservable) return { kind: 'unobservable', why: error.message };
    throw error;
  }
}

/** Of cases that differ only in their data, some are enough. */
const EVERY = 5;

/** Cases of every requirement as in a folder, with one input. */
async function* someCases(): AsyncGenerator<{ readonly of: RunnableCase; readonly trial: Trial }> {
  for (const { subject, requirement, rows, strength, cases } of shareOf(await allRequirements(), 'reproducers'))
    for (const { id, body } of cases.filter((_, i) => i % EVERY === 0 || i === cases.length - 1)) {
      const of = { id, requirement, rows, strength, subject, body: body(), at: locationPath(SCOPE), replay: '' };
      const trials = of.body.trials(of.at);
      const trial = 'one' in trials ? trials.one : fc.sample(trials.many, { numRuns: 1, seed: 1 })[0];
      if (trial !== undefined) yield { of, trial };
    }
}

async function allRequirements() {
  const loaded = await Promise.all(objects.map(({ load }) => load()));
  const ofRuntime = loaded.filter(({ subject }) => subject === 'runtime');
  return ofRuntime.flatMap(({ subject, requirements }) =>
    requirements.map(({ id: requirement, ...rest }) => ({ ...rest, subject, requirement })),
  );
}

/** The plainest way, and its decisive part. */
function firstOf(fault: ObservedFault): ScriptCandidate | undefined {
  for (const candidate of candidatesOf(fault)) return candidate;
  return undefined;
}

const HOST = { engine: 'njs', right: undefined, varies: false } as const;
const NJS = { name: 'njs', variable: 'NJS', command: 'njs' } as const;
const PROGRAM = { ...NJS, bindings: { srv: 'ngx', rt: 'njs' }, environment: {}, build: '', system: '' };

/** Whether each way of being wrong has a script, or what is missing. */
async function missingOf(of: RunnableCase, trial: Trial, crashes: boolean): Promise<readonly string[]> {
  const recording = new Recording();
  const all = trial.hold === undefined ? PROBED : [await held(trial, recording)];
  const seen = all.find((one) => mismatchOf(trial, one)?.reason === 'wrong');
  // A recorded answer may be anything.
  if (seen === undefined) return of.strength === 'open' ? [] : ['no result of it is wrong'];
  const missing: string[] = [];
  const down: Observation = { kind: 'crashed', detail: '' };
  for (const observed of crashes ? [seen, down] : [seen]) {
    const { needs } = of.body;
    const isCli =
      needs.includes('command-line') || (observed.kind !== 'crashed' && needs.every((need) => need === 'evaluate'));
    const found = firstOf({
      ...HOST,
      of,
      trial,
      observed,
      recording,
      program: { ...PROGRAM, kind: isCli ? 'cli' : 'nginx' },
    });
    const names = Object.keys(found?.files ?? {});
    const whole = isCli ? ['script.js'] : ['nginx.conf', 'handler.js'];
    if (!whole.every((name) => names.includes(name))) missing.push(`${observed.kind}: ${names.join()}`);
    if (!/exit 0/.test(found?.runScript({ isListed: false, varies: false }) ?? ''))
      missing.push(`${observed.kind}: no script`);
  }
  return missing;
}

test('cases of every requirement of the runtime have a reproducer', async (t) => {
  const missing: string[] = [];
  const requirements = new Set<string>();
  let count = 0;
  for await (const { of, trial } of someCases()) {
    count += 1;
    try {
      const found = await missingOf(of, trial, !requirements.has(of.requirement));
      missing.push(...found.map((what) => `${of.id}: ${what}`));
    } catch (error) {
      if (!(error instanceof NotAlone)) throw error;
      missing.push(`${of.id}: ${error.message}`);
    }
    requirements.add(of.requirement);
  }
  const all = await allRequirements();
  t.ok(count > (1500 * requirements.size) / all.length, `${count} cases`);
  t.deepEqual(missing, [], 'none is missing');
});

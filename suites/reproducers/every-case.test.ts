import fc from 'fast-check';
import test from 'tape';
import { objects } from '../cases/generated/index.js';
import { mismatchOf } from '../executor/judge.js';
import { pathOf } from '../executor/merging.js';
import type { Planned } from '../executor/planned.js';
import { encode } from '../language/encoding.js';
import { NotObservable } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import type { Connection, Partners } from '../language/partners.js';
import type { Trial } from '../language/trial.js';
import { partnersOf } from '../targets/support/partners.js';
import { SCOPE } from './candidate.js';
import { candidatesOf } from './candidates.js';
import { Recording } from './playing/recording.js';

const nothing = async (): Promise<void> => undefined;
const silent: Connection = {
  send: nothing,
  end: nothing,
  next: async () => Buffer.alloc(0),
  rest: async () => ({ bytes: Buffer.from('other'), how: 'ended' }),
  close: () => undefined,
};

/** A host that does everything otherwise. */
const wrongHost: Partners = partnersOf({
  host: {
    request: async () => ({ version: '1.1', status: 599, reason: '', headers: [], body: Buffer.from('other') }),
    connect: async () => silent,
  },
  log: { lines: async () => [{ level: 'error', message: 'other' }] },
  files: { exists: async () => false, read: async () => Buffer.from('other') },
  peer: () => ({ accepted: async () => silent, answering: () => ({ connections: () => 7 }) }),
});

const WRONG: readonly Observation[] = [
  { kind: 'returned', value: { other: ['than', 'all'] } },
  { kind: 'threw', name: 'RangeError', message: '' },
  { kind: 'threw', name: 'TypeError', message: '' },
];

async function observed(trial: Trial, recording: Recording): Promise<readonly Observation[]> {
  if (trial.hold === undefined) return WRONG;
  try {
    return [{ kind: 'returned', value: encode(await trial.hold(recording.of(wrongHost))) }];
  } catch (error) {
    if (error instanceof NotObservable) return [{ kind: 'unobservable', why: error.message }];
    throw error;
  }
}

test('of every case about a runtime a reproducer can be written, of each way to be wrong', async (t) => {
  const not: string[] = [];
  const counts: Record<string, number> = {};
  for (const { subject, load } of objects) {
    if (subject !== 'runtime') continue;
    const { requirements } = await load();
    for (const { id: requirement, rows, strength, cases } of requirements)
      for (const { id, body } of cases) {
        const of: Planned = { id, requirement, rows, strength, subject, body: body(), at: pathOf(SCOPE), replay: '' };
        const trials = of.body.trials(of.at);
        const trial = 'one' in trials ? trials.one : fc.sample(trials.many, { numRuns: 1, seed: 1 })[0];
        if (trial === undefined) throw new Error(id);
        const recording = new Recording();
        const wrong = (await observed(trial, recording)).find((one) => mismatchOf(trial, one)?.reason === 'wrong');
        const all: Observation[] = [{ kind: 'crashed', detail: '' }, ...(wrong === undefined ? [] : [wrong])];
        if (wrong === undefined) not.push(`${id}: nothing is wrong`);
        for (const kind of ['nginx', 'cli'] as const)
          for (const one of all) {
            if (kind === 'cli' && of.body.needs.some((need) => need !== 'evaluate')) continue;
            const fault = {
              of,
              trial,
              observed: one,
              recording,
              kind,
              engine: 'njs',
              bindings: { srv: 'ngx', rt: 'njs' },
              right: undefined,
              varies: false,
            };
            try {
              const found = [...candidatesOf(fault)];
              if (found.length === 0) not.push(`${id} ${kind} ${one.kind}: none`);
              for (const { runScript, files } of found) {
                runScript(false);
                const k = `${kind} ${Object.keys(files).join()}`;
                counts[k] = (counts[k] ?? 0) + 1;
              }
            } catch (error) {
              not.push(`${id} ${kind} ${one.kind}: ${error}`);
            }
          }
      }
  }
  console.log(counts);
  t.deepEqual(not.length, 0, not.slice(0, 50).join('\n'));
});

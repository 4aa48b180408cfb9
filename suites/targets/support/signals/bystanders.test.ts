import { readFileSync } from 'node:fs';
import test from 'tape';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Job } from '../../../inside/job.js';
import type { Observation } from '../../../language/observation.js';
import { evaluateBeside } from './bystanders.js';

const stateOf = (pid: Plain): string => {
  try {
    return /^State:\s*(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return 'gone';
  }
};

test('inputs with a bystander receive its process id while it is stopped', async (t) => {
  const seen: Plain[] = [];
  const evaluate = async (jobs: readonly Job[]): Promise<Observation[][]> => {
    t.notOk('bystanders' in (jobs[0] ?? {}), 'nothing of them reaches the target');
    seen.push(...jobs.flatMap(({ inputs }) => inputs));
    return jobs.map(({ inputs }) => inputs.map((pid) => ({ kind: 'returned', value: stateOf(pid) })));
  };
  const job = { probe: 0, inputs: ['{bystander}', '{bystander}', 'other'], bystanders: [true, true, false] };
  const [observed = []] = await evaluateBeside([job], evaluate);
  t.deepEqual(
    observed.map((one) => one.kind === 'returned' && one.value),
    ['T', 'T', 'gone'],
    'both are stopped',
  );
  t.equal(new Set(seen).size, 3, 'each input has its own');
  t.deepEqual(seen.slice(0, 2).map(stateOf), ['gone', 'gone'], 'they are ended');
});

test('an error of the target is thrown, and the process is ended', async (t) => {
  let pid: Plain = null;
  const evaluate = async ([job]: readonly Job[]): Promise<Observation[][]> => {
    pid = job?.inputs[0] ?? null;
    throw new RangeError('down');
  };
  const job = { probe: 0, inputs: ['{bystander}'], bystanders: [true] };
  await evaluateBeside([job], evaluate).then(
    () => t.fail('nothing was thrown'),
    (error: unknown) => t.ok(error instanceof RangeError, 'the error'),
  );
  t.equal(stateOf(pid), 'gone', 'it is ended');
});

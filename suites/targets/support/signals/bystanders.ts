/** Starts a stopped process for each input that needs one while a target evaluates it, and ends it; see `language/bystander.ts`. */

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Job } from '../../../inside/job.js';
import { BYSTANDER } from '../../../language/bystander.js';
import type { Observation } from '../../../language/observation.js';
import { isList } from '../../../language/plain.js';
import { ProcessNotStarted, type RunningProcess, startProcess } from '../process.js';

type EvaluateJobs = (jobs: readonly Job[]) => Promise<Observation[][]>;

/**
 * A process that prints its id and would then sleep for longer than any trial, but is stopped. Shells make their background processes
 * ignore some signals, but not those of a pipeline.
 */
const ONE = "sh -c 'echo $$ >&2; exec sleep 3600'";

/** The shell exists until all have ended: nothing else would wait for their ends, and they would stay as zombies. */
const scriptOf = (count: number): string => `trap : TERM\n${Array.from({ length: count }, () => ONE).join(' | ')}\n:`;

/** Milliseconds after which a process counts as one that cannot be stopped. */
const STOP_MS = 5000;

/** The results of jobs by a target, with a process for each input that needs one. */
export async function evaluateBeside(jobs: readonly Job[], evaluate: EvaluateJobs): Promise<Observation[][]> {
  const count = jobs.flatMap(({ bystanders = [] }) => bystanders.filter((has) => has)).length;
  if (count === 0) return evaluate(jobs);
  let shell: RunningProcess | undefined;
  try {
    shell = await started(count);
    const numbers = await stopped(shell, count);
    return await evaluate(placed(jobs, numbers.values()));
  } catch (error) {
    if (!(error instanceof NoBystander)) throw error;
    return jobs.map(({ inputs }) => inputs.map(() => ({ kind: 'unobservable', why: error.message })));
  } finally {
    if (shell !== undefined) await end(shell);
  }
}

function placed(jobs: readonly Job[], numbers: Iterator<number>): Job[] {
  const next = (): number => numbers.next().value ?? 0;
  return jobs.map(({ bystanders = [], ...job }) => ({
    ...job,
    inputs: job.inputs.map((input, i) => (bystanders[i] === true ? inPlace(input, next()) : input)),
  }));
}

/** There is no process for signals. */
class NoBystander extends Error {}

/** One program starts them all, since starting one is expensive for a process as large as this. */
function started(count: number): Promise<RunningProcess> {
  return startProcess(['sh', '-c', scriptOf(count)]).catch((error: unknown) => {
    throw error instanceof ProcessNotStarted ? new NoBystander('no bystander process can be started') : error;
  });
}

/** Their process ids, once all are stopped. */
async function stopped({ stderr }: RunningProcess, count: number): Promise<readonly number[]> {
  const began = performance.now();
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (; !(await isSo()); await pause(1))
      if (performance.now() - began > STOP_MS) throw new NoBystander('the bystander process cannot be stopped');
  };
  const reported = (): string[] => stderr.text().match(/^\d+\n/gm) ?? [];
  await until(() => reported().length === count);
  const numbers = reported().map(Number);
  for (const number of numbers) process.kill(number, 'SIGSTOP');
  for (const number of numbers) await until(() => isStopped(number));
  return numbers;
}

/** A stopped process gets SIGTERM only after it continues. */
async function end(shell: RunningProcess): Promise<void> {
  const ended = shell.end();
  try {
    process.kill(-shell.pid, 'SIGCONT');
  } catch {
    // All are gone.
  }
  await ended;
}

const isStopped = async (pid: number): Promise<boolean> =>
  /^State:\s*T/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

/** A value with the process id in place of its placeholder. */
function inPlace(value: Plain, pid: number): Plain {
  if (value === BYSTANDER) return pid;
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((one) => inPlace(one, pid));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inPlace(one, pid)]));
}

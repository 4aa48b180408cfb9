/** Starts a stopped process for each input that has one while a target evaluates it, and ends it by its number; see `language/bystander.ts`. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Job } from '../../../inside/job.js';
import { BYSTANDER } from '../../../language/bystander.js';
import type { Observation } from '../../../language/observation.js';
import { ProcessNotStarted, type RunningProcess, startProcess } from '../process.js';

type Evaluate = (jobs: readonly Job[]) => Promise<Observation[][]>;

/** Longer than any trial; it never gets to sleep, for it is stopped. */
const COMMAND = ['sleep', '3600'];

/** Milliseconds until a process counts as one that cannot be stopped. */
const STOP_MS = 5000;

/** What a target makes of jobs, with a process for each input that is to have one. */
export async function evaluateBeside(jobs: readonly Job[], evaluate: Evaluate): Promise<Observation[][]> {
  if (jobs.every(({ bystanders = [] }) => !bystanders.includes(true))) return evaluate(jobs);
  const started: RunningProcess[] = [];
  try {
    const placed: Job[] = [];
    for (const { bystanders = [], ...job } of jobs) {
      const inputs: Plain[] = [];
      for (const [i, input] of job.inputs.entries())
        inputs.push(bystanders[i] === true ? inPlace(input, (await stopped(started)).pid) : input);
      placed.push({ ...job, inputs });
    }
    return await evaluate(placed);
  } catch (error) {
    if (!(error instanceof NoBystander)) throw error;
    return jobs.map(({ inputs }) => inputs.map(() => ({ kind: 'unobservable', why: error.message })));
  } finally {
    await Promise.all(started.map((one) => one.end()));
  }
}

/** There is no process that signals could be sent to. */
class NoBystander extends Error {}

async function stopped(started: RunningProcess[]): Promise<RunningProcess> {
  const process = await startProcess(COMMAND, { graceMs: 0 }).catch((error: unknown) => {
    throw error instanceof ProcessNotStarted ? new NoBystander('no process can be started to stand by') : error;
  });
  started.push(process);
  globalThis.process.kill(process.pid, 'SIGSTOP');
  for (const began = performance.now(); !(await isStopped(process.pid)); await pause(1))
    if (performance.now() - began > STOP_MS) throw new NoBystander('the process that stands by cannot be stopped');
  return process;
}

const isStopped = async (pid: number): Promise<boolean> =>
  /^State:\s*T/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

/** A value with the number of the process in place of the text that stands for it. */
function inPlace(value: Plain, pid: number): Plain {
  if (value === BYSTANDER) return pid;
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((one) => inPlace(one, pid));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inPlace(one, pid)]));
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

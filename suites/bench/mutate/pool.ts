/** Worker processes that judge changes in parallel. One that hangs is ended by its id, and another replaces it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eachOf } from '../../executor/each-of.js';
import type { ChangeOrder, ChangeOutcome, FromWorker } from './change.js';

/** The number of changes that one process judges, since they leave objects in its memory. */
const CHANGES = 60;

/** Milliseconds without a finished round of cases. The suite itself gives up on hosts that hang, so after this time the process hangs. */
const QUIET_MS = 120_000;

export interface PoolOptions {
  readonly jobs: number;
  /** The program of a worker. */
  readonly program?: string;
  readonly quietMs?: number;
  /** Called with each outcome as soon as it is known. */
  readonly judged: (order: ChangeOrder, outcome: ChangeOutcome) => void;
}

/** Judges all changes, in order if workers are free. */
export async function judgeAll(orders: readonly ChangeOrder[], options: PoolOptions): Promise<void> {
  const { jobs, program = fileURLToPath(new URL('worker.js', import.meta.url)), quietMs = QUIET_MS } = options;
  const seats = Array.from({ length: jobs }, (_, i) => new Seat(program, i));
  const free = [...seats];
  try {
    await eachOf(orders, jobs, async (order) => {
      const seat = free.pop();
      if (seat === undefined) throw new Error('there are as many slots as parallel orders');
      options.judged(order, await seat.judge(order, quietMs));
      free.push(seat);
    });
  } finally {
    for (const seat of seats) seat.empty();
  }
}

/** The slot of one worker at a time. */
class Seat {
  readonly #program: string;
  readonly #number: number;
  #worker: ChildProcess | undefined;
  #judged = 0;

  constructor(program: string, number: number) {
    this.#program = program;
    this.#number = number;
  }

  async judge(order: ChangeOrder, limit: number): Promise<ChangeOutcome> {
    const worker = this.#worker ?? (await this.#fill());
    const started = performance.now();
    const answer = await answerOf(worker, order, limit);
    this.#judged += 1;
    if (answer.kind !== 'outcome' || this.#judged >= CHANGES) this.empty();
    if (answer.kind === 'outcome') return answer.outcome;
    const { why, verdict } = answer;
    return { verdict, why, milliseconds: Math.round(performance.now() - started), processor: { standard: 0, full: 0 } };
  }

  empty(): void {
    this.#worker?.kill('SIGKILL');
    this.#worker = undefined;
    this.#judged = 0;
  }

  async #fill(): Promise<ChildProcess> {
    // Messages of faulty hosts are no news.
    const worker = fork(this.#program, [`${this.#number}`], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#worker = worker;
    const ended = once(worker, 'exit').then(([status]) => {
      throw new Error(`a worker ended with status ${status} before it was ready; run ${this.#program} to see why`);
    });
    await Promise.race([once(worker, 'message'), ended]);
    ended.catch(() => undefined);
    return worker;
  }
}

type WorkerAnswer =
  | { readonly kind: 'outcome'; readonly outcome: ChangeOutcome }
  | { readonly kind: 'lost'; readonly verdict: 'killed' | 'timed out'; readonly why: string };

/** The result of an order; if its worker is lost, the worker has seen the change. */
function answerOf(worker: ChildProcess, order: ChangeOrder, limit: number): Promise<WorkerAnswer> {
  return new Promise((resolve) => {
    const lost = (verdict: 'killed' | 'timed out', why: string): void => settle({ kind: 'lost', verdict, why });
    const timer = setTimeout(() => lost('timed out', `nothing done for ${limit} ms`), limit);
    const hear = (message: FromWorker): void => {
      if (message.kind === 'alive') timer.refresh();
      if (message.kind === 'outcome') settle(message);
      if (message.kind === 'failed') lost('killed', `the suite fails: ${message.why}`);
    };
    const end = (status: number | null, signal: string | null): void =>
      lost('killed', `the process ended: ${signal ?? status}`);
    const settle = (answer: WorkerAnswer): void => {
      clearTimeout(timer);
      worker.off('message', hear).off('exit', end);
      resolve(answer);
    };
    worker.on('message', hear).on('exit', end);
    worker.send(order);
  });
}

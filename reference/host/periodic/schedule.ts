/** 2/what-the-service-does/p1: calls periodic handlers. */
import { byteStringOf } from '../support/byte-string.js';
import { PeriodicRun, type PeriodicTask } from './run.js';

/** The longest delay of Node's timers, in milliseconds. */
const longest = 2 ** 31 - 1;

/**
 * Calls a handler repeatedly: when the worker begins to serve, and then after each interval. Only one run exists at a time: as on real
 * hosts, a run that has not ended when the next is due is ended.
 */
export class Schedule {
  readonly #task: PeriodicTask;
  #run: PeriodicRun | undefined;
  #cancel: () => void = () => undefined;
  #isQuitting = false;
  #isOver = false;

  constructor(task: PeriodicTask) {
    this.#task = task;
  }

  start(): void {
    this.#wait(1);
  }

  /** Starts no more runs; resolves when the current one has ended. */
  async quit(): Promise<void> {
    this.#isQuitting = true;
    this.#isOver = true;
    this.#cancel();
    if (this.#run?.isRunning === true) await this.#run.ended;
  }

  /** Starts no more runs. A run that somebody waits for is ended; others end with the worker, and log nothing about it. */
  stop(): void {
    this.#isOver = true;
    this.#cancel();
    if (this.#isQuitting) this.#run?.end();
  }

  #wait(milliseconds: number): void {
    if (this.#isOver) return;
    const { jitter } = this.#task.periodic;
    this.#cancel = after(milliseconds + Math.floor(Math.random() * jitter), () => this.#due());
  }

  #due(): void {
    const run = new PeriodicRun(this.#task);
    if (this.#run?.isRunning === true) {
      run.logLine('error', byteStringOf(`${this.#name} is already running, killing previous instance`));
      this.#run.end();
    }
    this.#run = run;
    const { pools, block, periodic } = this.#task;
    const next = () => this.#wait(periodic.interval);
    if (pools.of(block) === undefined) {
      const missing = `no "js_import" directives found for "js_periodic" handler "${periodic.handler}" in the current scope`;
      run.logLine('error', byteStringOf(missing));
      run.end();
      next();
    } else {
      // The interval begins when the handler has returned.
      run.begin(next).catch((error: unknown) => {
        run.end();
        run.logLine('alert', byteStringOf(`bug in the host: ${error instanceof Error ? error.stack : error}`));
      });
    }
  }

  get #name(): string {
    const { protocol, periodic } = this.#task;
    return `${protocol} js periodic "${periodic.handler}"`;
  }
}

/** Does something after any number of milliseconds; returns a function that cancels it. */
function after(milliseconds: number, work: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    const part = Math.min(left, longest);
    timer = setTimeout(() => (left > part ? wait(left - part) : work()), part);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}

/** Deadlines that count only time in which an answer could have come and been noticed. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one step of counting, at most. */
const STEP_MS = 50;

/** Steps that even the shortest deadline is counted in. */
const STEPS = 4;

/** How much longer than a step may take what counts as one: more is time in which this process did not run. */
const LATE = 1.5;

/** The least share of time that counts, so that every wait ends. */
const LEAST_SHARE = 0.1;

/** Milliseconds for which a partner was ready to run and was given no processor, since any time. */
export type StarvedTime = () => number;

/** How long a partner is waited for. */
export interface Patience {
  /** Milliseconds, as `AttentiveTimer` counts them. */
  readonly deadlineMs: number;
  /** Of the partner. */
  readonly starved: StarvedTime;
}

/**
 * Calls `late` once so many milliseconds were counted. Time does not count in which this process did not run, because of
 * its other work or of other programs, nor time in which `starved` says so of the partner; but a tenth of
 * the time always counts.
 */
export class AttentiveTimer {
  readonly #ms: number;
  readonly #step: number;
  readonly #late: () => void;
  readonly #starved: StarvedTime;
  readonly #interval: NodeJS.Timeout;
  #over = false;
  #counted = 0;
  #last = performance.now();
  #lastStarved: number | undefined;

  constructor(ms: number, late: () => void, starved: StarvedTime = () => 0) {
    this.#ms = ms;
    this.#step = Math.max(1, Math.min(STEP_MS, ms / STEPS));
    this.#late = late;
    this.#starved = starved;
    this.#interval = setInterval(() => this.#count(), this.#step);
  }

  /** Counts from the beginning. */
  restart(): void {
    this.#counted = 0;
  }

  cancel(): void {
    this.#over = true;
    clearInterval(this.#interval);
  }

  #count(): void {
    const now = performance.now();
    const starved = this.#starved();
    const passed = now - this.#last;
    const attended = Math.min(passed, this.#step * LATE) - (starved - (this.#lastStarved ?? starved));
    this.#counted += Math.max(attended, passed * LEAST_SHARE);
    this.#last = now;
    this.#lastStarved = starved;
    if (this.#counted < this.#ms) return;
    clearInterval(this.#interval);
    // What has arrived by now is read before that.
    setImmediate(() => this.#over || this.#late());
  }
}

/** How long a process was ready to run and was given no processor, as Linux reports it; always 0 elsewhere. */
export const starvationOf = (pid: number): StarvedTime => starvationOfAll(() => [pid]);

/** The same of several processes together, which come and go. */
export function starvationOfAll(pids: () => readonly number[]): StarvedTime {
  let read = Number.NEGATIVE_INFINITY;
  let waited = 0;
  const seen = new Map<string, number>();
  return () => {
    const now = performance.now();
    if (now - read < STEP_MS / 2) return waited;
    read = now;
    // Each thread by itself: what one that has ended had waited must not hide what others wait.
    for (const [thread, ms] of pids().flatMap(waitsOf)) {
      waited += Math.max(0, ms - (seen.get(thread) ?? 0));
      seen.set(thread, ms);
    }
    return waited;
  };
}

/** proc(5): of each thread, nanoseconds that it ran, and that it waited to run. */
function waitsOf(pid: number): readonly (readonly [thread: string, ms: number])[] {
  const tasks = `/proc/${pid}/task`;
  try {
    return readdirSync(tasks).map((task) => [task, waitOf(`${tasks}/${task}/schedstat`)]);
  } catch {
    return [];
  }
}

/** 0 for a thread that has ended meanwhile. */
function waitOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Deadlines that count only time in which an answer could have come and been noticed. */
import { readdirSync, readFileSync } from 'node:fs';

/** The most milliseconds of one counting step. */
const STEP_MS = 50;

/** The least number of steps of a deadline. */
const STEPS = 4;

/** A step that takes longer than its length times this factor counts as one step: this process did not run in the rest. */
const LATE = 1.5;

/** Milliseconds for which the starvation of a partner is reused: it is read from a file for each of its threads. */
const FRESH_MS = 100;

/** The least share of time that counts, so that every wait ends. */
const LEAST_SHARE = 0.1;

/** Milliseconds for which a partner was ready to run without a processor, from an arbitrary start. */
export type StarvedTime = () => number;

/** The limit of a wait for a partner. */
export interface WaitLimit {
  /** Milliseconds, as `AttentiveTimer` counts them. */
  readonly deadlineMs: number;
  /** The starvation of the partner. */
  readonly starved: StarvedTime;
}

/**
 * Calls `late` once so many milliseconds were counted. Time does not count while this process did not run, because of its other work or of
 * other programs. Time in which the partner starved by `starved` does not count either. At least a tenth of the time always counts.
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
    // Data that has arrived by now is read before that.
    setImmediate(() => this.#over || this.#late());
  }
}

/** How long a process was ready to run without a processor, as Linux reports it; always 0 on other systems. */
export const starvationOf = (pid: number): StarvedTime => starvationOfAll(() => [pid]);

/** The same for several processes together, which start and end. */
export function starvationOfAll(pids: () => readonly number[]): StarvedTime {
  let read = Number.NEGATIVE_INFINITY;
  let waited = 0;
  const seen = new Map<string, number>();
  return () => {
    const now = performance.now();
    if (now - read < FRESH_MS) return waited;
    read = now;
    // Each thread separately, so that the end of one does not hide the waits of others.
    for (const [thread, ms] of pids().flatMap(waitsOf)) {
      waited += Math.max(0, ms - (seen.get(thread) ?? 0));
      seen.set(thread, ms);
    }
    return waited;
  };
}

/** proc(5): for each thread, nanoseconds that it ran, and that it waited to run. */
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

import type { Ending, TimerPort } from '../../port/port.js';

/** The longest time that Node's timers know, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Timers of one realm. */
export class Timers {
  readonly #running = new Map<number, NodeJS.Timeout>();
  readonly #run: (callback: () => Ending) => void;
  #lastId = 0;

  /** `run` enters the realm for a callback that is due. */
  constructor(run: (callback: () => Ending) => void) {
    this.#run = run;
  }

  get pending(): number {
    return this.#running.size;
  }

  get port(): TimerPort {
    return { set: (milliseconds, callback) => this.#set(milliseconds, callback), clear: (id) => this.#clear(id) };
  }

  close(): void {
    for (const timeout of this.#running.values()) clearTimeout(timeout);
    this.#running.clear();
  }

  #set(milliseconds: number, callback: () => Ending): number {
    const id = ++this.#lastId;
    const due = () => {
      this.#running.delete(id);
      this.#run(callback);
    };
    this.#running.set(id, setTimeout(due, Math.min(milliseconds, longest)));
    return id;
  }

  #clear(id: number): void {
    clearTimeout(this.#running.get(id));
    this.#running.delete(id);
  }
}

import type { AsyncOperation } from '../../../port/later.js';
import type { PortOutcome, RunEnd } from '../../../port/outcome.js';

/** Starts something that ends later; returns a function that cancels it. `drop` is called for work that will have no outcome. */
export type StartOperation<Input, T> = (
  input: Input,
  settle: (outcome: PortOutcome<T>) => void,
  drop: () => void,
) => () => void;

/** Runs code of the realm, then its jobs; reports to its owner how that ended. */
type Enter = (work: () => RunEnd) => void;

/**
 * The pending work of one realm: timers and everything else that ends later. A promise of the realm is not pending work by itself. When
 * nothing is pending, no promise can be settled any more, so a handler that still awaits one has ended.
 */
export class PendingWork {
  readonly #enter: Enter;
  readonly #cancels = new Set<() => void>();
  #waiting: (() => void)[] = [];
  #drops = false;
  /** Operations whose waiting code runs at the moment; they leave nothing unfinished. */
  #settling = 0;
  /** Called whenever an operation has ended and the realm has run the code that waited for it. */
  onSettled: () => void = () => undefined;

  constructor(enter: Enter) {
    this.#enter = enter;
  }

  get count(): number {
    return this.#cancels.size;
  }

  /** Whether the owner leaves work unfinished: work that is cancelled at its end, or that was dropped before. */
  get leavesWork(): boolean {
    return this.count > this.#settling || this.#drops;
  }

  /** Calls `listener` once when nothing is pending any more: immediately if nothing is. */
  whenIdle(listener: () => void): void {
    if (this.count === 0) listener();
    else this.#waiting.push(listener);
  }

  /**
   * The port's form of an operation of the host. It is pending until the realm has run the code that waited for it, or has cancelled it.
   */
  later<Input, T>(start: StartOperation<Input, T>): AsyncOperation<Input, T> {
    return (input, settle) => {
      let open = true;
      const once = (work: () => void) => {
        if (!open) return;
        open = false;
        this.#settling += 1;
        work();
        this.#settling -= 1;
        this.#cancels.delete(cancel);
        this.#listener();
      };
      let stop = () => {};
      const cancel = () => once(() => stop());
      this.#cancels.add(cancel);
      try {
        const drop = () => {
          this.#drops ||= open;
          cancel();
        };
        const end = (outcome: PortOutcome<T>) => {
          if (!open) return;
          once(() => this.#enter(() => settle(outcome)));
          this.onSettled();
        };
        stop = start(input, end, drop);
        return cancel;
      } catch (error) {
        cancel();
        throw error;
      }
    };
  }

  /** Cancels everything. */
  close(): void {
    for (const cancel of [...this.#cancels]) cancel();
    this.#drops = false;
  }

  #listener(): void {
    if (this.count > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const listener of waiting) listener();
  }
}

import type { AsyncOperation } from '../../../port/later.js';
import type { PortOutcome, RunEnd } from '../../../port/outcome.js';

/** Starts something that ends later; what it returns cancels it. `drop` is for what will have no outcome. */
export type StartOperation<Input, T> = (
  input: Input,
  settle: (outcome: PortOutcome<T>) => void,
  drop: () => void,
) => () => void;

/** Runs code of the realm, then its jobs; tells its owner how that ended. */
export type Enter = (work: () => RunEnd) => void;

/**
 * What one realm waits for: timers and everything else that ends later. A promise of the realm is no such thing by itself:
 * when nothing is pending, none of them can be settled any more, and whatever handler still awaits one is through.
 */
export class PendingWork {
  readonly #enter: Enter;
  readonly #cancels = new Set<() => void>();
  #waiting: (() => void)[] = [];
  #drops = false;
  /** Those that run at the moment what waited for them; they leave nothing undone. */
  #settling = 0;
  /** Called whenever something has ended and the realm has run what waited for it. */
  onSettled: () => void = () => undefined;

  constructor(enter: Enter) {
    this.#enter = enter;
  }

  get count(): number {
    return this.#cancels.size;
  }

  /** Whether the owner leaves something undone: what is cancelled when it ends, or has been dropped before. */
  get leavesWork(): boolean {
    return this.count > this.#settling || this.#drops;
  }

  /** Tells once when nothing is pending any more: at once when nothing is. */
  whenThrough(tell: () => void): void {
    if (this.count === 0) tell();
    else this.#waiting.push(tell);
  }

  /** The port's shape of work of the host. It is pending until the realm has run what waited for it, or cancelled it. */
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
        this.#tell();
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

  #tell(): void {
    if (this.count > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tell of waiting) tell();
  }
}

/** The starts of a target: one session at a time, and a target that is lost after starts that failed. */
import {
  type Driver,
  type Session,
  type SessionSetup,
  SetupRefused,
  StartTimedOut,
  type TargetUnavailable,
} from './target.js';

/** Failed starts in a row after which a target is lost. */
const MOST_FAILED_STARTS = 3;

export class Starts {
  readonly #driver: Driver;
  readonly #setup: SessionSetup;
  /** Called with the reason when the target cannot be restarted. */
  readonly #gone: ((why: string) => void) | undefined;
  #session: Promise<Session> | undefined;
  #lost: TargetUnavailable | undefined;
  #failedStarts = 0;

  constructor(driver: Driver, setup: SessionSetup, gone: ((why: string) => void) | undefined) {
    this.#driver = driver;
    this.#setup = setup;
    this.#gone = gone;
  }

  /** Why the target is not started any more. */
  get lost(): TargetUnavailable | undefined {
    return this.#lost;
  }

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** The session; starts the target if there is none. */
  open(): Promise<Session> {
    this.#session ??= this.#start();
    return this.#session;
  }

  /** Stops the session; `undefined` if there is none. */
  stop(): Promise<void> | undefined {
    const session = this.#session;
    this.#session = undefined;
    return session?.then((one) => one.stop());
  }

  /** A target that could not be started is tried again for the next requests, unless that costs much or is futile. */
  failed(error: TargetUnavailable): void {
    const again = this.#failedStarts > 0 && this.#failedStarts < MOST_FAILED_STARTS;
    if (this.#lost === undefined) this.#gone?.(error.message);
    const vain = error instanceof StartTimedOut || error instanceof SetupRefused;
    if (!again || vain || !this.#driver.restarts) this.#lost ??= error;
  }

  #start(): Promise<Session> {
    const starting = this.#driver.start(this.#setup);
    starting.then(
      () => {
        this.#failedStarts = 0;
      },
      () => {
        this.#failedStarts += 1;
        if (this.#session === starting) this.#session = undefined;
      },
    );
    return starting;
  }
}

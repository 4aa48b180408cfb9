import type { PortOutcome, RunEnd } from '../../../port/outcome.js';
import type { HandlerReturn } from '../../../port/runtime.js';
import type { Argument, HandlerSubject } from '../../../port/subject.js';
import type { HostedRealm } from './hosted.js';
import type { HandlerFailure, RealmOwner } from './owner.js';
import type { PendingWork } from './pending.js';
import type { Keeper, ReadyRealm } from './resting.js';

/** The state of a call when it returns. The owner has already received any failure. */
export type HandlerCall =
  /** `value` converts the result of the handler, or the argument of `setReturnValue`, for variable handlers. */
  /** `leavesRejection`: a promise is rejected without a handler; it may be the handler's own. */
  | { readonly kind: 'ended'; readonly value: () => HandlerResult; readonly leavesRejection: boolean }
  /**
   * Work is pending that can run more code of the handler; unless `isFirst`, it may be left from an earlier call. `ended` settles when
   * nothing is pending: with `failed` if a callback has failed or a promise is left rejected.
   */
  | {
      readonly kind: 'pending';
      readonly isFirst: boolean;
      readonly value: () => HandlerResult;
      readonly ended: Promise<'ended' | 'failed'>;
    }
  | { readonly kind: 'failed' };

/** `failed` if converting a value threw. */
type HandlerResult = { readonly kind: 'value'; readonly value: string | Uint8Array } | { readonly kind: 'failed' };

/** A realm that works for one owner. Subjects are only data to it. */
export class OwnedRealm {
  readonly #ready: ReadyRealm;
  readonly #hosted: HostedRealm;
  readonly keeper: Keeper;
  #failures = 0;

  /** Whether it has called a handler. */
  isUsed = false;

  /** The keeper receives the realm once it is closed. */
  constructor(ready: ReadyRealm, owner: RealmOwner, keeper: Keeper) {
    this.#ready = ready;
    this.#hosted = ready.hosted;
    this.keeper = keeper;
    this.#hosted.owner = owner;
    this.#hosted.onFailure = () => {
      this.#failures += 1;
    };
  }

  /** How often something has failed in the realm so far. */
  get failures(): number {
    return this.#failures;
  }

  /** The realm's pending work. */
  get pending(): PendingWork {
    return this.#hosted.pending;
  }

  /** Calls handlers of every kind. The first call runs the top-level code of the modules. */
  call(handler: string, subject: HandlerSubject, args: readonly Argument[] = []): HandlerCall {
    this.isUsed = true;
    if (!this.#evaluated()) return { kind: 'failed' };
    const before = this.pending.count;
    const called = this.#hosted.realm.enter((runtime) => runtime.call(handler, subject, args));
    if (called.kind === 'not found') this.#failed({ kind: 'not found', handler });
    if (called.kind === 'thrown') this.#failed(called);
    if (called.kind === 'not found' || called.kind === 'thrown') return { kind: 'failed' };
    const value = () => this.#valueOf(called);
    if (this.pending.count === 0) return { kind: 'ended', value, leavesRejection: this.#hosted.leavesRejection };
    return { kind: 'pending', isFirst: before === 0, value, ended: this.#ended() };
  }

  /** Runs a callback that a script has given to the host. Returns false if it threw; the owner has received the failure. */
  run(callback: () => RunEnd): boolean {
    const ending = this.#hosted.realm.enter(callback);
    if (ending.kind === 'thrown') this.#failed(ending);
    return ending.kind === 'done';
  }

  /** Ends the work for the owner: runs `exit` callbacks and cancels all pending work. */
  close(): void {
    const isFinished = this.#hosted.rest();
    this.keeper.receive(this.#ready, isFinished && this.#failures === 0);
  }

  /** Runs the modules' top level if that has not happened yet. */
  #evaluated(): boolean {
    try {
      this.#ready.scripts.evaluate();
      return true;
    } catch (thrown) {
      this.#failed(this.#hosted.realm.enter((runtime) => runtime.failure(thrown)));
      return false;
    }
  }

  async #ended(): Promise<'ended' | 'failed'> {
    const before = this.#failures;
    await new Promise<void>((resolve) => this.pending.whenIdle(resolve));
    return this.#failures > before || this.#hosted.leavesRejection ? 'failed' : 'ended';
  }

  #failed(failure: HandlerFailure): void {
    this.#failures += 1;
    this.#hosted.owner?.failed(failure);
  }

  #valueOf(called: HandlerReturn & { readonly value: () => PortOutcome<string | Uint8Array> }): HandlerResult {
    const outcome = this.#hosted.realm.enter(() => called.value());
    if (outcome.ok) return { kind: 'value', value: outcome.value };
    this.#failed({ kind: 'thrown', message: outcome.message, place: undefined });
    return { kind: 'failed' };
  }
}

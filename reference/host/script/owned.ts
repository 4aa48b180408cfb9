import type { Outcome, RunEnd, Thrown } from '../../port/outcome.js';
import type { HandlerReturn } from '../../port/runtime.js';
import type { Argument, HandlerSubject } from '../../port/subject.js';
import type { HostedRealm } from './hosted.js';
import type { Failure, RealmOwner } from './owner.js';
import type { Pending } from './pending.js';
import type { Keeper, ReadyRealm } from './resting.js';

/** How a call stands when it returns. The owner was already told of a failure. */
export type HandlerCall =
  /** `value` converts what the handler returned, or gave to `setReturnValue`, for variable handlers. */
  | { readonly kind: 'ended'; readonly value: () => Returned }
  /**
   * Something is left that can run more of it, perhaps from an earlier call alone, unless `isFirst`; `ended` settles when nothing is, or at
   * a failure before.
   */
  | {
      readonly kind: 'pending';
      readonly isFirst: boolean;
      readonly value: () => Returned;
      readonly ended: Promise<'ended' | 'failed'>;
    }
  /** `isThrown`: not by the promise that it returned. */
  | { readonly kind: 'failed'; readonly isThrown: boolean };

/** `failed` where converting a value threw. */
export type Returned = { readonly kind: 'value'; readonly value: string | Uint8Array } | { readonly kind: 'failed' };

/** A realm that works for one owner. It knows subjects as data alone. */
export class OwnedRealm {
  readonly #ready: ReadyRealm;
  readonly #hosted: HostedRealm;
  readonly keeper: Keeper;
  /** Handlers under way, once there are any. */
  #runs: Set<Run> | undefined;
  #hasFailed = false;

  /** Whether it has called a handler. */
  isUsed = false;

  /** The keeper gets the realm once it is closed. */
  constructor(ready: ReadyRealm, owner: RealmOwner, keeper: Keeper) {
    this.#ready = ready;
    this.#hosted = ready.hosted;
    this.keeper = keeper;
    this.#hosted.owner = owner;
    this.#hosted.onFailure = () => this.#fail();
  }

  /** What the realm waits for. */
  get pending(): Pending {
    return this.#hosted.pending;
  }

  /** The one entry for handlers of every kind. Top-level code of the modules runs at the first call. */
  call(handler: string, subject: HandlerSubject, args: readonly Argument[] = []): HandlerCall {
    this.isUsed = true;
    if (!this.#evaluated()) return { kind: 'failed', isThrown: true };
    const run = new Run();
    const before = this.pending.count;
    const settled = (ending: RunEnd) => {
      if (ending.kind === 'thrown') this.#failRun(run, ending);
    };
    const called = this.#hosted.realm.enter((runtime) => runtime.call(handler, subject, args, settled));
    if (called.kind === 'not found') this.#failed({ kind: 'not found', handler });
    if (called.kind === 'thrown') this.#failed(called);
    if (called.kind === 'not found' || called.kind === 'thrown') return { kind: 'failed', isThrown: true };
    if (run.failed) return { kind: 'failed', isThrown: false };
    const value = () => this.#valueOf(called);
    if (this.pending.count === 0) return { kind: 'ended', value };
    return { kind: 'pending', isFirst: before === 0, value, ended: this.#ended(run) };
  }

  /** Ends the work for the owner: `exit` callbacks run; all that is pending is cancelled. */
  close(): void {
    const isThrough = this.#hosted.rest();
    this.keeper.receive(this.#ready, isThrough && !this.#hasFailed);
  }

  /** Runs the modules' top level where that has not happened yet. */
  #evaluated(): boolean {
    try {
      this.#ready.scripts.evaluate();
      return true;
    } catch (thrown) {
      this.#failed(this.#hosted.realm.enter((runtime) => runtime.failure(thrown)));
      return false;
    }
  }

  async #ended(run: Run): Promise<'ended' | 'failed'> {
    this.#runs ??= new Set();
    this.#runs.add(run);
    this.pending.whenThrough(() => run.end());
    await run.ended;
    this.#runs.delete(run);
    return run.failed ? 'failed' : 'ended';
  }

  #failRun(run: Run, thrown: Thrown): void {
    this.#failed(thrown);
    run.fail();
  }

  #failed(failure: Failure): void {
    this.#hasFailed = true;
    this.#hosted.owner?.failed(failure);
  }

  /** What fails in a realm fails whatever runs in it. */
  #fail(): void {
    this.#hasFailed = true;
    for (const run of this.#runs ?? []) run.fail();
  }

  #valueOf(called: HandlerReturn & { readonly value: () => Outcome<string | Uint8Array> }): Returned {
    const outcome = this.#hosted.realm.enter(() => called.value());
    if (outcome.ok) return { kind: 'value', value: outcome.value };
    this.#failed({ kind: 'thrown', message: outcome.message, place: undefined });
    return { kind: 'failed' };
  }
}

/** A handler that is under way. */
class Run {
  failed = false;
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.#end();
  }

  fail(): void {
    this.failed = true;
    this.#end();
  }
}

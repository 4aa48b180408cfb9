import type { Outcome, RunEnd } from '../../port/outcome.js';
import type { HandlerReturn } from '../../port/runtime.js';
import type { Argument, HandlerSubject } from '../../port/subject.js';
import type { HostedRealm } from './hosted.js';
import type { LinkedScripts } from './scripts.js';

/** How a call stands when it returns. The owner was already told of a failure. */
export type HandlerCall =
  /** `value` converts what the handler returned, or gave to `setReturnValue`, for variable handlers. */
  | { readonly kind: 'ended'; readonly value: () => Returned }
  /** Something is left that can run more of it; `ended` settles when nothing is, or at a failure before. */
  | { readonly kind: 'pending'; readonly value: () => Returned; readonly ended: Promise<'ended' | 'failed'> }
  | { readonly kind: 'failed' };

/** `failed` where converting a value threw. */
export type Returned = { readonly kind: 'value'; readonly value: string | Uint8Array } | { readonly kind: 'failed' };

/** A realm that works for one owner. It knows subjects as data alone. */
export class OwnedRealm {
  readonly #hosted: HostedRealm;
  readonly #scripts: LinkedScripts;
  readonly #runs = new Set<Run>();

  constructor(hosted: HostedRealm, scripts: LinkedScripts) {
    this.#hosted = hosted;
    this.#scripts = scripts;
    hosted.onFailure = () => this.#fail();
  }

  /** The one entry for handlers of every kind. Top-level code of the modules runs at the first call. */
  call(handler: string, subject: HandlerSubject, args: readonly Argument[] = []): HandlerCall {
    if (!this.#evaluated()) return { kind: 'failed' };
    const run = new Run();
    const settled = (ending: RunEnd) => {
      if (ending.kind === 'thrown') this.#failRun(run, ending.message);
    };
    const called = this.#hosted.realm.enter((runtime) => runtime.call(handler, subject, args, settled));
    if (called.kind === 'not found') this.#hosted.owner?.failed({ kind: 'not found', handler });
    if (called.kind === 'thrown') this.#hosted.owner?.failed(called);
    if (called.kind === 'not found' || called.kind === 'thrown' || run.failed) return { kind: 'failed' };
    const value = () => this.#valueOf(called);
    if (this.#hosted.pending.count === 0) return { kind: 'ended', value };
    return { kind: 'pending', value, ended: this.#ended(run) };
  }

  /** Ends the realm: `exit` callbacks run; all that is pending is cancelled. */
  close(): void {
    this.#hosted.close();
  }

  /** Runs the modules' top level where that has not happened yet. */
  #evaluated(): boolean {
    try {
      this.#scripts.evaluate();
      return true;
    } catch (thrown) {
      this.#hosted.owner?.failed({ kind: 'thrown', message: this.#hosted.realm.runtime.describe(thrown) });
      return false;
    }
  }

  async #ended(run: Run): Promise<'ended' | 'failed'> {
    this.#runs.add(run);
    this.#hosted.pending.whenThrough(() => run.end());
    await run.ended;
    this.#runs.delete(run);
    return run.failed ? 'failed' : 'ended';
  }

  #failRun(run: Run, message: string): void {
    this.#hosted.owner?.failed({ kind: 'thrown', message });
    run.fail();
  }

  /** What fails in a realm fails whatever runs in it. */
  #fail(): void {
    for (const run of this.#runs) run.fail();
  }

  #valueOf(called: HandlerReturn & { readonly value: () => Outcome<string | Uint8Array> }): Returned {
    const outcome = this.#hosted.realm.enter(() => called.value());
    if (outcome.ok) return { kind: 'value', value: outcome.value };
    this.#hosted.owner?.failed({ kind: 'thrown', message: outcome.message });
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

import type { ConsoleLevel, Ending, HttpRequestPort, Outcome } from '../../port/port.js';
import { type ByteString, byteStringOf } from '../byte-string.js';
import { logLevels } from '../core/error-log.js';
import type { ReadyRealm, RealmPool } from '../script/pool.js';

export type Failure =
  | { readonly kind: 'not found'; readonly handler: string }
  | { readonly kind: 'thrown'; readonly message: string };

export interface Subject {
  readonly kind: 'http';
  readonly port: (setReturnValue: (value: ByteString) => void) => HttpRequestPort;
}

export interface RealmOwner {
  readonly log: (level: number, message: string | Uint8Array) => Outcome<undefined>;
  readonly print: (level: ConsoleLevel, messages: readonly string[]) => void;
  readonly failed: (failure: Failure) => void;
}

/** The joint of today; replaced by script/owned. */
export class OwnedRealm {
  readonly #ready: ReadyRealm;
  readonly #owner: RealmOwner;
  readonly #port: HttpRequestPort;
  #returnValue: ByteString | undefined;
  #failed = false;
  #settle: () => void = () => undefined;

  constructor(owner: RealmOwner, subject: Subject, ready: ReadyRealm) {
    this.#ready = ready;
    this.#owner = owner;
    this.#port = subject.port((value) => {
      this.#returnValue = value;
    });
    ready.hosted.owner = {
      log: (level, message) => void owner.log(logLevels.indexOf(level) + 1, message),
      print: owner.print,
      returned: (ending) => this.#ended(ending),
    };
  }

  static async take(pool: RealmPool, owner: RealmOwner, subject: Subject): Promise<OwnedRealm> {
    return new OwnedRealm(owner, subject, await pool.take());
  }

  async run(handler: string): Promise<'ended' | 'failed'> {
    const { hosted } = this.#ready;
    this.#failed = false;
    const ended = new Promise<void>((resolve) => {
      this.#settle = () => {
        if (this.#failed || hosted.pending === 0) resolve();
      };
    });
    this.#ended(this.#evaluated() ?? this.#call(handler));
    await ended;
    return this.#failed ? 'failed' : 'ended';
  }

  callVariable(handler: string): ByteString | undefined {
    const unusable = this.#evaluated();
    if (unusable !== undefined) {
      this.#tell(unusable, handler);
      return undefined;
    }
    const outer = this.#returnValue;
    this.#returnValue = undefined;
    const outcome = this.#ready.hosted.realm.enter((runtime) =>
      runtime.callVariable(handler, this.#port, (message) => this.#tell({ kind: 'thrown', message }, handler)),
    );
    const set = this.#returnValue;
    this.#returnValue = outer;
    if (outcome.ok) return set ?? byteStringOf(outcome.value);
    this.#tell({ kind: 'thrown', message: outcome.message }, handler);
    return undefined;
  }

  close(): void {
    this.#ready.hosted.close();
  }

  #call(handler: string): Ending {
    const { realm } = this.#ready.hosted;
    const ending = realm.enter((runtime) =>
      runtime.callHttp(handler, this.#port, (message) => this.#ended({ kind: 'thrown', message })),
    );
    if (ending.kind === 'not found') this.#tell(ending, handler);
    return ending;
  }

  #evaluated(): Ending | undefined {
    try {
      this.#ready.scripts.evaluate();
      return undefined;
    } catch (thrown) {
      return { kind: 'thrown', message: this.#ready.hosted.realm.runtime.describe(thrown) };
    }
  }

  #ended(ending: Ending): void {
    if (ending.kind === 'thrown') this.#tell(ending, '');
    if (ending.kind !== 'done') this.#failed = true;
    this.#settle();
  }

  #tell(ending: Ending, handler: string): void {
    if (ending.kind === 'not found') this.#owner.failed({ kind: 'not found', handler });
    else if (ending.kind === 'thrown') this.#owner.failed({ kind: 'thrown', message: ending.message });
  }
}

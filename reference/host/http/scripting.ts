import type { Ending, HttpRequestPort } from '../../port.js';
import { bytesOf, type Octets, octetsOf } from '../octets.js';
import type { ReadyRealm } from '../realms/pool.js';
import { logLimit } from './log-limit.js';
import type { HttpRequest } from './request.js';
import { requestPort } from './request-port.js';

/** The script VM of one request. */
export class RequestScripts {
  readonly #request: HttpRequest;
  readonly #ready: ReadyRealm;
  readonly #port: HttpRequestPort;
  #returnValue: Octets | undefined;
  #failed = false;
  #settle: (() => void) | undefined;

  constructor(request: HttpRequest, ready: ReadyRealm) {
    this.#request = request;
    this.#ready = ready;
    this.#port = requestPort(request, (value) => {
      this.#returnValue = value;
    });
    ready.hosted.owner = {
      log: (level, message) => {
        const line = [Buffer.from('js: '), logLimit(bytesOf(message)), Buffer.from(`, ${request.logSuffix}`)];
        request.log.write(level, Buffer.concat(line), request.connection.number);
      },
      returned: (ending) => this.#ended(ending),
    };
  }

  /** Runs a content handler to its end: promises are settled and no timer is left. Tells whether it ended well. */
  async callContent(handler: string): Promise<boolean> {
    const { realm } = this.#ready.hosted;
    let waitsForPromise = false;
    const ended = new Promise<void>((resolve) => {
      this.#settle = () => {
        if (this.#failed || (!waitsForPromise && this.#ready.hosted.timers.pending === 0)) resolve();
      };
    });
    this.#ended(
      this.#evaluated() ??
        realm.enter((runtime) => {
          const ending = runtime.callHttp(handler, this.#port, (later) => {
            waitsForPromise = false;
            this.#ended(later);
          });
          waitsForPromise = ending.kind === 'pending';
          return ending;
        }),
    );
    await ended;
    return !this.#failed;
  }

  /** Calls a variable handler; its value, or `undefined` when it failed or gave none. */
  callVariable(handler: string): Octets | undefined {
    const failed = this.#evaluated();
    if (failed !== undefined) {
      this.#ended(failed);
      return undefined;
    }
    this.#returnValue = undefined;
    const outcome = this.#ready.hosted.realm.enter((runtime) => runtime.callVariable(handler, this.#port));
    if (!outcome.ok) {
      this.#logException(outcome.message);
      return undefined;
    }
    return this.#returnValue ?? (outcome.value === undefined ? undefined : octetsOf(outcome.value));
  }

  close(): void {
    this.#ready.hosted.close();
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
    if (ending.kind === 'thrown') {
      this.#failed = true;
      this.#logException(ending.message);
    }
    this.#settle?.();
  }

  #logException(message: string): void {
    const { log, connection, logSuffix } = this.#request;
    log.write('error', `js exception: ${message}, ${logSuffix}`, connection.number);
  }
}

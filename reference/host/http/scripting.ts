import type { Ending, HttpRequestPort } from '../../port/port.js';
import { bytesOf, type Octets, octetsOf } from '../octets.js';
import type { ReadyRealm } from '../script/pool.js';
import type { HttpRequest } from './request.js';
import { requestPort } from './request-port.js';

/** The script VM of one request. */
export class RequestScripts {
  readonly #request: HttpRequest;
  readonly #ready: ReadyRealm;
  readonly #port: HttpRequestPort;
  #returnValue: Octets | undefined;
  #failed = false;
  #settle: () => void = () => undefined;

  constructor(request: HttpRequest, ready: ReadyRealm) {
    this.#request = request;
    this.#ready = ready;
    this.#port = requestPort(request, (value) => {
      this.#returnValue = value;
    });
    ready.hosted.owner = {
      log: (level, message) => request.logScript(level, bytesOf(message)),
      print: (level, messages) => {
        for (const message of messages) request.print(level, Buffer.from(message));
      },
      returned: (ending) => this.#ended(ending),
    };
  }

  /** Runs a handler to its end, when no event is left that could run more of it. Tells how it ended. */
  async run(handler: string): Promise<'done' | 'failed'> {
    const { hosted } = this.#ready;
    this.#failed = false;
    const ended = new Promise<void>((resolve) => {
      this.#settle = () => {
        if (this.#failed || hosted.pending === 0) resolve();
      };
    });
    this.#ended(this.#evaluated() ?? this.#call(handler));
    await ended;
    return this.#failed ? 'failed' : 'done';
  }

  /** Calls a variable handler; its value, or `undefined` when it failed. */
  callVariable(handler: string): Octets | undefined {
    const unusable = this.#evaluated();
    if (unusable !== undefined) {
      this.#log(unusable, handler);
      return undefined;
    }
    const outer = this.#returnValue;
    this.#returnValue = undefined;
    const outcome = this.#ready.hosted.realm.enter((runtime) =>
      runtime.callVariable(handler, this.#port, (message) => this.#log({ kind: 'thrown', message }, handler)),
    );
    const set = this.#returnValue;
    this.#returnValue = outer;
    if (outcome.ok) return set ?? octetsOf(outcome.value);
    this.#log({ kind: 'thrown', message: outcome.message }, handler);
    return undefined;
  }

  close(): void {
    this.#ready.hosted.close();
  }

  #call(handler: string): Ending {
    const { realm } = this.#ready.hosted;
    this.#request.hold();
    const ending = realm.enter((runtime) =>
      runtime.callHttp(handler, this.#port, (message) => this.#ended({ kind: 'thrown', message })),
    );
    if (ending.kind === 'not found') this.#log(ending, handler);
    return ending;
  }

  /** Runs the modules' top level where that has not happened yet; tells how it failed. */
  #evaluated(): Ending | undefined {
    try {
      this.#ready.scripts.evaluate();
      return undefined;
    } catch (thrown) {
      return { kind: 'thrown', message: this.#ready.hosted.realm.runtime.describe(thrown) };
    }
  }

  #ended(ending: Ending): void {
    if (ending.kind === 'thrown') this.#log(ending, '');
    if (ending.kind !== 'done') this.#failed = true;
    this.#settle();
  }

  #log(ending: Ending, handler: string): void {
    if (ending.kind === 'not found') this.#request.logLine('error', `js function "${handler}" not found`);
    else if (ending.kind === 'thrown') this.#request.logLine('error', `js exception: ${ending.message}`);
  }
}

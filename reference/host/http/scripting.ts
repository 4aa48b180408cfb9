import type { Outcome } from '../../port/outcome.js';
import type { Subject } from '../../port/subject.js';
import { logLevels } from '../configuration/configuration.js';
import { bytesOf, type Octets, octetsOf } from '../octets.js';
import type { OwnedRealm } from '../script/owned.js';
import type { Failure, RealmOwner } from '../script/owner.js';
import type { RealmPool } from '../script/pool.js';
import type { HttpRequest } from './request.js';
import { requestPort } from './request-port.js';

/** The script VM of one request. */
export class RequestScripts {
  readonly #request: HttpRequest;
  readonly #realm: OwnedRealm;
  readonly #subject: Subject;

  private constructor(request: HttpRequest, realm: OwnedRealm) {
    this.#request = request;
    this.#realm = realm;
    this.#subject = { kind: 'http', port: requestPort(request) };
  }

  static async take(pool: RealmPool, request: HttpRequest): Promise<RequestScripts> {
    return new RequestScripts(request, await pool.take(ownerOf(request)));
  }

  /** Runs a handler to its end, when no event is left that could run more of it. Tells how it ended. */
  async run(handler: string): Promise<'ended' | 'failed'> {
    this.#request.hold();
    const call = this.#realm.call(handler, this.#subject);
    return call.kind === 'pending' ? await call.ended : call.kind;
  }

  /** Calls a variable handler; its value, or `undefined` when it failed. */
  callVariable(handler: string): Octets | undefined {
    const call = this.#realm.call(handler, this.#subject);
    if (call.kind === 'failed') return undefined;
    const returned = call.value();
    return returned.kind === 'failed' ? undefined : octetsOf(returned.value);
  }

  close(): void {
    this.#realm.close();
  }
}

function ownerOf(request: HttpRequest): RealmOwner {
  return {
    log: (level, message) => logLine(request, level, message),
    print: (level, messages) => {
      for (const message of messages) request.print(level, Buffer.from(message));
    },
    failed: (failure) => request.logLine('error', wordsOf(failure)),
  };
}

/** 2/host-object-operations/p2 */
function logLine(request: HttpRequest, level: number, message: string | Uint8Array): Outcome<undefined> {
  const name = logLevels[level - 1];
  if (name === undefined) return { ok: false, name: 'RangeError', message: `unknown log level ${level}` };
  request.logScript(name, bytesOf(message));
  return { ok: true, value: undefined };
}

function wordsOf(failure: Failure): string {
  switch (failure.kind) {
    case 'not found':
      return `js function "${failure.handler}" not found`;
    case 'thrown':
      return `js exception: ${failure.message}`;
  }
}

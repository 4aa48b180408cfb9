/** One endpoint: sends requests to it, retries while nothing listens there, and decides when it is lost. */

import { setTimeout as wait } from 'node:timers/promises';
import { TargetUnavailable } from '../../executor/target.js';
import { TargetDown } from '../../language/failures.js';
import type { RawAnswer, Transport, TransportEnd, TransportRequest } from './transport.js';

/** Milliseconds before each new attempt to reach an endpoint: about a second in total. */
const ATTEMPTS_AFTER = [50, 100, 200, 300, 350];

/** Why no connection is made, by the codes of the system. */
const UNREACHABLE: { readonly [code: string]: string } = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'there is no such host',
};

/** The number of unanswered requests in a row after which the endpoint is checked. */
const SILENT = 12;

/** The number of checks, since the endpoint may still be busy with requests that came all at once. */
const SIGNS = 3;

interface ServiceOptions {
  readonly transport: Transport;
  /** The name of the endpoint in messages. */
  readonly origin: string;
  /** A request that it has answered before, which a check sends again. */
  readonly sign: TransportRequest;
}

/** The endpoint went down or hung at a request; `status` is present once the head of the answer has arrived. */
export class EndpointDown extends TargetDown {
  readonly status: number | undefined;
  constructor(how: TargetDown['how'], detail: string, afterMs: number, status: number | undefined) {
    super(how, detail, afterMs);
    this.status = status;
  }
}

export class Service {
  readonly #options: ServiceOptions;
  #silent = 0;
  #gone = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /**
   * The whole answer.
   * @throws EndpointDown if it is broken off, is no HTTP, or does not come in time
   * @throws TargetUnavailable if the endpoint cannot be reached, or no longer answers
   * @throws Error for a request that cannot be sent, without any part of it
   */
  async exchange(sending: TransportRequest): Promise<RawAnswer> {
    if (this.#gone) throw this.#unavailable(`has stopped answering: ${SILENT} requests in a row`);
    const ended = await this.#reach(sending);
    switch (ended.kind) {
      case 'answered':
        this.#silent = 0;
        return ended;
      case 'broken':
        this.#silent = 0;
        throw new EndpointDown('crash', ended.detail, 0, ended.status);
      case 'timed out':
        await this.#heardNothing();
        throw new EndpointDown('hang', `no answer within ${ended.afterMs} ms`, ended.afterMs, ended.status);
      case 'unreachable':
        throw this.#unavailable(`cannot be reached: ${UNREACHABLE[ended.code] ?? ended.code}`);
    }
  }

  /** An endpoint that restarts after a crash has time to do so. One where nothing listens has used that time already. */
  async #reach(sending: TransportRequest): Promise<TransportEnd> {
    for (const pause of ATTEMPTS_AFTER) {
      const ended = await this.#options.transport.send(sending);
      if (ended.kind !== 'unreachable' || ended.code === 'UND_ERR_CONNECT_TIMEOUT') return ended;
      await wait(pause);
    }
    return this.#options.transport.send(sending);
  }

  /** An endpoint that hangs on some requests may answer others. It is lost if it no longer answers a request that it answered before. */
  async #heardNothing(): Promise<void> {
    if (++this.#silent < SILENT) return;
    this.#silent = 0;
    const { transport, sign } = this.#options;
    let silent = true;
    for (let i = 0; i < SIGNS && silent; i++) silent = isSilent(await transport.send(sign));
    this.#gone ||= silent;
  }

  #unavailable(what: string): TargetUnavailable {
    return new TargetUnavailable(`${this.#options.origin} ${what}`);
  }
}

/** Any bytes count as a response, even if the response breaks off or never ends. */
const isSilent = (ended: TransportEnd): boolean =>
  ended.kind === 'unreachable' || (ended.kind === 'timed out' && ended.status === undefined);

import type { Socket } from 'node:net';
import type { FetchSource } from '../../host/support/scripting/fetching.js';
import { fetchSettings } from '../../host/support/scripting/settings.js';
import { systemError } from '../../host/support/system-errors.js';
import type { Address } from '../core/listen.js';
import { type ReadResponseHead, readResponseHead } from '../proxy/response-head.js';
import { addressText } from '../upstream/address.js';
import { afterSilence, connectedSocket, UpstreamConnection, type UpstreamFailure } from '../upstream/connection.js';
import { FetchedResponse, type ReadingOptions, type ResponseProgress } from './response.js';
import type { FetchTls } from './tls.js';

/** How one attempt to get a response ended; with `unreachable`, another address may succeed. */
export type AttemptEnd =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'left' };

/** The bytes for a connection, and how to read the answer. */
export interface FetchExchange {
  readonly sent: Buffer;
  readonly reading: ReadingOptions;
}

/** Parameters of a connection. */
export interface ConnectionPlan {
  readonly address: Address;
  /** The request that asks a proxy for a tunnel. */
  readonly connect: Buffer | undefined;
  readonly encryption:
    | { readonly tls: FetchTls; readonly name: string; readonly isName: boolean; readonly verify: boolean }
    | undefined;
}

const unreachable: AttemptEnd = { kind: 'unreachable' };
const timedOut: AttemptEnd = { kind: 'failed', message: 'read timed out' };
/** Errors of the call itself; others are reported once the socket is used. */
const immediate = new Set(['ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM']);

/** One attempt, which must be finished within `js_fetch_timeout`. */
export class FetchAttempt {
  readonly #source: FetchSource;
  readonly #until: number;
  #abortCall: () => void = () => undefined;
  #isBroken = false;

  constructor(source: FetchSource) {
    this.#source = source;
    this.#until = performance.now() + fetchSettings.timeout.of(source.block);
  }

  /** Cancels the attempt: whatever is in progress ends as `left`. */
  abort(): void {
    this.#isBroken = true;
    this.#abortCall();
  }

  /** Connects, and encrypts the connection if requested. */
  async connect(plan: ConnectionPlan): Promise<UpstreamConnection | AttemptEnd> {
    const socket = await connectedSocket({
      address: plan.address,
      withinMs: this.#left,
      secure: undefined,
      setAbort: (abort) => this.#setAbort(abort),
    });
    if ('failure' in socket) return this.#notConnected(socket.failure, plan);
    const connection = new UpstreamConnection(socket);
    this.#setAbort(() => connection.fail({ kind: 'left' }));
    const refused = plan.connect === undefined ? undefined : await this.#tunnel(connection, plan.connect);
    if (refused !== undefined) {
      connection.close();
      return refused;
    }
    return plan.encryption === undefined ? connection : this.#encrypt(socket, plan.encryption);
  }

  /** Sends the request and reads the response. The caller closes the connection, or keeps it. */
  async exchange(
    connection: UpstreamConnection,
    { sent, reading }: FetchExchange,
  ): Promise<Exclude<ResponseProgress, { kind: 'unfinished' }> | AttemptEnd> {
    if (this.#isBroken) return { kind: 'left' };
    this.#setAbort(() => connection.fail({ kind: 'left' }));
    const response = new FetchedResponse(reading);
    let isSent = false;
    const sending = connection.write(sent, this.#left).then(() => {
      isSent = true;
    });
    for (;;) {
      const read = await connection.read(this.#left);
      const end = Buffer.isBuffer(read) ? response.take(read) : this.#ended(read, response);
      if (end.kind === 'unfinished') continue;
      // If the response came early, the rest of the request is not sent.
      await Promise.race([sending, new Promise(setImmediate)]);
      return end.kind === 'complete' ? { ...end, keepsAlive: end.keepsAlive && isSent } : end;
    }
  }

  get #left(): number {
    return Math.max(1, this.#until - performance.now());
  }

  #setAbort(abort: () => void): void {
    this.#abortCall = abort;
    if (this.#isBroken) abort();
  }

  #ended(failure: UpstreamFailure, response: FetchedResponse): ResponseProgress | AttemptEnd {
    switch (failure.kind) {
      case 'ended':
        return response.end();
      case 'left':
        return { kind: 'left' };
      case 'error':
        this.#source.logLine('error', `recv() failed (${systemError(failure.code)})`);
        return unreachable;
      default:
        return timedOut;
    }
  }

  #notConnected(failure: UpstreamFailure, { address, connect, encryption }: ConnectionPlan): AttemptEnd {
    const isSecuring = encryption !== undefined && connect === undefined;
    if (failure.kind === 'left') return { kind: 'left' };
    if (failure.kind !== 'error') return isSecuring ? unreachable : timedOut;
    const cause = `(${systemError(failure.code)})`;
    const level = failure.code === 'ENOENT' || failure.code === 'EACCES' ? 'crit' : 'error';
    if (address.kind === 'unix' || immediate.has(failure.code))
      this.#source.logLine(level, `connect() to ${addressText(address)} failed ${cause}`);
    else if (isSecuring)
      this.#source.logLine(
        'error',
        `peer closed connection in SSL handshake ${cause} while SSL handshaking to http target`,
      );
    else this.#source.logLine('error', `recv() failed ${cause}`);
    return unreachable;
  }

  /** Asks a proxy for a tunnel; `undefined` on success. */
  async #tunnel(connection: UpstreamConnection, connect: Buffer): Promise<AttemptEnd | undefined> {
    void connection.write(connect, this.#left);
    let arrived = Buffer.alloc(0);
    for (;;) {
      const read = await connection.read(this.#left);
      if (!Buffer.isBuffer(read)) {
        const end = this.#ended(read, new FetchedResponse(noReading));
        return end.kind === 'unfinished' || end.kind === 'complete' ? unreachable : end;
      }
      arrived = Buffer.concat([arrived, read]);
      const end = tunnelEnd(readResponseHead(arrived.toString('latin1')));
      if (end !== undefined) return end === 'open' ? undefined : end;
    }
  }

  async #encrypt(
    socket: Socket,
    { tls, ...asked }: NonNullable<ConnectionPlan['encryption']>,
  ): Promise<UpstreamConnection | AttemptEnd> {
    let isLate = false;
    const cancel = afterSilence(this.#left, () => {
      isLate = true;
      socket.destroy();
    });
    this.#setAbort(() => socket.destroy());
    const secured = await tls.handshake(socket, { ...asked, block: this.#source.block });
    cancel();
    if (this.#isBroken) {
      socket.destroy();
      return { kind: 'left' };
    }
    if (!('message' in secured)) return new UpstreamConnection(secured);
    // A handshake that takes too long is not logged.
    if (!isLate) this.#source.logLine(secured.level, secured.message);
    return unreachable;
  }
}

/** The result in a proxy's answer; `undefined` while it is incomplete. */
function tunnelEnd(read: ReadResponseHead): AttemptEnd | 'open' | undefined {
  if (read.kind === 'incomplete') return undefined;
  if (read.kind !== 'head') {
    const what = read.kind === 'headless' ? 'status line' : 'header';
    return { kind: 'failed', message: `proxy CONNECT: invalid ${what}` };
  }
  const { status } = read.head;
  return status >= 200 && status < 300
    ? 'open'
    : { kind: 'failed', message: `proxy CONNECT failed with status ${status}` };
}

const noReading: ReadingOptions = { isHead: false, bufferSize: 0, mostBody: 0 };

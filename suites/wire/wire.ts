/**
 * A small HTTP/1.x client over `node:net` that hides nothing. Requests are sent byte for byte as given, and responses are returned exactly
 * as received (`parser.ts`).
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ObservedResponse } from '../language/observation.js';
import { AttentiveTimer, type StarvedTime } from './attention.js';
import { type HeaderPair, type ParsedResponse, ResponseParser } from './parser.js';
import { Slots } from './slots.js';

/** Where to connect. */
export type WireAddress =
  | { readonly host: string; readonly port: number; readonly tls?: boolean }
  | { readonly path: string };

interface ExchangeOptions {
  /** Method of the request in `bytes`: a response to HEAD has no body. */
  readonly method: string;
  /** Milliseconds from the call to the last byte of the response, with connecting, as `AttentiveTimer` counts them. */
  readonly deadlineMs: number;
  /** The time in which the other side had no processor. */
  readonly starved?: StarvedTime | undefined;
}

/** Nothing listens there. */
export class ConnectFailed extends Error {
  override readonly name = 'ConnectFailed';
}

/** The peer reset or closed the connection before the response was complete. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  constructor(responseStarted: boolean, cause?: Error) {
    super(`connection lost ${responseStarted ? 'within' : 'before'} the response`, { cause });
  }
}

/** The response was not complete in time. */
export class ResponseDeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  constructor(deadlineMs: number, responseStarted: boolean) {
    super(`no ${responseStarted ? 'complete ' : ''}response within ${deadlineMs} ms`);
  }
}

/** `close()` was called before the exchange was over. */
export class WireClosed extends Error {
  override readonly name = 'WireClosed';
}

interface CurrentExchange {
  readonly parser: ResponseParser;
  readonly timer: AttentiveTimer;
  readonly resolve: (response: ObservedResponse) => void;
  readonly reject: (error: Error) => void;
}

/** One connection, kept alive between exchanges and opened again if the peer closed it meanwhile. */
export class WireConnection {
  readonly #address: WireAddress;
  #socket: Socket | undefined;
  #running: CurrentExchange | undefined;

  constructor(address: WireAddress) {
    this.#address = address;
  }

  /**
   * Sends `bytes` unchanged and returns the response. Rejects with ConnectFailed, ConnectionLost, DeadlineExceeded, MalformedResponse,
   * ResponseTooLarge or WireClosed. One exchange at a time; a second one throws.
   */
  exchange(bytes: Uint8Array, options: ExchangeOptions): Promise<ObservedResponse> {
    if (this.#running !== undefined) throw new Error('a wire connection carries one exchange at a time');
    const socket = this.#socket ?? this.#open();
    const parser = new ResponseParser(options.method);
    return new Promise((resolve, reject) => {
      const late = (): void => this.#fail(new ResponseDeadlineExceeded(options.deadlineMs, parser.started));
      const timer = new AttentiveTimer(options.deadlineMs, late, options.starved);
      this.#running = { parser, timer, resolve, reject };
      socket.write(bytes);
    });
  }

  /** Closes the connection; an exchange in progress rejects with WireClosed. */
  close(): void {
    this.#fail(new WireClosed('the wire connection was closed'));
  }

  #open(): Socket {
    const socket = connectTo(this.#address);
    let failure: Error | undefined;
    let connected = false;
    // Later events of an abandoned socket are ignored.
    const isMine = () => this.#socket === socket;
    // A certificate that is not trusted fails before.
    socket.once(isSecure(this.#address) ? 'secureConnect' : 'connect', () => {
      connected = true;
    });
    socket.once('error', (error) => {
      failure = error;
    });
    socket.on('data', (bytes: Buffer) => isMine() && this.#received(bytes));
    socket.once('end', () => isMine() && this.#ended(undefined));
    socket.once('close', () => {
      if (!isMine()) return;
      if (connected) this.#ended(failure);
      else this.#fail(new ConnectFailed(`cannot connect: ${failure?.message ?? 'closed'}`, { cause: failure }));
    });
    this.#socket = socket;
    return socket;
  }

  #received(bytes: Buffer): void {
    try {
      const response = this.#running?.parser.push(bytes);
      if (response !== undefined) this.#finish(response);
      // Bytes of no request would be taken for the next response.
      else if (this.#running === undefined) this.#drop();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#fail(error);
    }
  }

  #ended(cause: Error | undefined): void {
    const running = this.#running;
    // A body that lasts until the connection closes does not end properly with a reset. If the reset comes in the same poll as the last bytes,
    // libuv reports a plain end, so it cannot be recognised.
    const response = cause === undefined ? running?.parser.end() : undefined;
    if (response !== undefined) this.#finish(response);
    else this.#fail(new ConnectionLost(running?.parser.started ?? false, cause));
  }

  #finish({ response, keepAlive }: ParsedResponse): void {
    const running = this.#running;
    this.#running = undefined;
    running?.timer.cancel();
    // Part of the request is still unsent: the peer answered early and would read the rest as another request.
    if (!keepAlive || this.#socket?.writableLength !== 0) this.#drop();
    running?.resolve(response);
  }

  #fail(error: Error): void {
    const running = this.#running;
    this.#running = undefined;
    running?.timer.cancel();
    this.#drop();
    running?.reject(error);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
  }
}

type SecureAddress = Extract<WireAddress, { readonly tls?: boolean }>;

const isSecure = (address: WireAddress): address is SecureAddress => 'tls' in address && address.tls === true;

function connectTo(address: WireAddress): Socket {
  if (!isSecure(address)) return connect({ ...address, noDelay: true });
  const { host, port } = address;
  // Only names are sent as server names, RFC 6066.
  const socket = connectSecurely({ host, port, ...(isIP(host) === 0 && { servername: host }) });
  return socket.setNoDelay(true);
}

/** Several connections to one address; exchanges beyond their number wait for the next free one, in order. */
export class WirePool {
  readonly #all: readonly WireConnection[];
  readonly #idle: WireConnection[];
  readonly #slots: Slots;
  #closed = false;

  /** `size` is the number of connections, each opened when it is first needed. */
  constructor(address: WireAddress, size: number) {
    this.#all = Array.from({ length: size }, () => new WireConnection(address));
    this.#idle = [...this.#all];
    this.#slots = new Slots(size);
  }

  /** As `WireConnection.exchange`; the deadline counts from the time when a connection is free. */
  exchange(bytes: Uint8Array, options: ExchangeOptions): Promise<ObservedResponse> {
    return this.#slots.use(async () => {
      const connection = this.#idle.pop();
      if (connection === undefined || this.#closed) throw new WireClosed('the wire pool was closed');
      try {
        return await connection.exchange(bytes, options);
      } finally {
        this.#idle.push(connection);
      }
    });
  }

  /** Closes every connection; exchanges in progress or waiting reject with WireClosed. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#all) connection.close();
  }
}

export interface RequestParts {
  readonly method: string;
  /** Written unchanged, so that a malformed target can be sent too. */
  readonly target: string;
  /** By default `1.1`. */
  readonly version?: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: Uint8Array;
  /** Adds a Content-Length field, last, with the length of the body. */
  readonly contentLength?: boolean;
}

/**
 * The bytes of a request, exactly as given: only Content-Length is added, on request. Strings have one character for each byte (latin1).
 * @throws RangeError for a character above U+00FF, which is no byte
 */
export function encodeRequest(parts: RequestParts): Uint8Array {
  const body = parts.body ?? new Uint8Array(0);
  const length: readonly HeaderPair[] = parts.contentLength === true ? [['Content-Length', `${body.length}`]] : [];
  const fields = [...parts.headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${parts.method} ${parts.target} HTTP/${parts.version ?? '1.1'}\r\n${fields.join('')}\r\n`;
  if (/[^\0-\u{ff}]/u.test(head)) throw new RangeError('a request head holds a character that is no byte');
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return bytes;
}

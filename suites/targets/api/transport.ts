/** Requests over kept connections to one origin. Redirects are not followed, nothing is sent twice. */
import type { IncomingHttpHeaders } from 'node:http';
import { Client, type Dispatcher, Pool } from 'undici';
import { Patience } from './patience.js';

/** One request as it is sent. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** On the one connection that is held besides the pool's; it is opened anew when it was closed. */
  readonly held: boolean;
}

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How a request ended. `status` is there once the head of an answer came. */
export type TransportEnd =
  | Answered
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'broken'; readonly detail: string; readonly status: number | undefined }
  | { readonly kind: 'timed out'; readonly status: number | undefined; readonly afterMs: number }
  /** The law made an invalid request. */
  | { readonly kind: 'invalid'; readonly why: string };

export interface TransportOptions {
  readonly origin: string;
  /** From the time the request may be sent to the last byte of its answer, connecting included; less where it hangs often. */
  readonly timeoutMs: number;
  readonly connections: number;
}

/** A larger answer is cut off. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

export class Transport {
  readonly #pool: Pool;
  readonly #held: Client;
  readonly #slots: Slots;
  readonly #patience: Patience;

  constructor({ origin, timeoutMs, connections }: TransportOptions) {
    const options = {
      connect: { timeout: timeoutMs },
      // A connection that breaks takes no second request with it.
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#pool = new Pool(origin, options);
    // How long the held connection stays is the server's decision.
    this.#held = new Client(origin, { ...options, keepAliveTimeout: 600_000 });
    this.#slots = new Slots(connections);
    this.#patience = new Patience(timeoutMs);
  }

  /** Sends a request once; never rejects. Time spent waiting for a free connection does not count. */
  send(sending: TransportRequest): Promise<TransportEnd> {
    return this.#slots.use(() => this.#send(sending));
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#held.destroy()]);
  }

  async #send({ method, path, headers, body, held }: TransportRequest): Promise<TransportEnd> {
    const started = performance.now();
    const ended = await new Promise<TransportEnd>((resolve) => {
      const exchange = new Exchange(this.#patience.ms, resolve);
      const dispatcher = held ? this.#held : this.#pool;
      dispatcher.dispatch({ method, path, headers: [...headers], body: body ?? null }, exchange);
    });
    if (ended.kind === 'answered') this.#patience.noteAnswer(performance.now() - started);
    if (ended.kind === 'timed out') this.#patience.noteHang();
    return ended;
  }
}

/** Admits `count` tasks at a time, in order of arrival. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

/** Follows one request and settles it once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: (ended: TransportEnd) => void;
  readonly #timeoutMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<Answered, 'status' | 'headers'> | undefined;
  #size = 0;
  #settled = false;

  constructor(timeoutMs: number, settle: (ended: TransportEnd) => void) {
    this.#settle = settle;
    this.#timeoutMs = timeoutMs;
    this.#timer = setTimeout(() => this.#giveUp(this.#late()), timeoutMs);
  }

  /** Called right before the first byte is written; a request that was given up by then ends here. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('given up'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > MAX_BODY_BYTES) this.#giveUp(this.#broken(`the answer is larger than ${MAX_BODY_BYTES} bytes`));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#end({ kind: 'answered', ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  /** The error itself goes no further: what undici attaches to it may hold parts of the request or the answer. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const code = codeOf(error);
    if (INVALID.has(code)) this.#end({ kind: 'invalid', why: error.message });
    else if (this.#controller === undefined) this.#end({ kind: 'unreachable', code });
    else this.#end(this.#broken(this.#how(error)));
  }

  #how(error: Error): string {
    const code = codeOf(error);
    // An answer that ends with its connection can end too early; the parser has a reason for it, but no code.
    const early = error.message.includes('Invalid EOF state');
    if (early || BROKE.has(code))
      return `the connection broke ${this.#head === undefined ? 'before' : 'within'} the answer`;
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'the head of the answer is too large';
    return error.name === 'HTTPParserError' ? 'what came is no HTTP answer' : `the answer was lost, ${code},`;
  }

  #broken(detail: string): TransportEnd {
    return { kind: 'broken', detail, status: this.#head?.status };
  }

  #late(): TransportEnd {
    if (this.#controller === undefined) return { kind: 'unreachable', code: 'UND_ERR_CONNECT_TIMEOUT' };
    return { kind: 'timed out', status: this.#head?.status, afterMs: this.#timeoutMs };
  }

  #giveUp(ended: TransportEnd): void {
    this.#end(ended);
    this.#controller?.abort(new Error('given up'));
  }

  #end(ended: TransportEnd): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#settle(ended);
  }
}

/** Requests that undici refuses to send. */
const INVALID: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** A connection that was closed where it must not be. */
const BROKE: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
]);

function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'UNKNOWN';
}

/**
 * Requests over kept connections to one origin. Redirects are not followed. A request is sent twice only when its connection
 * broke before any byte of an answer: a server may close a kept connection without saying so, just as it is used again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Client, type Dispatcher, Pool } from 'undici';
import { AttentiveTimer } from '../../wire/attention.js';
import { ByteGatherer } from '../../wire/gathered.js';
import { inPieces } from '../support/pieces.js';
import { Slots } from '../support/slots.js';
import { kindOf, Patience } from './patience.js';

/** One request as it is sent. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** On the one connection that is held besides the pool's; it is opened anew when it was closed. */
  readonly held: boolean;
  /** See `ApiRequest`. */
  readonly pace?: 'pieces' | 'chunks';
}

export interface RawAnswer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How a request ended. `status` is there once the head of an answer came. */
export type TransportEnd =
  | RawAnswer
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'broken'; readonly detail: string; readonly begun: boolean; readonly status: number | undefined }
  | { readonly kind: 'timed out'; readonly status: number | undefined; readonly afterMs: number }
  /** The law made an invalid request. */
  | { readonly kind: 'invalid'; readonly why: string };

export interface TransportOptions {
  readonly origin: string;
  /**
   * From the time the request may be sent to the last byte of its answer, connecting included; see `Patience` for when it is less.
   * It begins anew with each answer to a request that was sent before: a service may answer one after another.
   */
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
  readonly #origin: string;
  readonly #options: Client.Options;
  /** Requests under way, in the order in which they were sent. */
  readonly #waiting = new Set<ApiExchange>();

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
    this.#origin = origin;
    this.#options = options;
  }

  /** Sends a request once; never rejects. Time spent waiting for a free connection does not count. */
  send(sending: TransportRequest): Promise<TransportEnd> {
    return this.#slots.use(() => this.#send(sending));
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#held.destroy()]);
  }

  async #send(sending: TransportRequest): Promise<TransportEnd> {
    const ended = await this.#sendOn(sending.held ? this.#held : this.#pool, sending);
    if (ended.kind !== 'broken' || ended.begun) return ended;
    const fresh = new Client(this.#origin, this.#options);
    try {
      const again = await this.#sendOn(sending.held ? this.#held : fresh, sending);
      return again.kind === 'unreachable' ? ended : again;
    } finally {
      await fresh.destroy();
    }
  }

  async #sendOn(dispatcher: Dispatcher, sending: TransportRequest): Promise<TransportEnd> {
    const { method, path } = sending;
    const kind = kindOf(method, path);
    const started = performance.now();
    let exchange: ApiExchange | undefined;
    const ended = await new Promise<TransportEnd>((resolve) => {
      exchange = new ApiExchange(this.#patience.msFor(kind), resolve);
      this.#waiting.add(exchange);
      dispatcher.dispatch({ method, path, ...contentOf(sending) }, exchange);
    });
    if (exchange !== undefined) this.#over(exchange, ended);
    if (ended.kind === 'answered') this.#patience.noteAnswer(performance.now() - started);
    if (ended.kind === 'timed out') this.#patience.noteHang(kind);
    return ended;
  }

  /** While a service answers what came before, it has not come to what came later. */
  #over(exchange: ApiExchange, { kind }: TransportEnd): void {
    let later = false;
    for (const one of this.#waiting) {
      if (one === exchange) later = true;
      else if (later && kind === 'answered') one.wait();
    }
    this.#waiting.delete(exchange);
  }
}

function contentOf({ headers, body, pace }: TransportRequest) {
  if (body === undefined || pace === undefined) return { headers: [...headers], body: body ?? null };
  const bytes = Buffer.from(body);
  const length = pace === 'pieces' ? ['Content-Length', String(bytes.length)] : [];
  return { headers: [...headers, ...length], body: Readable.from(inPieces(bytes)) };
}

/** Follows one request and settles it once. */
class ApiExchange implements Dispatcher.DispatchHandler {
  readonly #settle: (ended: TransportEnd) => void;
  readonly #timeoutMs: number;
  readonly #timer: AttentiveTimer;
  readonly #body = new ByteGatherer();
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<RawAnswer, 'status' | 'headers'> | undefined;
  #settled = false;
  #begun = false;

  constructor(timeoutMs: number, settle: (ended: TransportEnd) => void) {
    this.#settle = settle;
    this.#timeoutMs = timeoutMs;
    this.#timer = new AttentiveTimer(timeoutMs, () => this.#giveUp(this.#late()));
  }

  /** Waits as long again. */
  wait(): void {
    this.#timer.restart();
  }

  /** Called right before the first byte is written; a request that was given up by then ends here. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('given up'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#begun = true;
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.add(chunk);
    if (this.#body.length > MAX_BODY_BYTES)
      this.#giveUp(this.#broken(`the answer is larger than ${MAX_BODY_BYTES} bytes`));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#end({ kind: 'answered', ...this.#head, body: this.#body.bytes() });
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
    this.#begun = true;
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'the head of the answer is too large';
    return error.name === 'HTTPParserError' ? 'what came is no HTTP answer' : `the answer was lost, ${code},`;
  }

  #broken(detail: string): TransportEnd {
    return { kind: 'broken', detail, begun: this.#begun, status: this.#head?.status };
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
    this.#timer.cancel();
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

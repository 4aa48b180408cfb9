/**
 * Sends requests over kept connections to one origin. It does not follow redirects. A request is sent twice only if its connection broke
 * before any byte of an answer. A server may close a kept connection without notice, just as it is used again.
 */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Client, type Dispatcher, Pool } from 'undici';
import { AttentiveTimer } from '../../wire/attention.js';
import { Slots } from '../../wire/slots.js';
import { inPieces } from '../support/pieces.js';
import { kindOf, Patience } from './patience.js';

/** One request in the form in which it is sent. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** Sent on the one connection that is held besides the pool's. It is opened again if it was closed. */
  readonly held: boolean;
  /** See `ApiRequest`. */
  readonly pace?: 'pieces' | 'chunks' | undefined;
}

export interface RawAnswer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How a request ended. `status` is present once the head of the answer has arrived. */
export type TransportEnd =
  | RawAnswer
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'broken'; readonly detail: string; readonly status: number | undefined }
  | { readonly kind: 'timed out'; readonly status: number | undefined; readonly afterMs: number };

interface TransportOptions {
  readonly origin: string;
  /**
   * From the time the request may be sent to the last byte of its answer, with connecting. `Patience` may shorten it. It begins again with
   * each answer to an earlier request, since a service may answer one after another.
   */
  readonly timeoutMs: number;
  readonly connections: number;
}

/** A larger answer is cut off. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The number of requests of one kind that hang before the next one has a shorter limit. Each was sent twice. */
const MOST_HANGS = 8;

const BROKE_BEFORE = 'the connection broke before the answer';

export class Transport {
  readonly #pool: Pool;
  readonly #held: Client;
  readonly #slots: Slots;
  readonly #patience: Patience;
  /** Errors of connections that were not established. */
  readonly #unconnected = new WeakSet<object>();
  /** Timers of the requests in progress, in the order in which they were sent. */
  readonly #timers = new Set<AttentiveTimer>();
  readonly #fresh: () => Client;

  constructor({ origin, timeoutMs, connections }: TransportOptions) {
    const limits = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_BODY_BYTES };
    // With one request at a time, a broken connection affects only one.
    const options = { ...limits, connect: { timeout: timeoutMs }, pipelining: 1, allowH2: false };
    const watched = <D extends Pool | Client>(dispatcher: D): D => {
      dispatcher.on('connectionError', (_origin, _targets, error) => this.#unconnected.add(error));
      return dispatcher;
    };
    this.#pool = watched(new Pool(origin, options));
    // The server decides how long the held connection stays open.
    this.#held = watched(new Client(origin, { ...options, keepAliveTimeout: 600_000 }));
    this.#fresh = () => watched(new Client(origin, options));
    this.#slots = new Slots(connections);
    this.#patience = new Patience(timeoutMs, MOST_HANGS);
  }

  /** Sends a request once; rejects only for one that cannot be sent. Time spent waiting for a free connection does not count. */
  send(sending: TransportRequest): Promise<TransportEnd> {
    return this.#slots.use(() => this.#send(sending));
  }

  /** Ends all connections, including those in use. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#held.destroy()]);
  }

  async #send(sending: TransportRequest): Promise<TransportEnd> {
    const ended = await this.#sendOn(sending.held ? this.#held : this.#pool, sending);
    if (ended.kind !== 'broken' || ended.detail !== BROKE_BEFORE) return ended;
    const fresh = this.#fresh();
    const again = await this.#sendOn(sending.held ? this.#held : fresh, sending);
    await fresh.destroy();
    return again.kind === 'unreachable' ? ended : again;
  }

  async #sendOn(dispatcher: Dispatcher, sending: TransportRequest): Promise<TransportEnd> {
    const { method, path } = sending;
    const kind = kindOf(method, path);
    const afterMs = this.#patience.msFor(kind);
    const late = new AbortController();
    const timer = new AttentiveTimer(afterMs, () => late.abort());
    this.#timers.add(timer);
    const started = performance.now();
    let status: number | undefined;
    try {
      const order = { method, path, ...contentOf(sending), signal: late.signal };
      // undici settles an aborted request that still waits for its connection only when it gets one.
      const aborted = once(late.signal, 'abort').then(() => Promise.reject(late.signal.reason));
      const answer = await Promise.race([dispatcher.request(order), aborted]);
      status = answer.statusCode;
      const body = Buffer.from(await answer.body.bytes());
      this.#patience.noteArrival(kind, performance.now() - started);
      this.#restartAfter(timer);
      return { kind: 'answered', status, headers: answer.headers, body };
    } catch (error) {
      if (!late.signal.aborted) return this.#failed(error, status);
      this.#patience.noteVain(kind);
      return { kind: 'timed out', status, afterMs };
    } finally {
      timer.cancel();
      this.#timers.delete(timer);
    }
  }

  /** While a service answers earlier requests, it has not reached later ones. */
  #restartAfter(timer: AttentiveTimer): void {
    const timers = [...this.#timers];
    for (const later of timers.slice(timers.indexOf(timer) + 1)) later.restart();
  }

  /** The error itself is not passed on: undici may attach parts of the request or the answer. */
  #failed(error: unknown, status: number | undefined): TransportEnd {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && /^[A-Z][A-Z0-9_]*$/.test(String(error.code)) ? String(error.code) : 'UNKNOWN';
    if (INVALID.has(code)) throw new Error(`a law made a request that cannot be sent: ${error.message}`);
    if (this.#unconnected.has(error)) return { kind: 'unreachable', code };
    return { kind: 'broken', detail: detailOf(error, code, status), status };
  }
}

function contentOf({ headers, body, pace }: TransportRequest) {
  if (body === undefined || pace === undefined) return { headers: [...headers], body: body ?? null };
  const bytes = Buffer.from(body);
  const length = pace === 'pieces' ? ['Content-Length', String(bytes.length)] : [];
  return { headers: [...headers, ...length], body: Readable.from(inPieces(bytes)) };
}

function detailOf(error: Error, code: string, status: number | undefined): string {
  // An answer that ends with its connection can end too early. The parser then has a reason, but no code.
  const isEarly = error.message.includes('Invalid EOF state');
  if (isEarly || BROKE.has(code)) return status === undefined ? BROKE_BEFORE : 'the connection broke within the answer';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'too many bytes in the head of the answer';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return `more than ${MAX_BODY_BYTES} bytes in the answer`;
  return error.name === 'HTTPParserError' ? 'invalid HTTP in the answer' : `no answer (${code})`;
}

/** Requests that undici refuses to send. */
const INVALID: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** A connection that was closed at a wrong place. */
const BROKE: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
]);

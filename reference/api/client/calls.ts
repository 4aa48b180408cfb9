import { codeOf } from '../support/errors.js';
import { type JsonObject, type JsonValue, jsonOf, utf8Of } from '../support/json.js';
import type { ApiResponse, ConnectionPool, OutgoingRequest } from './connection.js';
import { BadArgument, CallFailed, type Failure, type FailureDetails } from './errors.js';
import { excerptOf } from './excerpt.js';
import type { ClientSettings } from './options.js';
import { Secret } from './secret.js';

/** An operation of the API; `resource` follows the base URL, such as `/servers`. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly resource: string;
  readonly payload?: JsonObject;
  /** A successful answer holds a server API key. */
  readonly givesServerApiKey?: boolean;
}

export interface CallOptions {
  /** When it is aborted, the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the JSON text of a success as received, before its fields are checked. It may hold a server API key. */
  readonly onAnswer?: ((text: Secret) => void) | undefined;
}

/** Options that only the client sets. */
interface OwnOptions extends CallOptions {
  readonly timeoutMs?: number;
  readonly retries?: number;
}

/** A successful answer: its JSON, and a function that makes the error to throw if the JSON is unexpected. */
export interface JsonAnswer {
  readonly value: JsonValue;
  readonly unexpected: (what: string) => CallFailed;
}

type Fail = (failure: Failure, what: string, details?: Partial<FailureDetails>) => CallFailed;

/** How often a GET is repeated. */
const RETRIES = 2;
/** Bounds of the time between two attempts, in milliseconds. */
const DELAYS = { minMs: 100, maxMs: 5_000 };

/** Makes calls: sends requests, repeats those that may be repeated, and converts each failure to an error. */
export class Calls {
  readonly #settings: ClientSettings;
  readonly #running = new Set<Promise<JsonAnswer>>();
  #connection: Promise<ConnectionPool> | undefined;
  #closed = false;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  /** Rejects with `CallFailed`, or with the signal's reason. */
  async ask(call: ApiCall, options: OwnOptions): Promise<JsonAnswer> {
    const running = this.#ask(call, options);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Accepts no more calls, waits for running ones, and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await (await this.#connection)?.close();
  }

  async #ask(call: ApiCall, options: OwnOptions): Promise<JsonAnswer> {
    const { signal, onAnswer, retries = RETRIES, timeoutMs = this.#settings.timeoutMs } = options;
    const { clock } = this.#settings;
    const fail = this.#failing(call);
    if (this.#closed) throw new BadArgument('the client is closed');
    const end = clock.now() + timeoutMs;
    // A create is never sent again: it may have succeeded although the answer says otherwise or never came.
    const repetitions = call.method === 'GET' ? retries : 0;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#exchange(call, end - clock.now(), signal, fail);
      if (!(result instanceof CallFailed)) return this.#success(result, call, fail, onAnswer);
      const delay = attempt > repetitions ? undefined : delayAfter(result, attempt, clock.random);
      if (delay === undefined || clock.now() + delay >= end) throw result;
      await clock.sleep(delay, signal);
    }
  }

  /** Sends the request once. */
  async #exchange(
    call: ApiCall,
    ms: number,
    signal: AbortSignal | undefined,
    fail: Fail,
  ): Promise<ApiResponse | CallFailed> {
    const late = AbortSignal.timeout(Math.ceil(ms));
    const stop = AbortSignal.any(signal === undefined ? [late] : [late, signal]);
    try {
      // undici is loaded with the first request, since nothing needs it earlier.
      this.#connection ??= import('./connection.js').then(
        (loaded) => new loaded.ConnectionPool(this.#settings.base.origin),
      );
      const connection = await this.#connection;
      signal?.throwIfAborted();
      const answer = await connection.exchange(this.#sending(call), stop);
      return answer.status < 300 ? answer : this.#badStatus(answer, fail);
    } catch (error) {
      signal?.throwIfAborted();
      return late.aborted ? fail('timed out', 'timed out') : broken(error, fail);
    }
  }

  /** 1/endpoints/p1, 1/authentication/rule-1 */
  #sending({ method, resource, payload }: ApiCall): OutgoingRequest {
    const { base, authorization } = this.#settings;
    const path = `${base.path}${resource}`;
    const headers = { authorization: authorization.reveal(), accept: 'application/json' };
    if (payload === undefined) return { method, path, headers, body: undefined };
    return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(payload) };
  }

  #badStatus({ status, body, retryAfter }: ApiResponse, fail: Fail): CallFailed {
    if (status < 400)
      return fail('redirected', `answered with status ${status}, a redirect that is not followed`, { status });
    const { clock, redactor } = this.#settings;
    const what = `refused with status ${status}${behindColon(excerptOf(body.toString(), redactor))}`;
    const details = { status, retryAfterMs: retryAfterMs(retryAfter, clock.now()) };
    // A server may have carried out a request that it reports as failed.
    return fail('refused', what, status >= 500 ? details : { ...details, mayHaveHappened: false });
  }

  #success({ status, body }: ApiResponse, call: ApiCall, fail: Fail, onAnswer: CallOptions['onAnswer']): JsonAnswer {
    const unexpected = (what: string) => {
      // The answer holds the API key of a server at an unknown place.
      const excerpt = call.givesServerApiKey === true ? '' : excerptOf(body.toString(), this.#settings.redactor);
      return fail('unexpected', `answered with status ${status}, but ${what}${behindColon(excerpt)}`, { status });
    };
    // RFC 8259, section 8.1: a byte order mark is ignored.
    const text = utf8Of(body)?.replace(/^\ufeff/, '');
    if (text === undefined) throw unexpected('its body is not UTF-8');
    const value = jsonOf(text);
    if (value === undefined) throw unexpected(text === '' ? 'its body is empty' : 'its body is not JSON');
    onAnswer?.(new Secret(text));
    return { value, unexpected };
  }

  /** Makes the errors of a call. The path is redacted, since a caller may have put a secret in place of an identifier. */
  #failing({ method, resource }: ApiCall): Fail {
    const { base, redactor } = this.#settings;
    const request = `${method} ${base.origin}${redactor.text(`${base.path}${resource}`)}`;
    return (failure, what, details = {}) =>
      new CallFailed(failure, `${request}: ${what}`, {
        ...details,
        mayHaveHappened: method === 'POST' && details.mayHaveHappened !== false,
      });
  }
}

const closed = 'the connection was closed before the answer was complete';

/** By the codes of errors; the parser has none for an answer that its connection ends too early. */
const IN_WORDS: { readonly [code: string]: string } = {
  '': closed,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: closed,
  ECONNREFUSED: 'no server listens',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host cannot be looked up now',
};

/** Codes of connections that failed before anything was sent. */
const NOT_MADE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|UND_ERR_CONNECT_TIMEOUT)$|TLS|SSL|CERT/;

/** The error itself is not passed on: undici may attach parts of the request or the answer to it. */
function broken(error: unknown, fail: Fail): CallFailed {
  const code = codeOf(error);
  const isOther = error instanceof Error && error.name === 'HTTPParserError' && !error.message.includes('EOF');
  if (isOther || code === 'UND_ERR_HEADERS_OVERFLOW')
    return fail('unexpected', 'answered with something other than HTTP');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return fail('unexpected', 'answered with a body that is too large');
  const what = IN_WORDS[code] ?? `the connection failed (${code})`;
  return fail('no connection', what, NOT_MADE.test(code) ? { mayHaveHappened: false } : {});
}

const behindColon = (excerpt: string): string => (excerpt === '' ? '' : `: ${excerpt}`);

/** Statuses after which the same request may succeed a little later (RFC 9110, RFC 6585). */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Milliseconds until a GET may be repeated, or `undefined` if repeating it cannot help. */
function delayAfter({ failure, status = 0, retryAfterMs }: CallFailed, attempt: number, random: () => number) {
  const mayPass = failure === 'no connection' || failure === 'timed out' || PASSING.has(status);
  // A retry before the time that the service named would ignore it.
  return mayPass ? Math.max(backOff(attempt, DELAYS, random), retryAfterMs ?? 0) : undefined;
}

/**
 * Milliseconds to wait after attempt `attempt` (1, 2, …), drawn evenly between `minMs` and a ceiling. The ceiling doubles each time up to
 * `maxMs`. The random choice keeps many clients from retrying at the same time.
 */
export function backOff(attempt: number, { minMs, maxMs }: typeof DELAYS, random: () => number): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** attempt);
  return minMs + random() * Math.max(0, ceiling - minMs);
}

/** Milliseconds in a `Retry-After` field (RFC 9110 section 10.2.3): seconds, or a date. */
function retryAfterMs(field: string | undefined, now: number): number | undefined {
  if (field === undefined) return undefined;
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]+, /.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

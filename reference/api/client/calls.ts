import { setMaxListeners } from 'node:events';
import { type JsonObject, type JsonValue, jsonOf } from '../support/json.js';
import type { ConnectionPool, ExchangeEnd, OutgoingRequest } from './connection.js';
import { CallFailed, ConnectionFailed, RequestRefused, TimedOut, UnexpectedAnswer } from './errors.js';
import { excerptOf } from './excerpt.js';
import { type RequestCircumstances, resultOf, type Success } from './failures.js';
import type { ClientSettings } from './options.js';
import { lastName } from './pointer.js';
import { backOff, isPassing } from './retry.js';
import { Secret } from './secret.js';

/** An operation of the API; `resource` follows the base URL, such as `/servers`. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly resource: string;
  readonly payload?: JsonObject;
  /** A success holds a server API key. */
  readonly givesServerApiKey?: boolean;
}

export interface CallOptions {
  /** Aborted, the call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Gets the JSON text of a success as it came, before its fields are looked at. It may hold a server API key. */
  readonly onAnswer?: (text: Secret) => void;
}

/** What only the client itself sets for a call. */
export interface OwnOptions extends CallOptions {
  readonly timeoutMs?: number;
  readonly retries?: number;
}

/** A success: its JSON, and the error to throw when that is not what it should be. */
export interface JsonAnswer {
  readonly value: JsonValue;
  readonly unexpected: (what: string) => UnexpectedAnswer;
}

const delays = { minMs: 100, maxMs: 5_000 } as const;

/** Makes calls: sends, repeats what may be repeated, and turns each failure into its error. */
export class Calls {
  readonly #settings: ClientSettings;
  readonly #running = new Set<Promise<JsonAnswer>>();
  #connection: Promise<ConnectionPool> | undefined;
  #closed = false;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  /** Rejects with `CallFailed`, or the signal's reason. */
  ask(call: ApiCall, options: OwnOptions): Promise<JsonAnswer> {
    const running = this.#ask(call, options);
    const forget = () => this.#running.delete(running);
    this.#running.add(running);
    running.then(forget, forget);
    return running;
  }

  /** Takes no more calls, waits for those that run, and ends the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await (await this.#connection)?.close();
  }

  async #ask(call: ApiCall, { signal, onAnswer, timeoutMs, retries }: OwnOptions): Promise<JsonAnswer> {
    const { clock } = this.#settings;
    const of = this.#circumstances(call, timeoutMs ?? this.#settings.timeoutMs);
    // One signal may stop any number of calls, so Node's warning about many listeners is disabled.
    if (signal !== undefined) setMaxListeners(0, signal);
    if (this.#closed) throw new ConnectionFailed(of.request, 'the client is closed', 'CLOSED', false);
    const end = clock.now() + of.timeoutMs;
    // A create is never sent again: it may have succeeded although the answer says otherwise or never came.
    const repetitions = call.method === 'GET' ? (retries ?? this.#settings.retries) : 0;
    for (let attempt = 1; ; attempt += 1) {
      const ended = await this.#exchange(call, end, signal);
      const result = resultOf(ended, of, clock.now());
      if (!(result instanceof CallFailed)) return answerOf(result, call, of, onAnswer);
      const delay = attempt > repetitions ? undefined : delayAfter(result, attempt, clock.random);
      if (delay === undefined || clock.now() + delay >= end) throw result;
      await clock.sleep(delay, signal);
    }
  }

  /** Sends once; what remains until `end` is the time for it. */
  async #exchange(call: ApiCall, end: number, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    const { clock, maxBodyBytes } = this.#settings;
    this.#connection ??= connect(this.#settings);
    const connection = await this.#connection;
    signal?.throwIfAborted();
    const limits = { timeoutMs: end - clock.now(), maxBodyBytes, signal };
    const ended = await connection.exchange(this.#sending(call), limits);
    if (ended.kind === 'aborted') throw signal?.reason;
    return ended;
  }

  /** 1/endpoints/p1, 1/authentication/rule-1 */
  #sending({ method, resource, payload }: ApiCall): OutgoingRequest {
    const { base, credentials } = this.#settings;
    const path = `${base.path}${resource}`;
    const headers = { authorization: credentials.authorization.reveal(), accept: 'application/json' };
    if (payload === undefined) return { method, path, headers, body: undefined };
    return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(payload) };
  }

  #circumstances({ method, resource }: ApiCall, timeoutMs: number): RequestCircumstances {
    const { base, positions, connectTimeoutMs, maxBodyBytes, credentials } = this.#settings;
    const { redactor } = credentials;
    return {
      request: { method, origin: base.origin, path: redactor.text(`${base.path}${resource}`) },
      timeoutMs,
      connectTimeoutMs,
      maxBodyBytes,
      redactor,
      keyNames: new Set(positions.serverApiKey.map(lastName)),
    };
  }
}

type ExchangeResult = Exclude<ExchangeEnd, { kind: 'aborted' }>;

/** Loads undici with the first request: until then nothing needs it. */
async function connect({ base, connectTimeoutMs, maxConnections }: ClientSettings): Promise<ConnectionPool> {
  const { ConnectionPool } = await import('./connection.js');
  return new ConnectionPool(base.origin, { connectTimeoutMs, maxConnections });
}

/** Milliseconds until a GET may be sent again, or `undefined` when that would be of no use. */
function delayAfter(failure: CallFailed, attempt: number, random: () => number): number | undefined {
  const delay = backOff(attempt, delays, random);
  if (failure instanceof ConnectionFailed || failure instanceof TimedOut) return delay;
  if (!(failure instanceof RequestRefused) || !isPassing(failure.status)) return undefined;
  // A retry before the time that the service named would ignore it.
  return failure.retryAfterMs === undefined ? delay : Math.max(delay, failure.retryAfterMs);
}

function answerOf(
  { status, body }: Success,
  call: ApiCall,
  of: RequestCircumstances,
  onAnswer: CallOptions['onAnswer'],
): JsonAnswer {
  const unexpected = (what: string) => {
    // It has the API key of a server, and nobody knows where.
    const excerpt = call.givesServerApiKey === true ? '' : excerptOf(body.toString(), of.redactor, of.keyNames);
    return new UnexpectedAnswer(of.request, `answered with status ${status}, but ${what}`, { status, excerpt });
  };
  const text = decoded(body);
  if (text === undefined) throw unexpected('its body is no UTF-8');
  const value = jsonOf(text);
  if (value === undefined) throw unexpected(text === '' ? 'its body is empty' : 'its body is no JSON');
  onAnswer?.(new Secret(text));
  return { value, unexpected };
}

/** RFC 8259 section 8.1: JSON travels in UTF-8; a byte order mark is passed over. */
function decoded(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

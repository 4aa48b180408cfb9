import { type ByteString, textOf } from '../../host/support/byte-string.js';
import { headerPairs, type RawHeaders } from '../../host/support/raw-headers.js';
import type { FetchResponse } from '../../port/fetch.js';
import { ResponseBody } from '../proxy/response-body.js';
import { type BodyFraming, type ResponseHeadIn, readResponseHead } from '../proxy/response-head.js';

/** Options for reading a response. */
export interface ReadingOptions {
  readonly isHead: boolean;
  /** The limit for the bytes of its head. */
  readonly bufferSize: number;
  /** The limit for the bytes of its body. */
  readonly mostBody: number;
}

/** The state of a response that is being read. */
export type ResponseProgress =
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'complete'; readonly response: Omit<FetchResponse, 'url'>; readonly keepsAlive: boolean };

const unfinished: ResponseProgress = { kind: 'unfinished' };
const premature = failed('prematurely closed connection');
const invalidChunks = failed('invalid http chunked response');
const badHeader = failed('invalid http header');
const badValue = failed('cannot add respose header');
const tooLarge = failed('http response body is too large');
const greatestLength = 2n ** 63n - 1n;
/** Bytes that a header value may not have. */
const control = /[^\t\x20-\x7e\x80-\xff]/;

/** 2/limits/fetch-read-buffer, 2/limits/fetch-response-body: reads one response from a connection. */
export class FetchedResponse {
  readonly #options: ReadingOptions;
  #pending: Buffer = Buffer.alloc(0);
  #head: ResponseHeadIn | undefined;
  #framing: BodyFraming = { length: 0, keepAlive: false };
  #body: ResponseBody | undefined;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  take(bytes: Buffer): ResponseProgress {
    if (this.#body !== undefined) return this.#takeBody(this.#body, bytes);
    this.#pending = Buffer.concat([this.#pending, bytes]);
    const fitting = this.#pending.toString('latin1', 0, this.#options.bufferSize);
    const read = readResponseHead(fitting, /^[\w-]*/);
    // Real hosts accept neither HTTP/2 and later nor HTTP/0.9.
    if (read.kind === 'headless' || /^HTTP\/(?!1|$)/.test(fitting)) return failed('invalid http status line');
    if (read.kind === 'head') return this.#begin(read.head, this.#pending.subarray(read.size));
    if (read.kind === 'invalid') return read.byte === 0 && read.line.includes(':') ? badValue : badHeader;
    return this.#pending.length >= this.#options.bufferSize ? premature : unfinished;
  }

  /** The connection has ended. */
  end(): ResponseProgress {
    if (this.#head === undefined) return premature;
    if (this.#framing.length === 'until the end') return this.#complete();
    return this.#framing.length === 'chunked' ? invalidChunks : premature;
  }

  #begin(head: ResponseHeadIn, rest: Buffer): ResponseProgress {
    const { isHead, mostBody } = this.#options;
    if (head.status >= 100 && head.status < 200) return failed('unsupported http response status');
    const framing = framingOf(head, isHead, mostBody);
    if ('kind' in framing) return framing;
    this.#head = head;
    this.#framing = framing;
    this.#body = new ResponseBody(framing, { isStrict: true });
    return this.#takeBody(this.#body, rest);
  }

  #takeBody(body: ResponseBody, bytes: Buffer): ResponseProgress {
    const parts = body.take(bytes);
    for (const part of parts) this.#size += part.length;
    this.#parts.push(...parts);
    if (body.isInvalid) return invalidChunks;
    if (this.#size > this.#options.mostBody) return tooLarge;
    return body.isDone ? this.#complete() : unfinished;
  }

  #complete(): ResponseProgress {
    const { status = 0, reason = '', headers = [] } = this.#head ?? {};
    const keepsAlive = this.#framing.keepAlive && this.#body?.excess.length === 0;
    const response = {
      status,
      statusText: textOf(reason),
      headers: pairsOf(headers).map(([name, value]) => [textOf(name), textOf(value)] as const),
      body: Buffer.concat(this.#parts),
    };
    return { kind: 'complete', response, keepsAlive };
  }
}

function failed(message: string): ResponseProgress {
  return { kind: 'failed', message };
}

/** Names and values without surrounding blanks and tabs. */
function pairsOf(headers: RawHeaders): readonly (readonly [name: ByteString, value: ByteString])[] {
  return headerPairs(headers).map(([name, value]) => [name, value.replace(/^[\t ]+|[\t ]+$/g, '')]);
}

/** The framing of a head, or its mistake. */
function framingOf(head: ResponseHeadIn, isHead: boolean, mostBody: number): BodyFraming | ResponseProgress {
  const pairs = pairsOf(head.headers);
  const values = (wanted: string) => pairs.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
  const lengths = values('content-length');
  const [length] = lengths.map(lengthOf);
  if (lengths.some((text) => lengthOf(text) === undefined)) return failed('invalid http content length');
  if (lengths.some((text) => lengthOf(text) !== length)) return failed('conflicting http content length');
  if (pairs.some(([, value]) => control.test(value))) return badValue;
  const isChunked = values('transfer-encoding').some((coding) => coding.toLowerCase() === 'chunked');
  const hasBody = !isHead && head.status !== 204 && head.status !== 304;
  if (hasBody && length !== undefined && length > mostBody) return failed('http content length is too large');
  if (isChunked && length !== undefined) return failed('conflicting http response framing');
  const stays = head.isPersistent && !values('connection').some((value) => /\bclose\b/i.test(value));
  // As on real hosts, the connection of a HEAD request is not kept.
  if (!hasBody) return { length: 0, keepAlive: stays && !isHead };
  const announced = isChunked ? 'chunked' : length === undefined ? 'until the end' : Number(length);
  return { length: announced, keepAlive: stays && announced !== 'until the end' };
}

function lengthOf(text: string): bigint | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const length = BigInt(text);
  return length > greatestLength ? undefined : length;
}

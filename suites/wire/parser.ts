/**
 * Reads one HTTP/1.x response (RFC 9112) out of the bytes that a socket delivers. It keeps details that other clients normalize: order,
 * case and repeats of header fields. Interim responses and trailers are read and dropped.
 *
 * Strings have one character for each byte (latin1), so nothing is lost; `Buffer.from(value, 'latin1')` returns the bytes.
 */
import type { ObservedResponse } from '../language/observation.js';
import { ByteGatherer, UnfinishedElement } from './gathered.js';

export type HeaderPair = readonly [name: string, value: string];

/** Status line and header section. Values are without the optional white space around them; names are exactly as sent. */
type ResponseHead = Omit<ObservedResponse, 'body'>;

/** How the end of the body is known. */
type MessageFraming = 'none' | 'length' | 'chunked' | 'close';

export interface ParsedResponse {
  readonly response: ObservedResponse;
  /** Whether the connection can be used for another request. */
  readonly keepAlive: boolean;
}

/** Sizes in bytes above which a response is refused. */
export interface WireLimits {
  readonly maxHeadBytes: number;
  readonly maxBodyBytes: number;
}

/** The data is not HTTP/1.x. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
  constructor(what: string) {
    super(`malformed response: ${what}`);
  }
}

/** A response exceeded one of the `WireLimits`. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
  constructor(part: 'head' | 'body' | 'framing', limit: number) {
    super(`response ${part} exceeds ${limit} bytes`);
  }
}

const DEFAULT_LIMITS: WireLimits = { maxHeadBytes: 1 << 20, maxBodyBytes: 256 << 20 };
const MAX_CHUNK_LINE = 16_384;
/** Of all chunks together; most servers send none. */
const MAX_EXTENSION_BYTES = 65_536;
const [TAB, LF, CR, BLANK, SEMICOLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3b];
const EMPTY: Buffer = Buffer.alloc(0);
const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const PREFIX = Buffer.from('HTTP/');
const STATUS_LINE = /^HTTP\/(\d\.\d) (\d{3})(?: (.*))?$/s;
const OPTIONAL_SPACE = /^[ \t]+|[ \t]+$/g;

type ParserState = 'head' | 'length' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'close' | 'done';

export class ResponseParser {
  readonly #method: string;
  readonly #limits: WireLimits;
  readonly #body = new ByteGatherer();
  #state: ParserState = 'head';
  /** A head or line; never a body. */
  readonly #pending = new UnfinishedElement();
  #final: ResponseHead | undefined;
  #framing: MessageFraming = 'none';
  #extensionBytes = 0;
  #remaining = 0;
  #started = false;

  /** `method` is that of the request: a response to HEAD has no body. */
  constructor(method: string, limits = DEFAULT_LIMITS) {
    this.#method = method;
    this.#limits = limits;
  }

  /** Whether any byte of a response arrived. */
  get started(): boolean {
    return this.#started;
  }

  /** Takes the next bytes, which must not change afterwards; returns the response once it is complete. */
  push(bytes: Buffer): ParsedResponse | undefined {
    this.#started ||= bytes.length > 0;
    let rest = this.#pending.with(bytes);
    while (this.#state !== 'done') {
      const used = this.#take(rest);
      if (used === 0) {
        this.#pending.keep(rest);
        return undefined;
      }
      this.#pending.clear();
      rest = rest.subarray(used);
    }
    return this.#response(rest);
  }

  /** The peer closed: returns the response if this marks its end, otherwise undefined. */
  end(): ParsedResponse | undefined {
    return this.#state === 'close' ? this.#response(EMPTY) : undefined;
  }

  /** Consumes one element from the front; 0 asks for more bytes. */
  #take(rest: Buffer): number {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(rest);
      case 'length':
        return this.#takeData(rest, 'done');
      case 'chunk-size':
        return this.#takeChunkSize(rest);
      case 'chunk-data':
        return this.#takeData(rest, 'chunk-end');
      case 'chunk-end':
        return this.#takeChunkEnd(rest);
      case 'trailers':
        return this.#takeTrailers(rest);
      case 'close':
        return this.#keep(rest);
      case 'done':
        return 0;
    }
  }

  #takeHead(rest: Buffer): number {
    const seen = Math.min(rest.length, PREFIX.length);
    if (PREFIX.compare(rest, 0, seen, 0, seen) !== 0) throw new MalformedResponse('no status line');
    const blank = this.#pending.find(rest, BLANK_LINE);
    const length = blank < 0 ? rest.length : blank + BLANK_LINE.length;
    if (length > this.#limits.maxHeadBytes) throw new ResponseTooLarge('head', this.#limits.maxHeadBytes);
    if (blank < 0) return 0;
    const head = parseHead(rest.subarray(0, length));
    if (!isInformational(head.status) || head.status === 101) this.#beginBody(head);
    return length;
  }

  #beginBody(head: ResponseHead): void {
    this.#final = head;
    const { framing, length } = framingOf(head, this.#method);
    this.#framing = framing;
    this.#remaining = length;
    if (length > this.#limits.maxBodyBytes) throw new ResponseTooLarge('body', this.#limits.maxBodyBytes);
    if (framing === 'chunked') this.#state = 'chunk-size';
    else if (framing === 'close') this.#state = 'close';
    else this.#state = length === 0 ? 'done' : 'length';
  }

  #takeData(rest: Buffer, next: ParserState): number {
    const used = this.#keep(rest.length > this.#remaining ? rest.subarray(0, this.#remaining) : rest);
    this.#remaining -= used;
    if (this.#remaining === 0) this.#state = next;
    return used;
  }

  #keep(piece: Buffer): number {
    this.#body.add(piece);
    if (this.#body.length > this.#limits.maxBodyBytes) throw new ResponseTooLarge('body', this.#limits.maxBodyBytes);
    return piece.length;
  }

  #takeChunkSize(rest: Buffer): number {
    const end = isLineEnd(rest, 1) ? 1 : this.#pending.find(rest, CRLF);
    if ((end < 0 ? rest.length : end) > MAX_CHUNK_LINE) throw new MalformedResponse('endless chunk size');
    if (end < 0) return 0;
    const size = sizeIn(rest, end);
    if (size === undefined) throw new MalformedResponse('no chunk size');
    this.#extensionBytes += end - size.digits;
    if (this.#extensionBytes > MAX_EXTENSION_BYTES) throw new ResponseTooLarge('framing', MAX_EXTENSION_BYTES);
    this.#remaining = size.bytes;
    this.#state = this.#remaining === 0 ? 'trailers' : 'chunk-data';
    return end + CRLF.length;
  }

  #takeChunkEnd(rest: Buffer): number {
    if (rest.length < CRLF.length) return 0;
    if (!isLineEnd(rest, 0)) throw new MalformedResponse('chunk longer than its size');
    this.#state = 'chunk-size';
    return CRLF.length;
  }

  #takeTrailers(rest: Buffer): number {
    if (rest.length < CRLF.length) return 0;
    const none = isLineEnd(rest, 0);
    const blank = none ? 0 : this.#pending.find(rest, BLANK_LINE);
    if (blank > this.#limits.maxHeadBytes || (blank < 0 && rest.length > this.#limits.maxHeadBytes)) {
      throw new ResponseTooLarge('head', this.#limits.maxHeadBytes);
    }
    if (blank < 0) return 0;
    if (!none) parseFields(rest.toString('latin1', 0, blank).split('\r\n'));
    this.#state = 'done';
    return none ? CRLF.length : blank + BLANK_LINE.length;
  }

  #response(excess: Buffer): ParsedResponse {
    const final = this.#final;
    if (final === undefined) throw new Error('response without a head');
    return {
      response: { ...final, body: this.#body.bytes() },
      // Peers that send a body with a status that allows none would spoil the next response: it may arrive in a segment of its own.
      keepAlive: excess.length === 0 && this.#framing !== 'close' && this.#framing !== 'none' && allowsReuse(final),
    };
  }
}

/** Servers may send a chunk for each byte, so this works without texts. */
const isLineEnd = (bytes: Buffer, at: number): boolean => bytes[at] === CR && bytes[at + 1] === LF;

const SIZE_DIGITS = 12;

/** The size at the beginning of a line that ends at `end`. RFC 9112, section 7.1; blanks before an extension are accepted. */
function sizeIn(rest: Buffer, end: number): { readonly bytes: number; readonly digits: number } | undefined {
  let bytes = 0;
  let digits = 0;
  for (let digit = digitAt(rest, 0); digit >= 0 && digits < end; digit = digitAt(rest, digits)) {
    bytes = bytes * 16 + digit;
    digits += 1;
  }
  let at = digits;
  while (at < end && (rest[at] === BLANK || rest[at] === TAB)) at += 1;
  return digits === 0 || digits > SIZE_DIGITS || (at < end && rest[at] !== SEMICOLON) ? undefined : { bytes, digits };
}

/** -1 for characters that are no hexadecimal digit. */
function digitAt(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

function parseHead(head: Buffer): ResponseHead {
  const [statusLine = '', ...fields] = head.toString('latin1', 0, head.length - BLANK_LINE.length).split('\r\n');
  const match = STATUS_LINE.exec(statusLine);
  if (match === null) throw new MalformedResponse('unreadable status line');
  const [, version = '', status = '', reason = ''] = match;
  return { version, status: Number(status), reason, headers: parseFields(fields) };
}

function parseFields(lines: readonly string[]): HeaderPair[] {
  return lines.map((line): HeaderPair => {
    const colon = line.indexOf(':');
    if (colon < 0) throw new MalformedResponse('header field without a colon');
    return [line.slice(0, colon), line.slice(colon + 1).replace(OPTIONAL_SPACE, '')];
  });
}

function isInformational(status: number): boolean {
  return status >= 100 && status < 200;
}

/** RFC 9112 section 6.3, for responses. */
function framingOf(head: ResponseHead, method: string): { framing: MessageFraming; length: number } {
  const { status } = head;
  if (method === 'HEAD' || isInformational(status) || status === 204 || status === 304) {
    return { framing: 'none', length: 0 };
  }
  const codings = tokensOf(head.headers, 'transfer-encoding');
  if (codings.length > 0) return { framing: codings.at(-1) === 'chunked' ? 'chunked' : 'close', length: 0 };
  const lengths = new Set(tokensOf(head.headers, 'content-length'));
  const [length] = lengths;
  if (length === undefined) return { framing: 'close', length: 0 };
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) throw new MalformedResponse('unreadable Content-Length');
  return { framing: 'length', length: Number(length) };
}

/** RFC 9112 section 9.3. */
function allowsReuse(head: ResponseHead): boolean {
  if (head.status === 101) return false;
  const connection = tokensOf(head.headers, 'connection');
  if (connection.includes('close')) return false;
  return head.version === '1.1' || connection.includes('keep-alive');
}

/** The comma-separated values of every field of that name (in lower case), in lower case. */
function tokensOf(headers: readonly HeaderPair[], name: string): string[] {
  return headers
    .filter(([field]) => field.toLowerCase() === name)
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((token) => token.trim());
}

import type { ByteString } from '../../host/support/byte-string.js';
import { headerValues, type RawHeaders } from '../../host/support/raw-headers.js';

/** The head of a response as received. */
export interface ResponseHeadIn {
  readonly status: number;
  /** The reason phrase of the status line. */
  readonly reason: ByteString | undefined;
  /** Whether the server speaks HTTP/1.1 or later. */
  readonly isPersistent: boolean;
  readonly headers: RawHeaders;
}

/** The result of reading bytes: a head of that many bytes, an incomplete one, a body without a head, or a malformed one. */
export type ReadResponseHead =
  | { readonly kind: 'head'; readonly head: ResponseHeadIn; readonly size: number }
  | { readonly kind: 'incomplete' | 'headless' }
  /** The line up to its invalid byte. */
  | { readonly kind: 'invalid'; readonly line: ByteString; readonly byte: number };

const statusLine = /^HTTP\/(?<major>\d+)\.(?<minor>\d+) +(?<status>\d{3})(?<reason>[ .][^\r\n]*)?\r?\n/;
/** The syntax of an incomplete status line. */
const beginning =
  /^(?:H(?:T(?:T(?:P(?:\/(?:\d+(?:\.(?:\d+(?: +(?:\d{1,2}|\d{3}(?:[ .][^\r\n]*)?\r?)?)?)?)?)?)?)?)?)?)?$/;

/** Characters that a name from an upstream may have. */
const anyName = /^[^\0-\x20\x7f:]*/;

/** Reads the head of a response; `names` matches as much of a line as may be a name. */
export function readResponseHead(bytes: ByteString, names = anyName): ReadResponseHead {
  const match = statusLine.exec(bytes);
  if (match === null) return { kind: beginning.test(bytes) ? 'incomplete' : 'headless' };
  const { major, minor, status, reason } = match.groups ?? {};
  const headers: ByteString[] = [];
  for (let at = match[0].length; ; ) {
    const end = bytes.indexOf('\n', at) + 1;
    const text = bytes.slice(at, end === 0 ? bytes.length : end);
    if (/^\r?\n$/.test(text)) {
      const isPersistent = Number(major) * 1000 + Number(minor) > 1000;
      const head = { status: Number(status), reason: reason?.replace(/^ /, ''), isPersistent, headers };
      return { kind: 'head', head, size: end };
    }
    const wrong = wrongAt(text, names);
    if (wrong !== undefined) return { kind: 'invalid', line: text.slice(0, wrong), byte: text.charCodeAt(wrong) };
    if (end === 0) return { kind: 'incomplete' };
    headers.push(...fieldOf(text));
    at = end;
  }
}

/** The position of the byte that makes a line, or its beginning, invalid. */
function wrongAt(line: ByteString, names: RegExp): number | undefined {
  const name = names.exec(line)?.[0].length ?? 0;
  const rest = line.slice(name);
  if (rest === '') return undefined;
  if (rest.startsWith(':')) {
    if (name === 0) return 0;
    const bad = /\0|\r(?!\r*(?:\n|$))/.exec(rest);
    return bad === null ? undefined : name + bad.index + (bad[0] === '\0' ? 0 : 1);
  }
  return /^(?:\r+\n?|\n)$/.test(rest) ? undefined : name;
}

function fieldOf(line: ByteString): readonly [ByteString, ByteString] {
  const { name = '', value = '' } = /^(?<name>[^:\r\n]+)(?:: *(?<value>[^\r\n]*?) *)?\r*\n$/.exec(line)?.groups ?? {};
  return [name, value];
}

/** How the body of a response ends, and whether the connection can then be used again. */
export interface BodyFraming {
  readonly length: number | 'chunked' | 'until the end' | 'without head';
  readonly keepAlive: boolean;
}

/** The framing of a head; a log message if it contradicts itself. */
export function framingOf({ status, isPersistent, headers }: ResponseHeadIn, isHead: boolean): BodyFraming | string {
  const codings = headerValues(headers, 'transfer-encoding');
  const lengths = headerValues(headers, 'content-length');
  const [coding] = codings;
  const [length] = lengths;
  for (const [name, values] of [
    ['Transfer-Encoding', codings],
    ['Content-Length', lengths],
  ] as const) {
    const [first, second] = values;
    if (second !== undefined)
      return `upstream sent duplicate header line: "${name}: ${second}", previous value: "${name}: ${first}"`;
  }
  if (length !== undefined && !/^\d{1,18}$/.test(length))
    return `upstream sent invalid "Content-Length" header: "Content-Length: ${length}"`;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return `upstream sent unknown "Transfer-Encoding": "${coding}"`;
  if (coding !== undefined && length !== undefined)
    return 'upstream sent "Content-Length" and "Transfer-Encoding" headers at the same time';
  const keepAlive = isPersistent && !headerValues(headers, 'connection').some((value) => /close/i.test(value));
  if (isHead || status === 204 || status === 304) return { length: 0, keepAlive };
  if (coding !== undefined) return { length: 'chunked', keepAlive };
  return length === undefined ? { length: 'until the end', keepAlive: false } : { length: Number(length), keepAlive };
}

/** A head at the beginning of received bytes. */
export interface FoundHead {
  readonly head: ResponseHeadIn;
  readonly framing: BodyFraming;
  /** Bytes of the head. */
  readonly headSize: number;
  /** Data that arrived together with the head. */
  readonly early: Buffer;
}

/** The head at the beginning of the bytes; a log message for an invalid one, `undefined` if more bytes are needed. */
export function headIn(bytes: Buffer, most: number, isHead: boolean): FoundHead | string | undefined {
  const read = readResponseHead(bytes.toString('latin1', 0, most));
  switch (read.kind) {
    case 'incomplete':
      return bytes.length < most ? undefined : 'upstream sent too big header';
    case 'invalid':
      return `upstream sent invalid header: "${read.line}\\x${read.byte.toString(16).padStart(2, '0')}..."`;
    case 'headless': {
      const head: ResponseHeadIn = { status: 200, reason: '', isPersistent: false, headers: [] };
      return { head, framing: { length: isHead ? 0 : 'without head', keepAlive: false }, headSize: 0, early: bytes };
    }
    case 'head': {
      const framing = framingOf(read.head, isHead);
      if (typeof framing === 'string') return framing;
      return { head: read.head, headSize: read.size, framing, early: bytes.subarray(read.size) };
    }
    default:
      return read satisfies never;
  }
}

import type { HeadersIn } from '../../host/http/headers-in.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { hostName } from './host-header.js';

/** A head that is too large; sent as 400 with a special page. */
export const headTooLarge = 494;
/** Plain HTTP on a TLS port; sent as 400 with a special page. */
export const plainOnTls = 497;
/** Internal statuses of bad requests; clients see 400. */
export const badRequests: ReadonlySet<number> = new Set([headTooLarge, 495, 496, plainOnTls]);

/** Why a request is refused, whatever its target: a status, and a description of what the client sent. */
export interface RequestRefusal {
  readonly status: number;
  readonly why: string;
  /** Whether the client can no longer read a response. */
  readonly isSilent?: boolean;
}

/** The parts of a head that may cause a refusal. */
interface RefusedPart {
  readonly method: ByteString;
  readonly httpVersion: string;
  readonly headers: HeadersIn;
}

/** A header line as written. */
interface HeaderLine {
  readonly name: ByteString;
  readonly value: ByteString;
}

/** Headers that a request may have once. */
const once: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'transfer-encoding', 'content-range', 'expect', 'authorization', 'proxy-authorization'],
  // Conditions, by what they test.
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'],
]);

/** Why a request is refused because of its last line so far; `lines` are alternating names and values that include it. */
export function refusedLine({ name, value }: HeaderLine, lines: readonly ByteString[]): string | undefined {
  const key = name.toLowerCase();
  if (!once.has(key)) return undefined;
  for (let at = 0; at + 3 < lines.length; at += 2) {
    if (lines[at]?.toLowerCase() !== key) continue;
    const kind = key === 'host' ? 'duplicate host header' : 'duplicate header line';
    return `${kind}: "${name}: ${value}", previous value: "${lines[at]}: ${lines[at + 1]}"`;
  }
  return key === 'host' && hostName(value) === undefined ? 'invalid host header' : undefined;
}

/** Why a complete head is refused, as by real hosts; `undefined` for one that is served. */
export function refusalOf({ method, httpVersion, headers }: RefusedPart): RequestRefusal | undefined {
  if (httpVersion === '0.9') return undefined;
  return refusedHost(headers.first('host'), httpVersion) ?? refusedBody(headers, httpVersion) ?? refusedMethod(method);
}

function bad(why: string): RequestRefusal {
  return { status: 400, why };
}

/** HTTP/1.1 requires a host. */
function refusedHost(host: ByteString | undefined, httpVersion: string): RequestRefusal | undefined {
  const isAsked = host === undefined && httpVersion !== '1.0';
  return isAsked ? bad('HTTP/1.1 request without "Host" header') : undefined;
}

/** Whether it fits into the host's integers. */
function isLength(text: ByteString): boolean {
  return /^\d+$/.test(text) && BigInt(text) < 2n ** 63n;
}

function refusedBody(headers: HeadersIn, httpVersion: string): RequestRefusal | undefined {
  const length = headers.first('content-length');
  const coding = headers.first('transfer-encoding');
  if (length !== undefined && !isLength(length)) return bad('invalid "Content-Length" header');
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return bad('HTTP/1.0 request with "Transfer-Encoding" header');
  if (coding.toLowerCase() !== 'chunked') return { status: 501, why: `unknown "Transfer-Encoding": "${coding}"` };
  return length === undefined ? undefined : bad('"Content-Length" and "Transfer-Encoding" headers at the same time');
}

function refusedMethod(method: ByteString): RequestRefusal | undefined {
  return method === 'TRACE' || method === 'CONNECT' ? { status: 405, why: `${method} method` } : undefined;
}

import type { ByteString } from '../byte-string.js';
import { hasBody, type Output } from './filters.js';
import { versionNumber } from './head.js';
import type { HttpRequest } from './request.js';
import type { ResponseHead, Sink } from './sink.js';

/** Headers that frame the message. Only the host knows what is right, so that it ignores a script's. */
const framingHeaders: ReadonlySet<string> = new Set(['content-length', 'content-type', 'transfer-encoding']);
/** Headers with a place of their own in front of the others. */
const placed: ReadonlySet<string> = new Set([...framingHeaders, 'server', 'date', 'connection', 'trailer']);

/** The last step before the connection: completes the header with what frames the message, and counts the body. */
export function framing(request: HttpRequest, connection: Sink<ResponseHead>): Output {
  const count = (part: Buffer | undefined) => {
    request.bytesSent += part?.length ?? 0;
  };
  return {
    header: () => connection.header(headOf(request)),
    write: (part) => {
      count(part);
      connection.write(part);
    },
    end: (part) => {
      count(part);
      connection.end(part);
    },
    abort: () => connection.abort(),
  };
}

function headOf(request: HttpRequest): ResponseHead {
  const { status, keepAlive, environment } = request;
  // A header alone is not followed by chunks.
  const isCut = isChunked(request) && request.arrival.method !== 'HEAD';
  return {
    status,
    reason: environment.pages.reason(status),
    headers: headerLines(request),
    isChunked: isCut,
    keepAlive: keepAlive && !endsWithConnection(request),
  };
}

/** Names and values in turn, in the order real hosts have. */
function headerLines(request: HttpRequest): ByteString[] {
  const { headersOut } = request;
  const lines: ByteString[] = [];
  const add = (name: string, otherwise?: string) => {
    const values = headersOut.all(name);
    for (const value of values) lines.push(name, value);
    if (otherwise !== undefined && values.length === 0) lines.push(name, otherwise);
  };
  add('Server', request.environment.serverName);
  add('Date', new Date().toUTCString());
  add('Content-Type');
  add('Content-Length');
  if (isChunked(request)) {
    lines.push('Transfer-Encoding', 'chunked');
    // Fields can follow chunks alone.
    add('Trailer');
  }
  add('Connection', request.keepAlive && !endsWithConnection(request) ? 'keep-alive' : 'close');
  for (const { name, value } of headersOut.lines) if (!placed.has(name.toLowerCase())) lines.push(name, value);
  return lines;
}

function isChunked(request: HttpRequest): boolean {
  return endsWithoutLength(request) && versionNumber(request.arrival.httpVersion) > 1000;
}

/** HTTP/1.0 has no chunks: the body ends where the connection does. */
function endsWithConnection(request: HttpRequest): boolean {
  return endsWithoutLength(request) && versionNumber(request.arrival.httpVersion) <= 1000;
}

function endsWithoutLength({ status, headersOut }: HttpRequest): boolean {
  return hasBody(status) && headersOut.all('Content-Length').length === 0;
}

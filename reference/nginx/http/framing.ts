import { isIPv6 } from 'node:net';
import { dropContent, hasBody, type Output } from '../../host/http/filters.js';
import { versionNumber } from '../../host/http/http-version.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { httpDateNow } from '../../host/support/http-date.js';
import type { Sink } from '../../host/support/sink.js';
import { schemeOf } from '../tls/variables.js';
import { mayGoOn } from '../wire/keep-alive.js';
import { serverTokensOf, wireOf } from '../wire/settings.js';
import type { ResponseHeader } from '../wire/sink.js';
import { headLength } from '../wire/socket-sink.js';

/** Headers with a fixed place before the others. */
const placed: ReadonlySet<string> = new Set(['content-type', 'transfer-encoding']);

/** The last filter before the connection: adds the framing headers, and counts the body. */
export function framing(request: HttpRequest, connection: Sink<ResponseHeader>): Output {
  return new FramedOutput(request, connection);
}

class FramedOutput implements Output {
  readonly #request: HttpRequest;
  readonly #connection: Sink<ResponseHeader>;
  #isChunked = false;
  /** Bytes of the current chunk, to which more data will be added. */
  #begun = 0;

  constructor(request: HttpRequest, connection: Sink<ResponseHeader>) {
    this.#request = request;
    this.#connection = connection;
  }

  header(): void {
    const request = this.#request;
    // Not earlier: filters see these headers, and may change the status.
    dropContent(request);
    const head = headOf(request);
    this.#isChunked = head.isChunked;
    if (request.arrival.httpVersion !== '0.9' && !request.response.headless)
      request.response.sentHead = { headers: head.headers, isChunked: head.isChunked, size: headLength(head) };
    // The path has become part of a URL, and later scripts find no such header.
    if (ownLocation(request) !== undefined) request.response.headers.set('Location', []);
    this.#connection.header(head);
  }

  write(part: Buffer, more = false): void {
    this.#count(part, more);
    this.#connection.write(part, more);
  }

  end(part?: Buffer): void {
    this.#count(part, false);
    if (this.#isChunked) this.#request.response.bytesSent += lastChunkLength(this.#request);
    this.#connection.end(part);
  }

  abort(): void {
    this.#connection.abort();
  }

  ready(): boolean | Promise<boolean> {
    return this.#connection.ready?.() ?? true;
  }

  /** Like real hosts, counts the framing of the parts as well. */
  #count(part: Buffer | undefined, more: boolean): void {
    this.#begun += part?.length ?? 0;
    if (more && this.#isChunked) return;
    const framed = this.#isChunked && this.#begun > 0;
    this.#request.response.bytesSent += framed ? this.#begun + this.#begun.toString(16).length + 4 : this.#begun;
    this.#begun = 0;
  }
}

/** Bytes of the end of a chunked body. */
function lastChunkLength({ response: { headers: headersOut } }: HttpRequest): number {
  const fields = headersOut.trailers?.() ?? [];
  return 5 + fields.reduce((sum, text) => sum + text.length + 2, 0);
}

/** Statuses of responses that have the time of their content. An error page has none. */
const dated: ReadonlySet<number> = new Set([200, 206, 304]);

/** How the end of a body is marked. */
type BodyEnd = 'length' | 'chunks' | 'connection' | 'no body';

function headOf(request: HttpRequest): ResponseHeader {
  const { environment } = request;
  const { status, receivedStatus, headers: headersOut, headless } = request.response;
  const framed = framingOf(request);
  // A response without a head has no connection header either: the client decides.
  if (request.response.keepAlive)
    request.response.keepAlive = (framed !== 'connection' || headless) && mayGoOn(request);
  const headers = headerLines(request, framed);
  return {
    status,
    reason: receivedStatus?.status === status ? receivedStatus.reason : environment.pages.reason(status),
    headers,
    isChunked: framed === 'chunks',
    isLeftOut: headless,
    isAlone: framed === 'no body' && status >= 200,
    // The final value counts when the response has ended.
    keepAlive: () => request.response.keepAlive && !request.response.terminated,
    wire: wireOf(request.block),
    trailers: headersOut.trailers,
  };
}

function framingOf({ response: { status, headers: headersOut, headless }, arrival, block }: HttpRequest): BodyEnd {
  if (headless) return 'connection';
  const { method, httpVersion } = arrival;
  if (!hasBody(status) || (method === 'HEAD' && httpVersion !== '0.9')) return 'no body';
  const hasLength = headersOut.has('content-length');
  // Headers of an interim response are sent unchanged.
  if (status < 200) return hasLength ? 'length' : 'no body';
  if (hasLength && headersOut.trailers === undefined) return 'length';
  // HTTP/1.0 has no chunks: the body ends with the connection.
  const canCut = versionNumber(httpVersion) > 1000 && wireOf(block).chunkedTransferEncoding;
  if (canCut) return 'chunks';
  return hasLength ? 'length' : 'connection';
}

/** The URL that replaces a path in Location, unless another server has sent it. */
const ownLocation = (request: HttpRequest): ByteString | undefined =>
  request.response.headers.isLocationReceived ? undefined : absoluteUrl(request);

/** Alternating names and values, in the order of real hosts. */
function headerLines(request: HttpRequest, framed: BodyEnd): ByteString[] {
  const { block } = request;
  const { headers: headersOut, keepAlive, leftOut } = request.response;
  const lines: ByteString[] = [];
  const add = (name: string) => {
    for (const value of headersOut.all(name)) lines.push(name, value);
  };
  // A header that was set elsewhere is among the others.
  const complete = (name: string, value: string) => {
    if (!headersOut.has(name) && !leftOut.has(name.toLowerCase())) lines.push(name, value);
  };
  complete('Server', serverTokensOf(request));
  complete('Date', httpDateNow());
  add('Content-Type');
  const hasPlace = (key: string) =>
    placed.has(key) || (key === 'content-length' && (framed === 'chunks' || headersOut.isLengthKnown));
  if (framed !== 'chunks' && headersOut.isLengthKnown) add('Content-Length');
  const isOwnDate = headersOut.isDateKnown;
  if (isOwnDate && dated.has(request.response.status)) add('Last-Modified');
  const location = ownLocation(request);
  if (location !== undefined) lines.push('Location', location);
  if (framed === 'chunks') lines.push('Transfer-Encoding', 'chunked');
  if (request.response.status === 101) lines.push('Connection', 'upgrade');
  else lines.push('Connection', keepAlive ? 'keep-alive' : 'close');
  const { announced } = wireOf(block).keepAliveTimeout;
  if (keepAlive && announced > 0) lines.push('Keep-Alive', `timeout=${announced}`);
  if (request.response.variesByEncoding) lines.push('Vary', 'Accept-Encoding');
  for (const { name, key, value } of headersOut.lines) {
    if (hasPlace(key) || (isOwnDate && key === 'last-modified') || (location !== undefined && key === 'location'))
      continue;
    lines.push(name, value);
  }
  return lines;
}

/** The URL for a path in `Location`; `undefined` without one, or if it is sent unchanged. */
function absoluteUrl(request: HttpRequest): ByteString | undefined {
  const { absoluteRedirect, portInRedirect } = wireOf(request.block);
  const [location] = request.response.headers.all('Location');
  if (location === undefined || !location.startsWith('/') || !absoluteRedirect) return undefined;
  const { client } = request.arrival;
  const scheme = schemeOf(request);
  const port = client.localPort === '' || client.localPort === standardPorts[scheme] ? '' : `:${client.localPort}`;
  return `${scheme}://${nameOf(request)}${portInRedirect ? port : ''}${location}`;
}

const standardPorts = { http: '80', https: '443' } as const;

function nameOf({ arrival, block }: HttpRequest): ByteString {
  const { host, client, server } = arrival;
  if (wireOf(block).serverNameInRedirect) return server.names[0] ?? '';
  if (host !== undefined) return host;
  return isIPv6(client.localAddress) ? `[${client.localAddress}]` : client.localAddress;
}

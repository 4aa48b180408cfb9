import { STATUS_CODES } from 'node:http';
import { extname } from 'node:path/posix';
import { type Octets, octetsOf } from '../octets.js';
import { serverName } from '../version.js';
import { discardBody } from './body.js';
import type { HttpRequest } from './request.js';

/** Codes whose text is where to go. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const bodiless: ReadonlySet<number> = new Set([204, 304]);
/** After these the connection is closed. */
const closing: ReadonlySet<number> = new Set([400, 413, 414, 497, 500, 501]);
/** This one asks to close the connection without a response. */
const closeWithoutResponse = 444;

/** Headers that frame the message. Only the host knows what is right, so that it ignores a script's. */
const framing: ReadonlySet<string> = new Set(['content-length', 'content-type', 'transfer-encoding']);

/** Sends the header. `length` is the number of body bytes, `undefined` when it is not known yet. */
export function sendHeader(request: HttpRequest, length: number | undefined): void {
  if (request.headerSent) return;
  if (request.status === 0) request.status = 200;
  if (request.status < 100 || request.status > 999) request.status = 500;
  request.headerSent = true;
  if (closing.has(request.status)) request.response.shouldKeepAlive = false;
  describeBody(request, length);
  const [status, headers] = [request.status, wireHeaders(request)];
  request.transmit(() => {
    request.response.sendDate = false;
    request.response.writeHead(status, STATUS_CODES[status] ?? '', headers);
  });
}

/** Completes the headers that say what follows. */
function describeBody(request: HttpRequest, length: number | undefined): void {
  const { headersOut, status } = request;
  if (bodiless.has(status) || status < 200) {
    headersOut.set('Content-Type', []);
    headersOut.set('Content-Length', []);
    return;
  }
  if (headersOut.all('Content-Type').length === 0) headersOut.set('Content-Type', [contentType(request)]);
  if (length !== undefined) headersOut.set('Content-Length', [String(length)]);
}

/** Names and values in turn, in the order real hosts have. */
function wireHeaders(request: HttpRequest): string[] {
  const { headersOut, response } = request;
  const wire: string[] = [];
  const add = (name: string, otherwise: string | undefined) => {
    for (const value of headersOut.all(name)) wire.push(name, value);
    if (otherwise !== undefined && headersOut.all(name).length === 0) wire.push(name, otherwise);
  };
  add('Server', serverName);
  add('Date', new Date().toUTCString());
  add('Content-Type', undefined);
  add('Content-Length', undefined);
  if (isChunked(request)) wire.push('Transfer-Encoding', 'chunked');
  add('Connection', response.shouldKeepAlive && !endsWithConnection(request) ? 'keep-alive' : 'close');
  for (const { name, value } of headersOut.lines) {
    if (!['server', 'date', 'connection'].includes(name.toLowerCase()) && !framing.has(name.toLowerCase())) {
      wire.push(name, value);
    }
  }
  return wire;
}

function isChunked(request: HttpRequest): boolean {
  return endsWithoutLength(request) && request.message.httpVersion === '1.1';
}

/** HTTP/1.0 has no chunks: the body ends where the connection does. */
function endsWithConnection(request: HttpRequest): boolean {
  return endsWithoutLength(request) && request.message.httpVersion !== '1.1';
}

function endsWithoutLength(request: HttpRequest): boolean {
  return (
    !bodiless.has(request.status) && request.status >= 200 && request.headersOut.all('Content-Length').length === 0
  );
}

function contentType(request: HttpRequest): Octets {
  const extension = extname(request.uri).slice(1).toLowerCase();
  return request.settings.types.get(extension) ?? octetsOf(request.settings.defaultType);
}

/** Sends a part of the body, after the header where that has not gone yet. */
export function sendPart(request: HttpRequest, part: Buffer): void {
  sendHeader(request, undefined);
  request.bytesSent += part.length;
  if (mayHaveBody(request)) request.transmit(() => request.response.write(part));
}

/** Ends a response, after the header where that has not gone yet. */
export function finish(request: HttpRequest): void {
  if (request.finished) return;
  sendHeader(request, undefined);
  request.finished = true;
  request.transmit(() => endOfResponse(request, undefined));
}

function endOfResponse(request: HttpRequest, body: Buffer | undefined): void {
  const { response, message } = request;
  if (response.shouldKeepAlive || message.complete) {
    response.end(body);
    return;
  }
  if (body !== undefined) response.write(body);
  void discardBody(request).then(() => response.end());
}

/** Closes the connection in the middle of a response that nobody will finish. */
export function abandon(request: HttpRequest): void {
  request.finished = true;
  request.transmit(() => request.response.destroy());
}

function sendWhole(request: HttpRequest, body: Buffer): void {
  sendHeader(request, body.length);
  request.bytesSent += body.length;
  request.finished = true;
  const sent = mayHaveBody(request) ? body : undefined;
  request.transmit(() => endOfResponse(request, sent));
}

function mayHaveBody(request: HttpRequest): boolean {
  return request.method !== 'HEAD' && !bodiless.has(request.status) && request.status >= 200;
}

/**
 * Answers as `return CODE TEXT` does: with a redirect to the text, with the text as the body, or without a text with the
 * built-in page of the code.
 */
export function sendReturn(request: HttpRequest, status: number, text: Buffer | undefined): void {
  request.status = status;
  if (redirects.has(status) && text !== undefined) {
    request.headersOut.set('Location', [absolute(request, text.toString('latin1'))]);
    sendPage(request, status);
  } else if (text === undefined) sendPage(request, status);
  else sendWhole(request, text);
}

/** A path becomes a URL of this server. */
function absolute(request: HttpRequest, target: Octets): Octets {
  const host = request.headersIn.first('host');
  return target.startsWith('/') && host !== undefined ? `http://${host}${target}` : target;
}

/** Sends the built-in page of a code, or an empty body for a code that has none. */
export function sendPage(request: HttpRequest, status: number): void {
  request.status = status;
  if (status === closeWithoutResponse) abandonUnanswered(request);
  else if (bodiless.has(status) || status < 300 || status > 599) sendWhole(request, Buffer.alloc(0));
  else {
    request.headersOut.set('Content-Type', ['text/html']);
    sendWhole(request, Buffer.from(page(status)));
  }
}

function abandonUnanswered(request: HttpRequest): void {
  request.headerSent = true;
  request.finished = true;
  request.transmit(() => request.message.socket.destroy());
}

/** The whole answer to what is no HTTP request. */
export function unreadableRequest(): string {
  const body = page(400);
  const head = [
    'HTTP/1.1 400 Bad Request',
    `Server: ${serverName}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/html',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function page(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    `<hr><center>${serverName}</center>`,
    '</body>',
    '</html>',
    '',
  ];
  return lines.join('\r\n');
}

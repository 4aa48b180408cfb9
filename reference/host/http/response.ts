import { STATUS_CODES } from 'node:http';
import { extname } from 'node:path/posix';
import { type Octets, octetsOf } from '../octets.js';
import { serverName } from '../version.js';
import type { HttpRequest } from './request.js';

/** Codes whose second argument is where to go. */
export const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Sends the header. `length` is the number of body bytes, `undefined` when it is not known yet. */
export function sendHeader(request: HttpRequest, length: number | undefined): void {
  if (request.headerSent) return;
  request.headerSent = true;
  if (request.status === 0) request.status = 200;
  request.response.sendDate = false;
  const reason = STATUS_CODES[request.status] ?? '';
  request.response.writeHead(request.status, reason, wireHeaders(request, length));
}

/** Names and values in turn, in the order real hosts have. */
function wireHeaders(request: HttpRequest, length: number | undefined): string[] {
  const own = request.headersOut;
  const wire: string[] = [];
  const add = (name: string, value: string) => {
    if (own.all(name).length === 0) wire.push(name, value);
  };
  add('Server', serverName);
  add('Date', new Date().toUTCString());
  if (!bodiless.has(request.status)) {
    if (length === undefined || length > 0) add('Content-Type', contentType(request));
    if (length !== undefined) add('Content-Length', String(length));
    else if (request.message.httpVersion === '1.1') add('Transfer-Encoding', 'chunked');
  }
  add('Connection', request.response.shouldKeepAlive ? 'keep-alive' : 'close');
  for (const { name, value } of own.lines) wire.push(name, value);
  return wire;
}

function contentType(request: HttpRequest): Octets {
  const extension = extname(request.uri).slice(1).toLowerCase();
  return request.settings.types.get(extension) ?? octetsOf(request.settings.defaultType);
}

/** Sends a part of the body, after the header where that has not gone yet. */
export function sendPart(request: HttpRequest, part: Buffer): void {
  sendHeader(request, undefined);
  request.bytesSent += part.length;
  if (mayHaveBody(request)) request.response.write(part);
}

export function finish(request: HttpRequest): void {
  if (request.finished) return;
  request.finished = true;
  request.response.end();
}

/** Sends a whole response. */
export function sendWhole(request: HttpRequest, body: Buffer): void {
  sendHeader(request, body.length);
  request.bytesSent += body.length;
  request.finished = true;
  request.response.end(mayHaveBody(request) ? body : undefined);
}

function mayHaveBody(request: HttpRequest): boolean {
  return request.method !== 'HEAD' && !bodiless.has(request.status);
}

/** Answers as `return CODE TEXT` does: a redirect, a text, or the built-in page of the code. */
export function sendReturn(request: HttpRequest, status: number, text: Buffer | undefined): void {
  request.status = status;
  if (redirects.has(status) && text !== undefined) request.headersOut.set('Location', [text.toString('latin1')]);
  if (redirects.has(status) || (status >= 300 && text === undefined)) sendPage(request, status);
  else sendWhole(request, text ?? Buffer.alloc(0));
}

/** Sends the built-in page of a code. */
export function sendPage(request: HttpRequest, status: number): void {
  request.status = status;
  if (bodiless.has(status) || status < 300) return sendWhole(request, Buffer.alloc(0));
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
  request.headersOut.set('Content-Type', ['text/html']);
  sendWhole(request, Buffer.from(lines.join('\r\n')));
}

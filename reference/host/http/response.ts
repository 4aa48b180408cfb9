import type { ByteString } from '../byte-string.js';
import { headTooLarge } from './refusals.js';
import type { HttpRequest } from './request.js';

/** Codes whose text is where to go. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** After these the connection is closed. */
const closing: ReadonlySet<number> = new Set([400, 413, 414, headTooLarge, 497, 500, 501, 505]);
/** This one asks to close the connection without a response. */
const closeWithoutResponse = 444;

/** Sends the header. `length` is the number of body bytes, `undefined` when it is not known yet. */
export function sendHeader(request: HttpRequest, length: number | undefined): void {
  if (request.headerSent) return;
  if (request.status === 0) request.status = 200;
  if (request.status < 100 || request.status > 999) request.status = 500;
  if (closing.has(request.status)) request.keepAlive = false;
  request.headerSent = true;
  request.output.header(length);
}

/** Sends a part of the body, after the header where that has not gone yet. */
export function sendPart(request: HttpRequest, part: Buffer): void {
  sendHeader(request, undefined);
  request.output.write(part);
}

/** Ends a response, after the header where that has not gone yet. */
export function finish(request: HttpRequest): void {
  if (request.finished) return;
  sendHeader(request, undefined);
  request.finished = true;
  request.output.end();
}

/** Whether the text of a status is where to go. */
export function isRedirect(status: number): boolean {
  return redirects.has(status);
}

/** A header value holds no control characters but tabs. */
export function isHeaderValue(value: ByteString): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  return !/[\0-\x08\x0a-\x1f\x7f]/.test(value);
}

/** Closes the connection in the middle of a response, or before one. */
export function abandon(request: HttpRequest): void {
  request.headerSent = true;
  request.finished = true;
  request.output.abort();
}

function sendWhole(request: HttpRequest, body: Buffer): void {
  sendHeader(request, body.length);
  request.finished = true;
  request.output.end(body);
}

/**
 * Answers as `return CODE TEXT` does: with a redirect to the text, with the text as the body, or without a text with the
 * built-in page of the code.
 */
export function sendReturn(request: HttpRequest, status: number, text: Buffer | undefined): void {
  request.status = status;
  if (isRedirect(status) && text !== undefined) {
    const location = absolute(request, text.toString('latin1'));
    const isSound = isHeaderValue(location);
    if (isSound) request.headersOut.set('Location', [location]);
    sendPage(request, isSound ? status : 500);
  } else if (text === undefined) sendPage(request, status);
  else sendWhole(request, text);
}

/** A path becomes a URL of this server. */
function absolute(request: HttpRequest, target: ByteString): ByteString {
  const host = request.headersIn.first('host');
  return target.startsWith('/') && host !== undefined ? `http://${host}${target}` : target;
}

/** Sends the built-in page of a code, or an empty body for a code that has none. */
export function sendPage(request: HttpRequest, status: number): void {
  request.status = status === headTooLarge ? 400 : status;
  if (status === closeWithoutResponse) abandon(request);
  else sendBuiltIn(request, request.environment.pages.page(status));
}

function sendBuiltIn(request: HttpRequest, page: Buffer | undefined): void {
  if (page !== undefined) request.headersOut.set('Content-Type', ['text/html']);
  sendWhole(request, page ?? Buffer.alloc(0));
}

/** Ends a request that nobody has answered or finished. */
export function endUnanswered(request: HttpRequest): void {
  if (request.finished) return;
  if (request.headerSent) abandon(request);
  else sendPage(request, 500);
}

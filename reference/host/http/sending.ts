/**
 * 2/http-request-object-methods/r-return, 2/http-request-object-methods/r-send,
 * 2/http-request-object-methods/r-send-header, 2/http-request-object-methods/r-finish,
 * 2/http-request-object/r-status: sends the response of a request.
 */
import type { ByteString } from '../support/byte-string.js';
import { answered } from '../support/phases.js';
import { completeType } from './filters.js';
import type { HttpDecision } from './phases.js';
import type { HttpRequest } from './request.js';

/** Codes whose text is where to go. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends the header, of a response that has no status with 200. `length` is the number of body bytes, `undefined` when it is not known yet. */
export function sendHeader(request: HttpRequest, length: number | undefined): void {
  if (!request.response.headerSent && request.response.status === 0) request.response.status = 200;
  sendOwnHeader(request, length);
}

/** Sends the header with the status that was set, whatever it is. */
function sendOwnHeader(request: HttpRequest, length: number | undefined): void {
  if (request.response.headerSent) return;
  if (request.response.forcedStatus !== 0) request.response.status = request.response.forcedStatus;
  if (request.arrival.isLast?.() === true) request.response.keepAlive = false;
  request.response.headerSent = true;
  request.output.header(length);
}

/** Sends a part of the body, after the header where that has not gone yet. `more`: another one goes with it. */
export function sendPart(request: HttpRequest, part: Buffer, more = false): void {
  sendHeader(request, undefined);
  if (!request.response.broken) request.output.write(part, more);
}

/** Ends a response, with a last part where there is one, after the header where that has not gone yet. */
export function finish(request: HttpRequest, last?: Buffer): void {
  if (request.response.finished) return;
  sendHeader(request, undefined);
  endWith(request, last);
}

/** A filter may break a response off while its header or a part of it goes out. */
function endWith(request: HttpRequest, part: Buffer | undefined): void {
  if (request.response.broken) return;
  request.response.finished = true;
  request.output.end(part);
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
  if (request.response.broken) return;
  request.response.broken = true;
  request.response.headerSent = true;
  request.response.finished = true;
  request.output.abort();
}

/** Sends a response whose parts are all there. */
export function sendWhole(request: HttpRequest, ...parts: readonly Buffer[]): void {
  sendOwnHeader(
    request,
    parts.reduce((length, part) => length + part.length, 0),
  );
  for (const part of parts.slice(0, -1)) if (!request.response.broken) request.output.write(part, true);
  endWith(request, parts.at(-1));
}

/**
 * Answers as `return CODE TEXT` does: with a redirect to the text, or with the text as the body. Without a text the code refuses the
 * request, so that an error page may answer it.
 */
export function returned(request: HttpRequest, status: number, text: Buffer | undefined): HttpDecision {
  if (text === undefined) return { kind: 'refused', status };
  if (!discardBody(request)) return { kind: 'refused', status: 400 };
  if (!isRedirect(status)) {
    request.response.status = status;
    completeType(request);
    sendWhole(request, text);
    return answered;
  }
  const location = text.toString('latin1');
  const isSound = isHeaderValue(location);
  if (isSound) {
    request.response.status = status;
    request.response.headers.set('Location', [location]);
  }
  return { kind: 'refused', status: isSound ? status : 500 };
}

/** Throws the request body away; `false` where what has come of it is none. */
export function discardBody(request: HttpRequest, isAskedFor = true): boolean {
  if (request.parent !== undefined) return true;
  request.body.isDiscarded ||= !request.body.isRead;
  if (request.arrival.body.discard?.(isAskedFor) !== false) return true;
  request.logLine(
    'error',
    request.route.isRefused ? `${invalidChunks} while reading client request headers` : invalidChunks,
  );
  return false;
}

/** What logs say of a body that is not cut as it should be. */
export const invalidChunks = 'client sent invalid chunked body';

/** Breaks off what nobody has finished: its header has gone, so that no page can tell of it any more. */
export function endUnfinished(request: HttpRequest): void {
  if (request.response.finished) return;
  request.logLine('alert', 'header already sent');
  request.response.forcedStatus = 500;
  abandon(request);
}

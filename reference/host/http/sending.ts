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

/** Statuses whose text is a redirect target. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends the header, with status 200 by default. `length` is the number of body bytes, or `undefined` if it is not known yet. */
export function sendHeader(request: HttpRequest, length: number | undefined): void {
  if (!request.response.headerSent && request.response.status === 0) request.response.status = 200;
  sendOwnHeader(request, length);
}

/** Sends the header with the current status, whatever it is. */
function sendOwnHeader(request: HttpRequest, length: number | undefined): void {
  if (request.response.headerSent) return;
  if (request.response.forcedStatus !== 0) request.response.status = request.response.forcedStatus;
  if (request.arrival.isLast?.() === true) request.response.keepAlive = false;
  request.response.headerSent = true;
  request.output.header(length);
}

/** Sends a part of the body, and the header before it if it was not sent yet. `more`: another part follows immediately. */
export function sendPart(request: HttpRequest, part: Buffer, more = false): void {
  sendHeader(request, undefined);
  if (!request.response.broken) request.output.write(part, more);
}

/** Ends a response, with an optional last part, and sends the header before it if it was not sent yet. */
export function finish(request: HttpRequest, last?: Buffer): void {
  if (request.response.finished) return;
  sendHeader(request, undefined);
  endWith(request, last);
}

/** A filter may abort the response while its header or a part of it is sent. */
function endWith(request: HttpRequest, part: Buffer | undefined): void {
  if (request.response.broken) return;
  request.response.finished = true;
  request.output.end(part);
}

/** Whether the text of a status is a redirect target. */
export function isRedirect(status: number): boolean {
  return redirects.has(status);
}

/** A header value may contain no control characters except tabs. */
export function isHeaderValue(value: ByteString): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  return !/[\0-\x08\x0a-\x1f\x7f]/.test(value);
}

/** Closes the connection during a response, or before it. */
export function abandon(request: HttpRequest): void {
  if (request.response.broken) return;
  request.response.broken = true;
  request.response.headerSent = true;
  request.response.finished = true;
  request.output.abort();
}

/** Sends a complete response. */
export function sendWhole(request: HttpRequest, ...parts: readonly Buffer[]): void {
  sendOwnHeader(
    request,
    parts.reduce((length, part) => length + part.length, 0),
  );
  for (const part of parts.slice(0, -1)) if (!request.response.broken) request.output.write(part, true);
  endWith(request, parts.at(-1));
}

/**
 * Answers as `return CODE TEXT` does: the text is a redirect target or the body. Without a text the request is refused with the code, so
 * that an error page may answer it.
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

/** Discards the request body; `false` if the received part is malformed. */
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

/** Log message for a body with invalid chunks. */
export const invalidChunks = 'client sent invalid chunked body';

/** Aborts an unfinished response; its header was sent, so an error page is impossible. */
export function endUnfinished(request: HttpRequest): void {
  if (request.response.finished) return;
  request.logLine('alert', 'header already sent');
  request.response.forcedStatus = 500;
  abandon(request);
}

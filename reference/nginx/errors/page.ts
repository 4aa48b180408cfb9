import { type Output, OutputStep } from '../../host/http/filters.js';
import type { HttpRequest } from '../../host/http/request.js';
import { discardBody, sendWhole } from '../../host/http/sending.js';
import { badRequests } from '../wire/refusals.js';
import { serverTokensOf } from '../wire/settings.js';

/**
 * Sends the built-in page of a status in place of a response whose header was not sent; the rest of that response is discarded. As on real
 * hosts, the connection ends after it, whatever the header says.
 */
export function replacedByPage(request: HttpRequest, status: number, next: Output): Output {
  const page = request.environment.pages.page(status, serverTokensOf(request)) ?? [];
  request.response.status = status;
  request.response.forcedStatus = status;
  request.response.headers.clear();
  request.response.headers.set('Content-Type', ['text/html']);
  request.response.terminated = true;
  request.response.finished = true;
  next.header(page.reduce((length, part) => length + part.length, 0));
  for (const part of page.slice(0, -1)) if (!request.response.broken) next.write(part, true);
  // A filter may abort the page.
  if (!request.response.broken) next.end(page.at(-1));
  return new Discarding(request, next);
}

/** Discards a response. */
class Discarding extends OutputStep {
  override header(): void {}
  override write(): void {}
  override end(): void {}
  override abort(): void {}
}

/** Sends the built-in page of a status, or an empty body for a status without a page. */
export function sendPage(request: HttpRequest, status: number): void {
  if (!discardBody(request, false)) request.response.keepAlive = false;
  const page = request.environment.pages.page(status, serverTokensOf(request));
  request.response.status = status;
  request.response.forcedStatus = badRequests.has(status) ? 400 : status;
  // The length of the replaced response does not apply to the page.
  request.response.headers.set('Content-Length', []);
  request.response.headers.set('Last-Modified', []);
  request.response.headers.withdrawRanges();
  request.response.headers.changeEntityTag(undefined);
  if (page !== undefined) request.response.headers.set('Content-Type', ['text/html']);
  sendWhole(request, ...(page ?? []));
}

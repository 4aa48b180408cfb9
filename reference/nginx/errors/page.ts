import { type Output, OutputStep } from '../../host/http/filters.js';
import type { HttpRequest } from '../../host/http/request.js';
import { discardBody, sendWhole } from '../../host/http/sending.js';
import { badRequests } from '../wire/refusals.js';
import { serverTokensOf } from '../wire/settings.js';

/**
 * Sends the built-in page of a code instead of a response whose header has not gone; takes what follows of that. As with real hosts
 * the connection ends behind it, whatever the header says.
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
  // A filter may break the page off.
  if (!request.response.broken) next.end(page.at(-1));
  return new Swallowing(request, next);
}

/** Takes what nobody is to get any more. */
class Swallowing extends OutputStep {
  override header(): void {}
  override write(): void {}
  override end(): void {}
  override abort(): void {}
}

/** Sends the built-in page of a code, or an empty body for a code that has none. */
export function sendPage(request: HttpRequest, status: number): void {
  if (!discardBody(request, false)) request.response.keepAlive = false;
  const page = request.environment.pages.page(status, serverTokensOf(request));
  request.response.status = status;
  request.response.forcedStatus = badRequests.has(status) ? 400 : status;
  // What was to be sent instead says nothing about the page.
  request.response.headers.set('Content-Length', []);
  request.response.headers.set('Last-Modified', []);
  request.response.headers.withdrawRanges();
  request.response.headers.changeEntityTag(undefined);
  if (page !== undefined) request.response.headers.set('Content-Type', ['text/html']);
  sendWhole(request, ...(page ?? []));
}

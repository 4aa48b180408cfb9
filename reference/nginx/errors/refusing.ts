import type { HttpOutcome } from '../../host/http/phases.js';
import { redirected, redirectedToName } from '../../host/http/redirects.js';
import type { HttpRequest } from '../../host/http/request.js';
import { abandon, isHeaderValue, isRedirect } from '../../host/http/sending.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { answered } from '../../host/support/phases.js';
import { type ErrorPage, errorPages, recursiveErrorPages } from './directives.js';
import { sendPage } from './page.js';

/** Statuses without a response: they request exactly that, or the client has left. */
const withoutResponse: ReadonlySet<number> = new Set([408, 444, 499]);

/** Statuses after which the connection is closed, whatever is sent. */
const closing: ReadonlySet<number> = new Set([400, 413, 414, 495, 496, 497, 500, 501]);

/** Ends a request with a status: by an error page if there is one, or with the built-in page. */
export function refuse(request: HttpRequest, status: number): HttpOutcome {
  if (request.response.headerSent || withoutResponse.has(status)) {
    request.response.terminated = withoutResponse.has(status);
    // The log shows why nothing was answered.
    if (request.response.terminated && request.response.bytesSent === 0) request.response.status = status;
    abandon(request);
    return answered;
  }
  if (closing.has(status)) request.response.keepAlive = false;
  const page = errorPageFor(request, status);
  request.response.forcedStatus = status;
  // The error page has its own type.
  request.response.headers.set('Content-Type', []);
  if (page !== undefined) return sentTo(request, page);
  sendPage(request, status);
  return answered;
}

function errorPageFor(request: HttpRequest, status: number): ErrorPage | undefined {
  if (request.route.onErrorPage) return undefined;
  const pages = errorPages.of(request.block);
  if (pages.length > 0 && !recursiveErrorPages.of(request.block)) request.route.onErrorPage = true;
  return pages.find((page) => page.status === status);
}

function sentTo(request: HttpRequest, { sends, where }: ErrorPage): HttpOutcome {
  request.response.forcedStatus = sends;
  // Only an error page that answers with success requests the body.
  if (sends !== 0 && sends !== 200) request.arrival.body.leaveWaiting?.();
  const target = request.variables.evaluate(where);
  if (target.startsWith('@')) return redirectedToName(request, target.slice(1));
  if (!target.startsWith('/')) return elsewhere(request, target);
  if (request.route.method !== 'HEAD') request.route.method = 'GET';
  const question = target.indexOf('?');
  request.route.hasArgs = question >= 0;
  if (question < 0) return redirected(request, { uri: target, args: '' });
  return redirected(request, { uri: target.slice(0, question), args: target.slice(question + 1) });
}

/** Redirects the client. */
function elsewhere(request: HttpRequest, target: ByteString): HttpOutcome {
  const status = isRedirect(request.response.forcedStatus) ? request.response.forcedStatus : 302;
  request.response.forcedStatus = status;
  if (isHeaderValue(target)) request.response.headers.set('Location', [target]);
  else request.logLine('error', `invalid URL of an error page: "${target}"`);
  sendPage(request, status);
  return answered;
}

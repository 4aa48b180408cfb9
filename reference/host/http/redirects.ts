/** 2/http-request-object-methods/r-internal-redirect: internal redirects. */
import { type ByteString, byteStringOf, textOf } from '../support/byte-string.js';
import type { HttpDecision, HttpPhaseName } from './phases.js';
import type { HttpRequest } from './request.js';
import type { Location } from './server.js';
import { type RequestTarget, unsafeTargetOf } from './uri.js';

type RedirectDecision = Extract<HttpDecision, { readonly kind: 'redirected' }>;
type RefusalDecision = Extract<HttpDecision, { readonly kind: 'refused' }>;

/** Gives a request another target; it restarts in the server's rewrite phase. */
export function redirected(request: HttpRequest, target: Pick<RequestTarget, 'uri' | 'args'>): RedirectDecision {
  request.route.redirect(target);
  return { kind: 'redirected', to: 'server-rewrite' };
}

/** Sends a request to a named location; it restarts in the location's rewrite phase. */
export function redirectedToLocation(request: HttpRequest, location: Location): RedirectDecision {
  request.route.enter(location);
  return { kind: 'redirected', to: 'rewrite' };
}

/** Sends a request to the location with a name, given without its `@`. */
export function redirectedToName(request: HttpRequest, name: ByteString): RedirectDecision | RefusalDecision {
  const location = request.arrival.server.locations.find(
    ({ pattern }) => pattern.kind === 'named' && pattern.name === textOf(name),
  );
  if (location !== undefined) return redirectedToLocation(request, location);
  request.logLine('error', `could not find named location "@${name}"`);
  return { kind: 'refused', status: 500 };
}

/** Sends a request to a script's target: a named location, or an escaped URI with arguments. */
export function redirectedTo(request: HttpRequest, where: ByteString): RedirectDecision | RefusalDecision {
  if (where.startsWith('@')) return redirectedToName(request, where.slice(1));
  const target = unsafeTargetOf(where);
  if (target !== undefined) {
    request.route.hasArgs = where.includes('?');
    return redirected(request, target);
  }
  request.logLine('error', `unsafe URI "${where}" was detected`);
  return { kind: 'refused', status: 500 };
}

/** Counts one of the redirects that a request may take; the request fails if none is left. */
export function countRedirect(request: HttpRequest, to: HttpPhaseName): boolean {
  if (request.route.redirectsLeft > 0) {
    request.route.redirectsLeft -= 1;
    if (to === 'server-rewrite') request.logContext.doing = undefined;
    return true;
  }
  request.logLine('error', `rewrite or internal redirection cycle while ${doing(request, to)}`);
  request.route.onErrorPage = true;
  return false;
}

function doing(request: HttpRequest, to: HttpPhaseName): ByteString {
  const { uri } = request.route;
  const pattern = request.route.match?.location.pattern;
  if (to === 'server-rewrite') return `internally redirecting to "${uri}"`;
  if (to === 'rewrite' && pattern?.kind === 'named')
    return `redirect to named location "@${byteStringOf(pattern.name)}"`;
  return `processing "${uri}"`;
}

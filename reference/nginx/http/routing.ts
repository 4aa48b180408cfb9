import type { HttpDecision, HttpPhaseHandler } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import { limitBody } from '../../host/http/request-body.js';
import { declined } from '../../host/support/phases.js';
import { rewriteByLocation, rewriteByServer } from '../rewrite/run.js';
import { findLocation } from '../servers/locations.js';

/** What the HTTP server itself does in the phases. */
export const routing: readonly HttpPhaseHandler[] = [
  { phase: 'server-rewrite', handle: rewriteByServer },
  { phase: 'find-location', handle: locate },
  { phase: 'find-location', handle: limitBody },
  { phase: 'rewrite', handle: rewriteByLocation },
];

function locate(request: HttpRequest): HttpDecision {
  request.route.match = findLocation(request.arrival.server, request.route.uri);
  const location = request.route.match?.location;
  // Without a location the server itself says what is to be done.
  if (location === undefined) return declined;
  return request.route.internal || !location.internal ? declined : { kind: 'refused', status: 404 };
}

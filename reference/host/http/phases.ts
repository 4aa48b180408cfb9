import * as core from '../core/phases.js';
import type { HttpRequest } from './request.js';
import type { Location } from './servers.js';
import type { RequestTarget } from './uri.js';

/** Phases of a request, in their order. */
export const phaseNames = ['post-read', 'server-rewrite', 'find-location', 'rewrite', 'access', 'content'] as const;
export type HttpPhaseName = (typeof phaseNames)[number];

export type HttpDecision = core.Decision<HttpPhaseName>;
export type HttpPhaseHandler = core.PhaseHandler<HttpRequest, HttpPhaseName>;
export type HttpPhases = core.Phases<HttpRequest, HttpPhaseName>;

/** The handlers of requests in the order of the phases. */
export function phasesOf(handlers: readonly HttpPhaseHandler[]): HttpPhases {
  return new core.Phases(phaseNames, handlers);
}

/** Gives a request another target; it starts again from the server's rewrite phase. */
export function redirected(request: HttpRequest, target: Pick<RequestTarget, 'uri' | 'args'>): HttpDecision {
  request.redirect(target);
  return { kind: 'redirected', to: 'server-rewrite' };
}

/** Sends a request to a named location; it starts again from the rewrite phase there. */
export function redirectedToLocation(request: HttpRequest, location: Location): HttpDecision {
  request.enter(location);
  return { kind: 'redirected', to: 'rewrite' };
}

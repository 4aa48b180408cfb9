import * as core from '../support/phases.js';
import type { HttpRequest } from './request.js';

/** Phases of a request, in their order. */
export const phaseNames = [
  'post-read',
  'server-rewrite',
  'find-location',
  'rewrite',
  'post-rewrite',
  'preaccess',
  'access',
  'post-access',
  'precontent',
  'content',
] as const;
export type HttpPhaseName = (typeof phaseNames)[number];

export type HttpDecision = core.Decision<HttpPhaseName>;
export type HttpPhaseHandler = core.PhaseHandler<HttpRequest, HttpPhaseName>;
export type HttpPhases = core.Phases<HttpRequest, HttpPhaseName>;
export type HttpOutcome = core.PhasesOutcome<HttpPhaseName>;

/** The handlers of requests in the order of the phases. */
export function phasesOf(handlers: readonly HttpPhaseHandler[]): HttpPhases {
  return new core.Phases(phaseNames, handlers);
}

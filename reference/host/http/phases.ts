/**
 * 2/http-request-object-methods/r-decline, 2/http-request-object-methods/r-internal-redirect: the phases of a
 * request, in which its handlers run.
 */
import type { Eventual } from '../support/eventual.js';
import * as core from '../support/phases.js';
import type { OutputFilter } from './filters.js';
import type { HttpRequest } from './request.js';

/** Phases of a request, in order. */
const phaseNames = [
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
export function httpPhases(handlers: readonly HttpPhaseHandler[]): HttpPhases {
  return new core.Phases(phaseNames, handlers);
}

/** A module's contribution to the HTTP server. */
export interface HttpPart {
  /** Handlers of requests. Those of one phase run in the order of the modules. */
  readonly phases?: readonly HttpPhaseHandler[];
  /** Filters of responses, in order. */
  readonly filters?: readonly OutputFilter[];
  /** Called when a request has entered another block, or is about to be refused there. */
  readonly entered?: (request: HttpRequest) => Eventual<void>;
}

import * as core from '../support/phases.js';
import type { StreamSession } from './session.js';

/** Phases of a session, in their order. */
export const phaseNames = ['post-accept', 'access', 'content'] as const;
export type StreamPhaseName = (typeof phaseNames)[number];

export type StreamDecision = core.Decision<StreamPhaseName>;
export type StreamPhaseHandler = core.PhaseHandler<StreamSession, StreamPhaseName>;
export type StreamPhases = core.Phases<StreamSession, StreamPhaseName>;

/** The handlers of sessions in the order of the phases. */
export function phasesOf(handlers: readonly StreamPhaseHandler[]): StreamPhases {
  return new core.Phases(phaseNames, handlers);
}

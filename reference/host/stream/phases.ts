/** 2/stream-session-methods/s-done: the phases of a stream session. */
import * as core from '../support/phases.js';
import type { StreamSession } from './session.js';

/** Phases of a session, in their order. */
export const phaseNames = ['post-accept', 'preaccess', 'access', 'ssl', 'preread', 'content'] as const;
export type StreamPhaseName = (typeof phaseNames)[number];

export type StreamDecision = core.Decision<StreamPhaseName>;
export type StreamPhaseHandler = core.PhaseHandler<StreamSession, StreamPhaseName>;
export type StreamPhases = core.Phases<StreamSession, StreamPhaseName>;

/** The handlers of sessions in the order of the phases. */
export function phasesOf(handlers: readonly StreamPhaseHandler[]): StreamPhases {
  return new core.Phases(phaseNames, handlers);
}

/** What a module of the host contributes to the stream server. */
export interface StreamPart {
  /** What it does with sessions. Handlers of one phase run in the order of the modules. */
  readonly phases: readonly StreamPhaseHandler[];
}

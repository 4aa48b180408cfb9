import * as core from '../core/phases.js';
import type { StreamSession } from './session.js';

/** Phases of a session, in their order. */
export const phaseNames = ['post-accept', 'access', 'content'] as const;
export type PhaseName = (typeof phaseNames)[number];

export type Decision = core.Decision<PhaseName>;
export type PhaseHandler = core.PhaseHandler<StreamSession, PhaseName>;
export type Phases = core.Phases<StreamSession, PhaseName>;

/** The handlers of sessions in the order of the phases. */
export function phasesOf(handlers: readonly PhaseHandler[]): Phases {
  return new core.Phases(phaseNames, handlers);
}

import type { Eventual } from '../support/eventual.js';
import * as core from '../support/phases.js';
import type { StreamOutput } from './output.js';
import type { StreamSession } from './session.js';

/** 2/stream-session-methods/s-done: the phases of a stream session. */

/** Phases of a session, in order. Handlers of `log` run once the session has ended, however it ended. */
const phaseNames = ['post-accept', 'preaccess', 'access', 'ssl', 'preread', 'content', 'log'] as const;
type StreamPhaseName = (typeof phaseNames)[number];

export type StreamDecision = core.Decision<StreamPhaseName>;
export type StreamPhaseHandler = core.PhaseHandler<StreamSession, StreamPhaseName>;
export type StreamPhases = core.Phases<StreamSession, StreamPhaseName>;

/** The handlers of sessions in the order of the phases. */
export function streamPhases(handlers: readonly StreamPhaseHandler[]): StreamPhases {
  return new core.Phases(phaseNames, handlers);
}

/** Returned by a `preread` handler that must be called again when the client has sent more, or when `woken` calls back. */
export interface Again {
  readonly kind: 'again';
  /** Calls `more` once when the handler can decide although no bytes have arrived. */
  readonly woken?: (more: () => void) => void;
}

export const again: Again = { kind: 'again' };

/** Inspects the first bytes of a session, `session.preread`, before its content. The first call has no bytes. */
export type PrereadHandler = (session: StreamSession) => Eventual<StreamDecision | Again>;

/** A module's contribution to the stream server. */
export interface StreamPart {
  /** Handlers of sessions. Those of one phase run in the order of the modules. */
  readonly phases?: readonly StreamPhaseHandler[];
  /** Handlers of the phase `preread`. */
  readonly preread?: readonly PrereadHandler[];
  /** Filters of the bytes that a session sends, in order. */
  readonly filters?: readonly StreamFilter[];
}

/**
 * 2/stream-session-methods/s-send, 2/stream-session-methods/s-send-downstream, 2/stream-session-methods/s-send-upstream:
 * the filters that the bytes of a session pass through in both directions.
 */

/** One filter: changes the bytes and forwards them. For a session without this filter it returns `next`. */
type StreamFilter = (session: StreamSession, next: StreamOutput) => StreamOutput;

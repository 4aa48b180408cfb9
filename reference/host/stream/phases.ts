import type { Eventual } from '../support/eventual.js';
import * as core from '../support/phases.js';
import type { StreamOutput } from './output.js';
import type { StreamSession } from './session.js';

/** 2/stream-session-methods/s-done: the phases of a stream session. */

/** Phases of a session, in their order. Handlers of `log` run once the session has ended, however it did. */
const phaseNames = ['post-accept', 'preaccess', 'access', 'ssl', 'preread', 'content', 'log'] as const;
export type StreamPhaseName = (typeof phaseNames)[number];

export type StreamDecision = core.Decision<StreamPhaseName>;
export type StreamPhaseHandler = core.PhaseHandler<StreamSession, StreamPhaseName>;
export type StreamPhases = core.Phases<StreamSession, StreamPhaseName>;

/** The handlers of sessions in the order of the phases. */
export function streamPhases(handlers: readonly StreamPhaseHandler[]): StreamPhases {
  return new core.Phases(phaseNames, handlers);
}

/** A handler of the phase `preread` asks to be called again when the client has sent more, or when `woken` says so. */
export interface Again {
  readonly kind: 'again';
  /** `more` calls once when the handler can decide although no bytes have come. */
  readonly woken?: (more: () => void) => void;
}

export const again: Again = { kind: 'again' };

/** Looks at the first bytes of a session, `session.preread`, before there is content. It is first called with none. */
export type PrereadHandler = (session: StreamSession) => Eventual<StreamDecision | Again>;

/** What a module of the host contributes to the stream server. */
export interface StreamPart {
  /** What it does with sessions. Handlers of one phase run in the order of the modules. */
  readonly phases?: readonly StreamPhaseHandler[];
  /** What it does in the phase `preread`. */
  readonly preread?: readonly PrereadHandler[];
  /** What it does with the bytes that a session sends, first come first. */
  readonly filters?: readonly StreamFilter[];
}

/**
 * 2/stream-session-methods/s-send, 2/stream-session-methods/s-send-downstream, 2/stream-session-methods/s-send-upstream:
 * the filters that the bytes of a session pass through in both directions.
 */

/** One step of the way: changes the bytes and hands them on. A session that it does not care for gets `next` back. */
type StreamFilter = (session: StreamSession, next: StreamOutput) => StreamOutput;

/**
 * 2/stream-session-methods/s-send, 2/stream-session-methods/s-send-downstream, 2/stream-session-methods/s-send-upstream:
 * the filters that the bytes of a session pass through in both directions.
 */
import type { StreamOutput } from './output.js';
import type { StreamSession } from './session.js';

/** One step of the way: changes the bytes and hands them on. A session that it does not care for gets `next` back. */
export type StreamFilter = (session: StreamSession, next: StreamOutput) => StreamOutput;

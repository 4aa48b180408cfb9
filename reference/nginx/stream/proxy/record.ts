import type { StreamSession } from '../../../host/stream/session.js';
import type { ByteString } from '../../../host/support/byte-string.js';
import { type EmbeddedVariable, volatile } from '../../../host/variables/variables.js';
import { secondsText } from '../../core/time.js';

/** One attempt to reach a server; times are in milliseconds. */
export interface SessionAttempt {
  readonly peer: ByteString;
  readonly began: number;
  connected: number | undefined;
  ended: number | undefined;
  firstByte: number | undefined;
  received: number;
  sent: number;
}

/** The record of attempts, for variables. */
export class SessionRecord {
  readonly attempts: SessionAttempt[] = [];

  next(peer: ByteString): SessionAttempt {
    const times = { began: Date.now(), connected: undefined, ended: undefined, firstByte: undefined };
    const attempt = { peer, ...times, received: 0, sent: 0 };
    this.attempts.push(attempt);
    return attempt;
  }
}

/** Variables of forwarded sessions, by lower-case name. */
export const upstreamVariables: Readonly<Record<string, EmbeddedVariable<StreamSession>>> = {
  upstream_addr: listed(({ peer }) => peer),
  upstream_bytes_received: listed(({ received }) => String(received)),
  upstream_bytes_sent: listed(({ sent }) => String(sent)),
  upstream_connect_time: listed(({ connected }) => secondsText(connected)),
  upstream_first_byte_time: listed(({ firstByte }) => secondsText(firstByte)),
  upstream_session_time: listed(({ ended = 0 }) => secondsText(ended)),
};

/** The values of all attempts. */
function listed(ofAttempt: (attempt: SessionAttempt) => ByteString): EmbeddedVariable<StreamSession> {
  return volatile((session) => {
    const attempts = session.kept(SessionRecord)?.attempts ?? [];
    return attempts.length === 0 ? undefined : attempts.map(ofAttempt).join(', ');
  });
}

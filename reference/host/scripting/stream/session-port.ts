/** 2/stream-session-object/p1: the port of a stream session. */
import type { StreamSessionPort } from '../../../port/stream-session.js';
import type { StreamSession } from '../../stream/session.js';
import { logScript } from '../subject-scripts.js';
import { variablePort } from '../variable-port.js';
import type { SessionEvents } from './events.js';
import type { PhaseCode } from './phase-code.js';
import type { Sender } from './sender.js';

/** The actions of a session's scripts. */
interface Acting {
  readonly code: PhaseCode;
  readonly events: SessionEvents;
  readonly sender: Sender;
}

/** The port of one session object. */
export function sessionPort(session: StreamSession, { code, events, sender }: Acting): StreamSessionPort {
  return {
    remoteAddress: () => session.client.remoteAddress,
    status: () => session.status,
    variables: variablePort(session.variables),
    done: code.set,
    on: events.on,
    off: events.off,
    send: sender.send,
    log: (level, message) => logScript(session, level, message),
  };
}

/** 2/stream-session-object/p1, 2/stream-session-methods/s-done: the port of a stream session. */
import type { Outcome } from '../../../port/outcome.js';
import type { StreamSessionPort } from '../../../port/stream-session.js';
import type { StreamSession } from '../../stream/session.js';
import { logScript } from '../subject-scripts.js';
import { nothing, variablePort } from '../variable-port.js';

/** The code that a phase handler sets, while there is a phase that waits for one. */
export class PhaseCode {
  #isOpen = false;
  #code: number | undefined;

  open(): void {
    this.#isOpen = true;
    this.#code = undefined;
  }

  /** The code that was set last. */
  close(): number | undefined {
    this.#isOpen = false;
    return this.#code;
  }

  readonly set = (code: number): Outcome<undefined> => {
    if (!this.#isOpen) return { ok: false, name: 'TypeError', message: 'no phase handler is running' };
    if (code < -5 || code > 599) return { ok: false, name: 'RangeError', message: 'code is out of range' };
    this.#code = code;
    return nothing;
  };
}

/** The port of one session object. */
export function sessionPort(session: StreamSession, code: PhaseCode): StreamSessionPort {
  return {
    remoteAddress: () => session.arrival.client.remoteAddress,
    status: () => session.status,
    variables: variablePort(session.variables),
    done: code.set,
    log: (level, message) => logScript(session, level, message),
  };
}

/** 2/stream-session-methods/s-done, 2/stream-session-methods/s-allow, 2/stream-session-methods/s-decline, 2/stream-session-methods/s-deny */
import type { PortOutcome } from '../../../port/outcome.js';
import type { StreamDecision } from '../../stream/phases.js';
import { declined, passed } from '../../support/phases.js';
import { nothing, typeError } from '../variable-port.js';
import type { SessionEvents } from './events.js';

/** The code that a phase handler sets, while a phase waits for one. */
export class PhaseCode {
  readonly #events: SessionEvents;
  #isOpen = false;
  /** Whether the session's filter is running. */
  isFiltering = false;
  #code: number | undefined;

  constructor(events: SessionEvents) {
    this.#events = events;
  }

  open(): void {
    this.#isOpen = true;
    this.#code = undefined;
  }

  close(): void {
    this.#isOpen = false;
  }

  /** The decision of the phase. A handler that sets no code fails the session. */
  get decision(): StreamDecision {
    switch (this.#code) {
      case 0:
        return passed;
      case -5:
        return declined;
      default:
        return { kind: 'refused', status: this.#code !== undefined && this.#code > 0 ? this.#code : 500 };
    }
  }

  /** Sets the code and removes all callbacks: a session with a decision waits for no data. */
  readonly set = (code: number): PortOutcome<undefined> => {
    if (this.isFiltering) return typeError('should not be called while filtering');
    if (!this.#isOpen) return typeError('it is called neither in js_access nor in js_preread');
    if (code < -6 || code > 503) return { ok: false, name: 'RangeError', message: 'code is out of range' };
    this.#code = code;
    this.#events.drop();
    return nothing;
  };
}

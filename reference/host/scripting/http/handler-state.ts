/**
 * 2/http-request-object-methods/r-return, 2/http-request-object-methods/r-decline,
 * 2/http-request-object-methods/r-internal-redirect, 2/http-request-object-methods/r-send-buffer: what the handlers
 * of a request have decided.
 */
import type { HandlerPhase } from '../../../port/http-request.js';
import type { BodyDecision } from '../../http/body/source.js';
import type { ByteString } from '../../support/byte-string.js';

/** What the handlers of a request have decided so far, to be done once the one that runs is through. */
export class HandlerState {
  /** What the handler that runs was called for. */
  phase: HandlerPhase | undefined;
  /** The status of `return` without a text. */
  refusal: number | undefined;
  /** Where the request is to be sent. */
  redirect: ByteString | undefined;
  /** Ends the handler that waits, if any does: its request cannot be served. */
  refuse: (decision: BodyDecision) => void = () => undefined;
  /** Whether a filter of headers runs, be it that a variable is computed for it. */
  filtersHeader = false;
  /** Whether a handler of access has no opinion. */
  declined = false;
  /** Whether a filter of headers has failed under the handler, which may go on: nothing of the response has gone yet. */
  headerRefused = false;
  /** Whether the handler has tried to answer once more, and has not finished its response since. */
  failed = false;
  /** Whether the filter of bodies is through with this response. */
  done = false;
  /** What the filter of bodies forwards. */
  forwarded: Buffer[] = [];
  /** Whether the part that it filters is the last one. */
  isLast = false;
  /** Whether what it forwarded last was the end. */
  forwardedLast = false;

  /** Runs a handler that was called for something, perhaps while another one runs. */
  during<T>(phase: HandlerPhase, work: () => T): T {
    const { phase: outer, filtersHeader } = this;
    this.phase = phase;
    this.filtersHeader = phase === 'header filter' || (filtersHeader && phase === 'variable');
    try {
      return work();
    } finally {
      this.phase = outer;
      this.filtersHeader = filtersHeader;
    }
  }
}

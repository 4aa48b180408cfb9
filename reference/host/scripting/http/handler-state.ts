/**
 * 2/http-request-object-methods/r-return, 2/http-request-object-methods/r-decline, 2/http-request-object-methods/r-internal-redirect,
 * 2/http-request-object-methods/r-send-buffer: the decisions of a request's handlers.
 */
import type { HandlerPhase } from '../../../port/http-request.js';
import type { BodyDecision } from '../../http/body/source.js';
import type { ByteString } from '../../support/byte-string.js';

/** The decisions of a request's handlers so far, which take effect when the current one ends. */
export class HandlerState {
  /** The phase of the current handler. */
  phase: HandlerPhase | undefined;
  /** The status of `return` without a text. */
  refusal: number | undefined;
  /** The target of a redirect. */
  redirect: ByteString | undefined;
  /** Ends the waiting handler, if there is one: its request cannot be served. */
  refuse: (decision: BodyDecision) => void = () => undefined;
  /** Whether a header filter runs, even if only to compute a variable. */
  filtersHeader = false;
  /** Whether an access handler has declined to decide. */
  declined = false;
  /** Whether a header filter has failed during the handler, which may continue: nothing of the response was sent yet. */
  headerRefused = false;
  /** Whether the handler has tried to answer again, and has not finished its response since. */
  failed = false;
  /** Whether the body filter is done with this response. */
  done = false;
  /** The output of the body filter. */
  forwarded: Buffer[] = [];
  /** Whether the filtered part is the last one. */
  isLast = false;
  /** Whether the last forwarded part was the end. */
  forwardedLast = false;

  /** Runs a handler for a phase, possibly while another handler runs. */
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

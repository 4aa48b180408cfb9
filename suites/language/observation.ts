/** The observation of a target in one trial, in one tagged encoding, the same for every target. */
import type { Plain } from '../../spec/types/requirement.js';

/** How a probe, a conversation or a call of a probe ended by itself. */
export type Outcome =
  | {
      readonly kind: 'returned';
      readonly value: Plain;
      /** What a law about presence did not find, as a clause. */
      readonly missing?: string;
    }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string };

/** The observation, and for a service the requests that led to it, in words. */
export type Observation = BareObservation & { readonly requests?: readonly string[] };

type BareObservation =
  | Outcome
  /** The detail says what was observed, as a clause with its subject: a process that ended, a connection closed. */
  | { readonly kind: 'crashed'; readonly detail: string }
  /**
   * The script ended with an error that it could not catch, and the host keeps running. The detail has the status and the
   * log line.
   */
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'hung'; readonly afterMs: number }
  | { readonly kind: 'unobservable'; readonly why: string }
  /** A required built-in module, global or member is missing; the clause names it. */
  | { readonly kind: 'lacking'; readonly what: string }
  /** The host refused the configuration of the case; the text is its message. */
  | { readonly kind: 'refused'; readonly hostError: string };

export interface ObservedResponse {
  readonly version: string;
  /** 0 if it is not an HTTP response. */
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The host closed the connection and sent no response, as for `return 444`. */
export interface ClosedConnection {
  readonly closed: true;
}

/** A line that a script wrote to the host's error log. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
}

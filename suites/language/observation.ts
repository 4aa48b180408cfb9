/** What a target did with one trial, in one tagged encoding, the same for every target. */
import type { Plain } from '../../spec/types/requirement.js';

/** How a probe, a conversation or a call of a probe ended by itself. */
export type Outcome =
  | {
      readonly kind: 'returned';
      readonly value: Plain;
      /** What a law about presence looked for and did not find, as a clause. */
      readonly missing?: string;
    }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string };

/** What was observed, and of a service the requests that led to it, in words. */
export type Observation = BareObservation & { readonly requests?: readonly string[] };

type BareObservation =
  | Outcome
  /** The detail says what was seen, as a clause with its subject: a process that ended, a connection closed. */
  | { readonly kind: 'crashed'; readonly detail: string }
  /** The script ended by an error that it could not catch, and the host goes on. The detail holds the status and the log line. */
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'hung'; readonly afterMs: number }
  | { readonly kind: 'unobservable'; readonly why: string }
  /** A built-in module, a global or a member is missing that was asked for; a clause that says which. */
  | { readonly kind: 'lacking'; readonly what: string }
  /** The host refused the configuration that the case needs; this is what it said. */
  | { readonly kind: 'refused'; readonly said: string };

/** One response as it stood on the wire. */
export interface ObservedResponse {
  readonly version: string;
  /** 0 for what is no HTTP response. */
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The host closed the connection and sent no response, as `return 444` asks it to. */
export interface ClosedConnection {
  readonly closed: true;
}

/** A line that a script wrote to the host's error log. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
}

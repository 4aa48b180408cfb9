import type { ConsoleLevel } from '../../../port/console.js';
import type { PortOutcome, Rejection, Thrown } from '../../../port/outcome.js';
import type { StartFetch } from './fetch-port.js';

/** What a realm works for: a request, a session, or the command line. */
export interface RealmOwner {
  /** The host side of `srv.log`; the owner maps level numbers, and refuses unknown ones. */
  readonly log: (level: number, message: string | Uint8Array) => PortOutcome<undefined>;
  /** The host side of `srv.fetch`; absent if the owner has no network. */
  readonly fetch?: StartFetch;
  /** The host side of `console`. */
  readonly print: (level: ConsoleLevel, messages: readonly string[]) => void;
  /** A handler, a callback, or the top level of a module failed. */
  readonly failed: (failure: HandlerFailure) => void;
  /** Scripts have left something unfinished. */
  readonly left: (what: RealmLeftover) => void;
}

export type HandlerFailure = Thrown | { readonly kind: 'not found'; readonly handler: string };

/** `pending`: timers and other work that is cancelled when the realm stops working for its owner. */
type RealmLeftover = Rejection | { readonly kind: 'pending' };

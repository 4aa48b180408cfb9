import type { Account, AppPayload } from '../../language/endpoint.js';
import type { RunMemory } from './run-memory.js';

/** Options of an endpoint under test. */
export interface EndpointOptions {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly account: Account;
  /** Records may be created. */
  readonly allowWrites?: boolean;
  /** Plain http may be used to another machine. */
  readonly allowInsecure?: boolean;
  /** Each `PLACE=POINTER`. */
  readonly map?: readonly string[];
  /** Has a new API key generated, which revokes the account's; only where records may be created. */
  readonly rotate?: () => Promise<string>;
  /** How often that is done: twice unless given, since one key of two generations ago is to be known. */
  readonly rotations?: number;
  /** What other sessions of the run know; nothing when absent. */
  readonly memory?: RunMemory;
  /** Milliseconds that one request may take. */
  readonly timeoutMs?: number;
  /** Milliseconds that work on a server may take to settle. */
  readonly settleMs?: number;
  readonly app?: Pick<AppPayload, 'sysuserid' | 'runtime'>;
  /** Requests under way at one time. */
  readonly connections?: number;
}

/** Statuses with replaced keys, as far as the run has had the key replaced. */
export interface Rotation {
  /** With the key that a newer one has replaced, before that was used. */
  readonly unused?: number | undefined;
  /** With a key that two newer ones have replaced. */
  readonly older?: number | undefined;
}

export const DEFAULTS = {
  timeoutMs: 10_000,
  settleMs: 5000,
  app: { sysuserid: 'srvspec', runtime: 'php8.3' },
  connections: 32,
} as const;

export interface ApiOptions extends Omit<EndpointOptions, 'rotations' | 'memory'> {
  /** A command that prints a new API key, words separated by blanks; it is run when a session is opened that needs it. */
  readonly newKey?: string;
}

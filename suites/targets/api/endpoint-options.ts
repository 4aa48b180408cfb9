import type { Account, AppPayload, CreatedRecord } from '../../language/endpoint.js';
import type { Names } from './leftovers.js';
import type { Settling } from './settling.js';
import type { RawAnswer } from './transport.js';

/** Records by their collections, in the order of the answers. */
export type CreatedRecords = { readonly [of in 'servers' | 'apps']: CreatedRecord[] };

/** The lists of an account before anything was created; none that did not come whole. */
export type FirstLists = { servers?: RawAnswer; apps?: RawAnswer };

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
  /** Names that no other session of the run gives. */
  readonly names?: Names;
  /** The plain records that other sessions of the run have created with this service; none when absent. */
  readonly created?: CreatedRecords;
  /** What they found there; to be filled by the first. */
  readonly first?: FirstLists;
  /** What other sessions of the run have waited for; nothing when absent. */
  readonly settling?: Settling;
  /** Milliseconds that one request may take. */
  readonly timeoutMs?: number;
  /** Milliseconds that work on a server may take to settle. */
  readonly settleMs?: number;
  readonly app?: Pick<AppPayload, 'sysuserid' | 'runtime'>;
  /** Conversations that go on at one time; eight unless given. */
  readonly jobs?: number;
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
  jobs: 8,
  connections: 32,
} as const;

export interface ApiOptions
  extends Omit<EndpointOptions, 'rotations' | 'names' | 'created' | 'first' | 'settling' | 'jobs'> {
  /** A command that prints a new API key, words separated by blanks; it is run when a session is opened that needs it. */
  readonly newKey?: string;
}

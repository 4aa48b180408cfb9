/** What the sessions of one run know of each other. */
import type { CreatedRecord } from '../../language/endpoint.js';
import { Names } from './leftovers.js';
import { Settling } from './settling.js';
import type { RawAnswer } from './transport.js';

export class RunMemory {
  readonly names = new Names();
  /** Records that were created, by their collections, in the order of the answers. */
  readonly created: { readonly [of in 'servers' | 'apps']: CreatedRecord[] } = { servers: [], apps: [] };
  /** The lists of the account before anything was created; none that did not come whole. */
  readonly first: { servers?: RawAnswer; apps?: RawAnswer } = {};
  readonly settling: Settling;

  constructor(settleMs: number) {
    this.settling = new Settling(settleMs);
  }
}

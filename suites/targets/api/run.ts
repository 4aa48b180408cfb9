/** What all sessions of a run share. */
import type { ServiceFacts } from '../../../reports/model.js';
import type { AppPayload, CreatedRecord } from '../../language/endpoint.js';
import { Leftovers, Names } from './leftovers.js';
import { type ApiOptions, readMap } from './options.js';
import { Pauses } from './pauses.js';
import { AnswerPlaces } from './places.js';
import { Settling } from './settling.js';
import type { RawAnswer } from './transport.js';

export class ApiRun {
  readonly names = new Names();
  readonly leftovers = new Leftovers(this.names);
  readonly pauses = new Pauses();
  /** Records that were created, by their collections, in the order of the answers. */
  readonly created: { readonly [of in 'servers' | 'apps']: CreatedRecord[] } = { servers: [], apps: [] };
  /** The lists of the account before anything was created; none that did not come whole. */
  readonly first: { servers?: RawAnswer; apps?: RawAnswer } = {};
  readonly places: AnswerPlaces;
  readonly settling: Settling;
  readonly settleMs: number;
  readonly allowWrites: boolean;
  readonly app: Pick<AppPayload, 'sysuserid' | 'runtime'>;

  /** @throws UsageError */
  constructor({ map = [], settleMs = 5000, allowWrites = false, app }: ApiOptions) {
    this.places = new AnswerPlaces(readMap(map));
    this.settling = new Settling(settleMs);
    this.settleMs = settleMs;
    this.allowWrites = allowWrites;
    this.app = app ?? { sysuserid: 'srvspec', runtime: 'php8.3' };
  }

  facts(): ServiceFacts {
    return { mapping: this.places.mapping(), leftovers: this.leftovers.all() };
  }
}

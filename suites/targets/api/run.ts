/** State that all sessions of a run share. */
import { randomBytes } from 'node:crypto';
import type { ServiceFacts } from '../../../reports/model.js';
import type { Account, AppPayload, CreatedRecord } from '../../language/endpoint.js';
import { type ApiOptions, type BaseUrl, readBaseUrl, readMap } from './options.js';
import { Patience } from './patience.js';
import { Pauses } from './pauses.js';
import { AnswerPlaces } from './places.js';
import type { RawAnswer } from './transport.js';

type Leftover = ServiceFacts['leftovers'][number];

export class ApiRun {
  readonly base: BaseUrl;
  /** The account with its newest key, once a session was opened. */
  account: Account | undefined;
  readonly pauses = new Pauses();
  /** Created records, by their collections, in the order of the answers. */
  readonly created: { readonly [of in 'servers' | 'apps']: CreatedRecord[] } = { servers: [], apps: [] };
  /** The lists of the account before anything was created, without incomplete ones. */
  readonly first: { servers?: RawAnswer; apps?: RawAnswer } = {};
  /** The beginning of every name of this run. */
  readonly prefix = `srvspec-${randomBytes(4).toString('hex')}`;
  readonly places: AnswerPlaces;
  readonly settleMs: number;
  /** The limits for slow operations of a service. */
  readonly settling: Patience;
  readonly allowWrites: boolean;
  readonly app: Pick<AppPayload, 'sysuserid' | 'runtime'>;
  readonly #leftovers: Leftover[] = [];
  #names = 0;

  /** @throws UsageError */
  constructor({ url, allowInsecure = false, map = [], settleMs = 5000, allowWrites = false, app }: ApiOptions) {
    this.base = readBaseUrl(url, allowInsecure);
    this.places = new AnswerPlaces(readMap(map));
    this.settleMs = settleMs;
    this.settling = new Patience(settleMs, 1);
    this.allowWrites = allowWrites;
    this.app = app ?? { sysuserid: 'srvspec', runtime: 'php8.3' };
  }

  /**
   * A name that no other run uses.
   * @throws Error for a label with other characters than letters, digits and `-`
   */
  named(label: string): string {
    if (!/^[A-Za-z0-9-]*$/.test(label)) throw new Error(`a label is of letters, digits and -, not ${label}`);
    return `${this.prefix}-${++this.#names}-${label}`;
  }

  /** Stores a record that the run has created: the documents show no way to remove it, see 1/endpoints/p3. */
  noteLeftover(resource: Leftover['resource'], name: string): void {
    this.#leftovers.push({ resource, name });
  }

  /** With the leftovers sorted by name. */
  facts(): ServiceFacts {
    const inOrder = (a: Leftover, b: Leftover): number => a.name.localeCompare(b.name, 'en', { numeric: true });
    return { mapping: this.places.mapping(), leftovers: this.#leftovers.toSorted(inOrder) };
  }
}

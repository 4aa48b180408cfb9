/** State that the workers of a host share, besides dictionaries. */

/** State that is the same for all workers of a host. */
export interface SharedState {
  /** Counts a request in some zones, in the order of the configuration, and returns what to do with it. */
  readonly limit: (keys: readonly LimitedKey[]) => LimitVerdict;
  /** Counts a request among those in progress in some zones. Returns a function that ends that. */
  readonly hold: (keys: readonly HeldKey[]) => HoldVerdict;
  readonly connections: ConnectionCounts;
}

/** The parameters of a request for one zone of request limits. */
export interface LimitedKey {
  readonly zone: LimitZone;
  readonly key: string;
  /** Excess requests that are allowed, in thousandths, and how many of them are not delayed. */
  readonly burst: number;
  readonly delay: number;
}

export interface LimitZone {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Thousandths of requests a second. */
  readonly rate: number;
}

/** What to do with a request; `excess` is in thousandths of requests. */
export type LimitVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'rejected'; readonly zone: string; readonly excess: number }
  | { readonly kind: 'delayed'; readonly zone: string; readonly excess: number; readonly milliseconds: number }
  /** The zone does not have enough memory for its key. */
  | { readonly kind: 'full'; readonly zone: string };

/** The parameters of a request for one zone of requests in progress. */
export interface HeldKey {
  /** Its size is in bytes. */
  readonly zone: Pick<LimitZone, 'name' | 'size'>;
  readonly key: string;
  /** The limit for requests in progress. */
  readonly most: number;
}

export type HoldVerdict =
  | { readonly kind: 'held'; readonly release: () => void }
  /** By a zone without enough memory for the key, or by its limit. */
  | { readonly kind: 'rejected'; readonly zone: string; readonly isFull: boolean };

/** The counters, in the order in which workers send them. */
export const counters = ['accepted', 'requests', 'active', 'reading', 'writing', 'waiting'] as const;
export type Counter = (typeof counters)[number];
export type Counters = Readonly<Record<Counter, number>>;

/** Makes an object with a value for each counter. */
export function countsBy(count: (name: Counter, at: number) => number): Counters {
  const of = (name: Counter) => count(name, counters.indexOf(name));
  return {
    accepted: of('accepted'),
    requests: of('requests'),
    active: of('active'),
    reading: of('reading'),
    writing: of('writing'),
    waiting: of('waiting'),
  };
}

/** The present states of the clients' connections, and how many connections there were. */
export interface ConnectionCounts {
  add(changes: Partial<Counters>): void;
  /** The counts of all workers. */
  read(): Counters;
}

/** What the workers of a host share besides dictionaries. */

/** State that all workers of a host see alike. */
export interface SharedState {
  /** Counts a request in some zones, in the order of the configuration, and says what becomes of it. */
  readonly limit: (keys: readonly LimitedKey[]) => LimitVerdict;
  /** Counts a request among those that are under way in some zones. Returns what ends that. */
  readonly hold: (keys: readonly HeldKey[]) => HoldVerdict;
  readonly connections: ConnectionCounts;
}

/** What counts for a request in one zone. */
export interface LimitedKey {
  readonly zone: LimitZone;
  readonly key: string;
  /** Thousandths of requests that may come ahead of their time, and those of them that do not wait. */
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

/** What becomes of a request; `excess` are thousandths of requests ahead of their time. */
export type LimitVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'rejected'; readonly zone: string; readonly excess: number }
  | { readonly kind: 'delayed'; readonly zone: string; readonly excess: number; readonly milliseconds: number }
  /** The zone has no room for its key. */
  | { readonly kind: 'full'; readonly zone: string };

/** What counts for a request in one zone of requests under way. */
export interface HeldKey {
  /** Its size is in bytes. */
  readonly zone: Pick<LimitZone, 'name' | 'size'>;
  readonly key: string;
  /** How many may be under way. */
  readonly most: number;
}

export type HoldVerdict =
  | { readonly kind: 'held'; readonly release: () => void }
  /** By a zone that has no room for the key, or by its limit. */
  | { readonly kind: 'rejected'; readonly zone: string; readonly isFull: boolean };

/** What is counted, in the order in which workers tell it. */
export const counters = ['accepted', 'requests', 'active', 'reading', 'writing', 'waiting'] as const;
export type Counter = (typeof counters)[number];
export type Counters = Readonly<Record<Counter, number>>;

/** Makes counts of what each is. */
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

/** What the connections of clients do at present, and how many there were. */
export interface ConnectionCounts {
  add(changes: Partial<Counters>): void;
  /** Those of all workers. */
  read(): Counters;
}

import type { LimitedKey, LimitVerdict, LimitZone } from '../../host/support/shared.js';
import type { Allocation } from '../../host/zones/memory.js';
import { Slab } from './slab.js';

/** Bytes of an entry besides its key, and of the zone itself. */
const entryRecord = 80;
const zoneRecord = [80, 48];

/** The state of one key. */
interface RateEntry {
  readonly allocation: Allocation;
  /** The excess in thousandths of requests, at a time in milliseconds. */
  excess: number;
  last: number;
}

/** Milliseconds after which an unused entry may be dropped. */
const patience = 60_000;

/** The keys of one zone, the least recently used first. */
class RecentKeys {
  readonly #rate: number;
  readonly #slab: Slab;
  readonly #entries = new Map<string, RateEntry>();

  constructor({ size, rate }: LimitZone) {
    this.#rate = rate;
    this.#slab = new Slab(size);
    for (const record of zoneRecord) this.#slab.allocate(record);
  }

  /** The entry of a key, which then counts as recently used. */
  find(key: string): RateEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Adds an entry; `undefined` without enough memory. */
  add(key: string, now: number): RateEntry | undefined {
    const bytes = entryRecord + Buffer.byteLength(key, 'latin1');
    this.#expire(1, now);
    let allocation = this.#slab.allocate(bytes);
    if (allocation === undefined) {
      this.#expire(0, now);
      allocation = this.#slab.allocate(bytes);
    }
    if (allocation === undefined) return undefined;
    const entry = { allocation, excess: 0, last: Number.NEGATIVE_INFINITY };
    this.#entries.set(key, entry);
    return entry;
  }

  /** The excess of a key with one more request. */
  excessOf({ excess, last }: RateEntry, now: number): number {
    return Math.max(0, excess - Math.trunc((this.#rate * (now - last)) / 1000) + 1000);
  }

  /** Milliseconds until that much excess is gone. */
  timeFor(excess: number): number {
    return Math.trunc((excess * 1000) / this.#rate);
  }

  /** Drops up to two entries without an excess; with 0, first the oldest one, whatever its excess. */
  #expire(from: number, now: number): void {
    for (const [key, entry] of this.#entries) {
      const place = from++;
      const age = now - entry.last;
      const isNeeded = age < patience || entry.excess - (this.#rate * age) / 1000 > 0;
      if (place > 2 || (place > 0 && isNeeded)) return;
      this.#entries.delete(key);
      entry.allocation.free();
    }
  }
}

/** The state of one zone for a request. */
interface LimitCheck {
  readonly zone: RecentKeys;
  readonly entry: RateEntry;
  readonly excess: number;
  readonly declared: LimitedKey;
}

/** The zones that limit requests, as in nginx: a leaky bucket with a rate and bursts. */
export class LimitZones {
  readonly #zones = new Map<string, { readonly declared: LimitZone; readonly zone: RecentKeys }>();
  readonly #now: () => number;

  constructor(now: () => number = () => Math.floor(performance.now())) {
    this.#now = now;
  }

  /** A request that one zone rejects is counted in none. */
  limit(keys: readonly LimitedKey[]): LimitVerdict {
    const now = this.#now();
    const found: LimitCheck[] = [];
    for (const declared of keys) {
      const zone = this.#zone(declared.zone);
      const known = zone.find(declared.key);
      const entry = known ?? zone.add(declared.key, now);
      if (entry === undefined) return { kind: 'full', zone: declared.zone.name };
      const excess = zone.excessOf(entry, now);
      if (excess > declared.burst) return { kind: 'rejected', zone: declared.zone.name, excess };
      found.push({ zone, entry, excess, declared });
    }
    return counted(found, now);
  }

  #zone(declared: LimitZone): RecentKeys {
    const known = this.#zones.get(declared.name);
    if (known?.declared.size === declared.size && known.declared.rate === declared.rate) return known.zone;
    const zone = new RecentKeys(declared);
    this.#zones.set(declared.name, { declared, zone });
    return zone;
  }
}

/** Counts a request in all zones, the last one first; the longest delay applies. */
function counted(found: readonly LimitCheck[], now: number): LimitVerdict {
  let longest: LimitVerdict = { kind: 'passed' };
  for (const { zone, entry, excess, declared } of found.toReversed()) {
    Object.assign(entry, { excess, last: now });
    const milliseconds = excess <= declared.delay ? 0 : zone.timeFor(excess - declared.delay);
    if (milliseconds > (longest.kind === 'delayed' ? longest.milliseconds : 0))
      longest = { kind: 'delayed', zone: declared.zone.name, excess, milliseconds };
  }
  return longest;
}

import type { HeldKey, HoldVerdict } from '../../host/support/shared.js';
import type { Allocation } from '../../host/zones/memory.js';
import { Slab } from './slab.js';

/** Bytes of an entry besides its key, and of the zone itself. */
const entryRecord = 36;
const zoneRecord = [64, 48];

interface HoldEntry {
  count: number;
  readonly allocation: Allocation;
}

interface HoldZone {
  readonly size: number;
  readonly slab: Slab;
  readonly entries: Map<string, HoldEntry>;
}

/** The zones that count requests in progress, as in nginx. */
export class HeldZones {
  readonly #zones = new Map<string, HoldZone>();

  /** A request that one zone rejects is counted in none. */
  hold(keys: readonly HeldKey[]): HoldVerdict {
    const held: (() => void)[] = [];
    const release = () => {
      for (const one of held.splice(0)) one();
    };
    for (const { zone: declared, key, most } of keys) {
      const zone = this.#zone(declared);
      const entry = zone.entries.get(key) ?? added(zone, key);
      const isRejected = entry === undefined || entry.count >= most;
      if (isRejected) release();
      if (isRejected) return { kind: 'rejected', zone: declared.name, isFull: entry === undefined };
      entry.count += 1;
      held.push(() => drop(zone, key, entry));
    }
    return { kind: 'held', release };
  }

  #zone({ name, size }: HeldKey['zone']): HoldZone {
    const known = this.#zones.get(name);
    if (known?.size === size) return known;
    const zone = { size, slab: new Slab(size), entries: new Map<string, HoldEntry>() };
    for (const record of zoneRecord) zone.slab.allocate(record);
    this.#zones.set(name, zone);
    return zone;
  }
}

function added({ slab, entries }: HoldZone, key: string): HoldEntry | undefined {
  const allocation = slab.allocate(entryRecord + Buffer.byteLength(key, 'latin1'));
  if (allocation === undefined) return undefined;
  const entry = { count: 0, allocation };
  entries.set(key, entry);
  return entry;
}

function drop({ entries }: HoldZone, key: string, entry: HoldEntry): void {
  entry.count -= 1;
  if (entry.count > 0) return;
  entries.delete(key);
  entry.allocation.free();
}

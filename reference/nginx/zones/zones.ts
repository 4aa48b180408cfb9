import { crc32 } from 'node:zlib';
import type { ZoneMemory, ZonePolicy } from '../../host/zones/memory.js';
import { pageSize, Slab } from './slab.js';

/** Bytes of shared memory that nginx uses for the zone itself, for its name in messages, and for an entry besides its key. */
const zoneRecord = 256;
const nameRecord = 27;
const entryRecord = 112;

/** Memory, listing order and eviction of zones, as in nginx's scripting module. */
export const zonePolicy: ZonePolicy = { memory: slabMemory, listingOrder: (key) => crc32(key), evictedAtOnce: 16 };

function slabMemory({ name, size }: { readonly name: string; readonly size: number }): ZoneMemory {
  let slab = emptySlab(size, name);
  return {
    entry: (key) => slab.allocate(entryRecord + Buffer.byteLength(key)),
    value: (value) => slab.allocate(Buffer.byteLength(value)),
    freeSpace: () => slab.freePages * pageSize,
    clear: () => {
      slab = emptySlab(size, name);
    },
  };
}

function emptySlab(size: number, name: string): Slab {
  const slab = new Slab(size);
  slab.allocate(zoneRecord);
  slab.allocate(nameRecord + Buffer.byteLength(name));
  return slab;
}

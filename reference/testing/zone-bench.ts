import { DictionaryZone, type ZoneOptions } from '../host/zones/zone.js';
import { zonePolicy } from '../nginx/zones/zones.js';
import type { DictionaryValue } from '../port/shared-dict.js';

export const kilobyte = 1024;

/** A zone of 32k named `z32` by default, with its own clock, for tests. */
export interface Bench {
  readonly zone: DictionaryZone;
  /** Advances the zone's clock. */
  readonly pass: (milliseconds: number) => void;
}

export function bench(options: Partial<ZoneOptions> = {}): Bench {
  let time = 1_000_000;
  const zone = new DictionaryZone({
    name: 'z32',
    size: 32 * kilobyte,
    type: 'string',
    evict: false,
    now: () => time,
    policy: zonePolicy,
    ...options,
  });
  return {
    zone,
    pass: (milliseconds) => {
      time += milliseconds;
    },
  };
}

export function itemsOf(
  zone: DictionaryZone,
  maxCount = Number.POSITIVE_INFINITY,
): readonly (readonly [string, DictionaryValue])[] {
  const items: [string, DictionaryValue][] = [];
  zone.each(maxCount, (key, value) => items.push([key, value]));
  return items;
}

export const keysOf = (zone: DictionaryZone): readonly string[] => itemsOf(zone).map(([key]) => key);

/** The number of entries with keys and values of these lengths that fill a zone. */
export function fillZone(zone: DictionaryZone, keyLength: number, valueLength: number | undefined): number {
  const value = valueLength === undefined ? 1 : 'v'.repeat(valueLength);
  for (let count = 0; ; count += 1) {
    if (!zone.set(String(count).padEnd(keyLength, '_'), value, undefined).ok) return count;
  }
}

/** The outcome of writing to a full zone named `z32`. */
export const noSpace = {
  ok: false,
  name: 'SharedMemoryError',
  message: 'no space is left in the shared zone "z32"',
} as const;

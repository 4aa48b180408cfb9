/**
 * 2/shared-dict-operations/free-space, 2/shared-dictionary-srv-shared-shared-dict/capacity: the memory of a
 * dictionary.
 */

/**
 * The memory of one zone, as a dictionary sees it: how much fits into it and how much is free. The documents leave the size of an entry to
 * the host.
 */
export interface ZoneMemory {
  /** Allocates an entry with its key; `undefined` without enough memory. */
  readonly entry: (key: string) => Allocation | undefined;
  /** Allocates the value of an entry. */
  readonly value: (value: string) => Allocation | undefined;
  /** Free bytes. */
  readonly freeSpace: () => number;
  /** Frees all memory at once. */
  readonly clear: () => void;
}

/** An allocated piece of memory. */
export interface Allocation {
  readonly free: () => void;
}

/** What a dictionary needs from its host besides a clock. */
export interface ZonePolicy {
  readonly memory: (zone: { readonly name: string; readonly size: number }) => ZoneMemory;
  /** Entries are listed by this number of their keys, the smallest first. */
  readonly listingOrder: (key: string) => number;
  /** How many entries are dropped at a time when a zone that evicts is full. */
  readonly evictedAtOnce: number;
}

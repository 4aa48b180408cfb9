/**
 * 2/shared-dict-operations/free-space, 2/shared-dictionary-srv-shared-shared-dict/capacity: the memory of a
 * dictionary.
 */

/**
 * The memory of one zone, as far as a dictionary can tell: how much fits into it and how much is left. The documents leave
 * to the host what an entry takes.
 */
export interface ZoneMemory {
  /** Room for an entry with its key; `undefined` where there is none. */
  readonly entry: (key: string) => Allocation | undefined;
  /** Room for the value of an entry. */
  readonly value: (value: string) => Allocation | undefined;
  /** Bytes that are left. */
  readonly freeSpace: () => number;
  /** Gives back all room at once. */
  readonly clear: () => void;
}

/** A taken piece of memory. */
export interface Allocation {
  readonly free: () => void;
}

/** What a dictionary needs from its host besides time. */
export interface ZoneManners {
  readonly memory: (zone: { readonly name: string; readonly size: number }) => ZoneMemory;
  /** Entries are listed by this number of their keys, the smallest first. */
  readonly listingOrder: (key: string) => number;
  /** How many entries are dropped at a time when a zone that evicts is full. */
  readonly evictedAtOnce: number;
}

/**
 * 2/shared-dict-operations/add, 2/shared-dict-operations/get, 2/shared-dict-operations/incr,
 * 2/shared-dict-operations/items, 2/shared-dict-operations/set, 2/errors/shared-dict: a shared dictionary.
 */
import type { PortOutcome } from '../../port/outcome.js';
import type { DictionaryOperations, DictionaryPort, DictionaryType, DictionaryValue } from '../../port/shared-dict.js';
import type { Allocation, ZoneMemory, ZonePolicy } from './memory.js';

/** The declaration of `js_shared_dict_zone`. */
export interface ZoneOptions {
  readonly name: string;
  /** Bytes of the whole zone. */
  readonly size: number;
  readonly type: DictionaryType;
  /** The default timeout of entries in milliseconds; without it entries do not expire. */
  readonly timeoutMs?: number;
  /** Whether a full zone drops its oldest entries to free memory. */
  readonly evict: boolean;
  /** Whole milliseconds from any start, never decreasing; entries expire by this clock. */
  readonly now: () => number;
  readonly policy: ZonePolicy;
}

/** Names of the operations, for code that forwards calls. */
export const dictionaryOperations: { readonly [N in keyof DictionaryOperations]: N } = {
  add: 'add',
  clear: 'clear',
  delete: 'delete',
  freeSpace: 'freeSpace',
  get: 'get',
  has: 'has',
  incr: 'incr',
  each: 'each',
  pop: 'pop',
  replace: 'replace',
  set: 'set',
  size: 'size',
  ttl: 'ttl',
};

interface DictionaryEntry {
  readonly key: string;
  /** Position among the listed entries. */
  readonly order: number;
  readonly allocation: Allocation;
  value: DictionaryValue;
  /** The memory of a string's bytes; a number is stored in the entry itself. */
  valueAllocation: Allocation | undefined;
  /** Time by the zone's clock; `Infinity` for an entry that does not expire. */
  expires: number;
}

/**
 * One shared memory zone: the host's side of a shared dictionary. A host has one object for each zone. All realms call it from one thread,
 * so every operation is atomic and visible to all. The realm has already checked the arguments.
 * The operations are fields, so that they still work when a realm detaches them from the zone.
 */
export class DictionaryZone implements DictionaryPort {
  readonly name: string;
  readonly capacity: number;
  readonly type: DictionaryType;
  timeout: number | undefined;
  #timeout: number;
  #evict: boolean;
  /** Called for each change of an entry. */
  onChange: () => void = () => undefined;
  /** Called for each operation that fails for lack of memory. */
  onFull: () => void = () => undefined;
  /** The zone's clock. */
  readonly now: () => number;
  readonly #entries = new Map<string, DictionaryEntry>();
  readonly #policy: ZonePolicy;
  readonly #memory: ZoneMemory;
  /** No entry expires before this time. */
  #firstExpiry = Number.POSITIVE_INFINITY;

  constructor({ name, size, type, timeoutMs, evict, now, policy }: ZoneOptions) {
    this.name = name;
    this.capacity = size;
    this.type = type;
    this.timeout = timeoutMs;
    this.#timeout = timeoutMs ?? Number.POSITIVE_INFINITY;
    this.#evict = evict;
    this.now = now;
    this.#policy = policy;
    this.#memory = policy.memory({ name, size });
  }

  /** Applies the options of a new configuration to an existing zone. */
  settle({ timeout, evict }: { readonly timeout: number | undefined; readonly evict: boolean }): this {
    this.timeout = timeout;
    this.#timeout = timeout ?? Number.POSITIVE_INFINITY;
    this.#evict = evict;
    return this;
  }

  readonly add: DictionaryPort['add'] = (key, value, timeout) =>
    this.has(key) ? succeeded(false) : this.#stored(this.#insert(key, value, timeout), true);

  readonly clear: DictionaryPort['clear'] = () => {
    this.onChange();
    this.#entries.clear();
    this.#memory.clear();
    this.#firstExpiry = Number.POSITIVE_INFINITY;
  };

  readonly delete: DictionaryPort['delete'] = (key) => this.pop(key) !== undefined;

  readonly freeSpace: DictionaryPort['freeSpace'] = () => this.#memory.freeSpace();

  readonly get: DictionaryPort['get'] = (key) => this.#live(key)?.value;

  readonly has: DictionaryPort['has'] = (key) => this.#live(key) !== undefined;

  readonly incr: DictionaryPort['incr'] = (key, delta, init, timeout) => {
    const entry = this.#live(key);
    if (entry === undefined) return this.#stored(this.#insert(key, init + delta, timeout), init + delta);
    const sum = Number(entry.value) + delta;
    entry.value = sum;
    this.onChange();
    if (timeout !== undefined) this.#renew(entry, timeout);
    return succeeded(sum);
  };

  readonly each: DictionaryPort['each'] = (maxCount, visit) => {
    for (const { key, value } of this.#listed().slice(0, maxCount)) visit(key, value);
  };

  /** Visits entries in the order in which they are listed, with their expiry times by the zone's clock. */
  eachEntry(visit: (key: string, value: DictionaryValue, expires: number) => void): void {
    for (const { key, value, expires } of this.#listed()) visit(key, value, expires);
  }

  #listed(): DictionaryEntry[] {
    return this.#liveEntries().sort((a, b) => a.order - b.order);
  }

  readonly pop: DictionaryPort['pop'] = (key) => {
    const entry = this.#live(key);
    if (entry !== undefined) this.#remove(entry);
    return entry?.value;
  };

  readonly replace: DictionaryPort['replace'] = (key, value) => {
    const entry = this.#live(key);
    return entry === undefined ? succeeded(false) : this.#stored(this.#update(entry, value, undefined), true);
  };

  readonly set: DictionaryPort['set'] = (key, value, timeout) => {
    const entry = this.#live(key);
    const fits = entry === undefined ? this.#insert(key, value, timeout) : this.#update(entry, value, timeout);
    return this.#stored(fits, undefined);
  };

  readonly size: DictionaryPort['size'] = () => this.#liveEntries().length;

  readonly ttl: DictionaryPort['ttl'] = (key) => {
    const now = this.now();
    const entry = this.#live(key, now);
    return entry === undefined ? undefined : entry.expires - now;
  };

  #stored<T>(fits: boolean, value: T): PortOutcome<T> {
    if (fits) return succeeded(value);
    this.onFull();
    return { ok: false, name: 'SharedMemoryError', message: `no space is left in the shared zone "${this.name}"` };
  }

  /** An expired entry is missing for every operation, although it uses its memory until another key is added. */
  #live(key: string, now = this.now()): DictionaryEntry | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expires > now ? entry : undefined;
  }

  #liveEntries(): DictionaryEntry[] {
    const now = this.now();
    return [...this.#entries.values()].filter((entry) => entry.expires > now);
  }

  /** Adds an entry for a missing key; false without enough memory. */
  #insert(key: string, value: DictionaryValue, timeout: number | undefined): boolean {
    this.#purge();
    const allocation = this.#allocate(() => this.#memory.entry(key), undefined);
    if (allocation === undefined) return false;
    const entry: DictionaryEntry = {
      key,
      order: this.#policy.listingOrder(key),
      allocation,
      value,
      valueAllocation: undefined,
      expires: 0,
    };
    if (!this.#write(entry, value)) {
      allocation.free();
      return false;
    }
    this.#renew(entry, timeout ?? this.#timeout);
    return true;
  }

  /**
   * Gives an entry a new value and a new lifetime. Returns false, and changes nothing, if the new value does not fit beside the old one.
   */
  #update(entry: DictionaryEntry, value: DictionaryValue, timeout: number | undefined): boolean {
    const { valueAllocation } = entry;
    if (!this.#write(entry, value)) return false;
    valueAllocation?.free();
    this.#renew(entry, timeout ?? this.#timeout);
    return true;
  }

  #write(entry: DictionaryEntry, value: DictionaryValue): boolean {
    if (typeof value === 'string') {
      const allocation = this.#allocate(() => this.#memory.value(value), entry);
      if (allocation === undefined) return false;
      entry.valueAllocation = allocation;
    }
    entry.value = value;
    return true;
  }

  #allocate(take: () => Allocation | undefined, kept: DictionaryEntry | undefined): Allocation | undefined {
    let allocation = take();
    while (allocation === undefined && this.#evict && this.#dropOldest(kept)) allocation = take();
    return allocation;
  }

  /** Drops the entries that would expire first, except the one being written; false if there are none. */
  #dropOldest(kept: DictionaryEntry | undefined): boolean {
    const others = [...this.#entries.values()].filter((entry) => entry !== kept);
    const oldest = others.sort((a, b) => a.expires - b.expires).slice(0, this.#policy.evictedAtOnce);
    for (const entry of oldest) this.#remove(entry);
    return oldest.length > 0;
  }

  #remove(entry: DictionaryEntry): void {
    this.onChange();
    this.#entries.delete(entry.key);
    entry.allocation.free();
    entry.valueAllocation?.free();
  }

  /** Moves the entry to the end, so that entries with the same expiry stay in the order of their last writing. */
  #renew(entry: DictionaryEntry, timeout: number): void {
    this.onChange();
    entry.expires = this.now() + timeout;
    this.#firstExpiry = Math.min(this.#firstExpiry, entry.expires);
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
  }

  /** Frees the memory of all expired entries. */
  #purge(): void {
    const now = this.now();
    if (now < this.#firstExpiry) return;
    this.#firstExpiry = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries.values()) {
      if (entry.expires <= now) this.#remove(entry);
      else this.#firstExpiry = Math.min(this.#firstExpiry, entry.expires);
    }
  }
}

function succeeded<T>(value: T): PortOutcome<T> {
  return { ok: true, value };
}

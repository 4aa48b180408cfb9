import type { PortOutcome } from './outcome.js';

export type DictionaryType = 'string' | 'number';
export type DictionaryValue = string | number;

/** What the configuration says of a dictionary. */
interface DictionaryFacts {
  readonly name: string;
  /** Bytes of the whole zone. */
  readonly capacity: number;
  readonly type: DictionaryType;
  /** Milliseconds of the zone's own timeout, if it was declared with one. */
  readonly timeout: number | undefined;
}

/**
 * The operations of a dictionary. The realm checks types and timeouts before it calls: values are of the dictionary's `type`,
 * `incr` reaches number dictionaries alone, timeouts are whole milliseconds from 1 and given only where the zone has one.
 * An operation that finds no room fails as `SharedMemoryError` and changes nothing.
 */
export interface DictionaryOperations {
  readonly add: (key: string, value: DictionaryValue, timeout: number | undefined) => PortOutcome<boolean>;
  readonly clear: () => void;
  readonly delete: (key: string) => boolean;
  /** Bytes of the pages that hold nothing. */
  readonly freeSpace: () => number;
  readonly get: (key: string) => DictionaryValue | undefined;
  readonly has: (key: string) => boolean;
  readonly incr: (key: string, delta: number, init: number, timeout: number | undefined) => PortOutcome<number>;
  /** Visits at most `maxCount` entries; the realm builds the lists that scripts see. */
  readonly each: (maxCount: number, visit: (key: string, value: DictionaryValue) => void) => void;
  readonly pop: (key: string) => DictionaryValue | undefined;
  readonly replace: (key: string, value: DictionaryValue) => PortOutcome<boolean>;
  readonly set: (key: string, value: DictionaryValue, timeout: number | undefined) => PortOutcome<undefined>;
  readonly size: () => number;
  /** Milliseconds left. */
  readonly ttl: (key: string) => number | undefined;
}

/** What is behind one shared dictionary. */
export interface DictionaryPort extends DictionaryFacts, DictionaryOperations {}

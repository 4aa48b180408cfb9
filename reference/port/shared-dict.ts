import type { PortOutcome } from './outcome.js';

export type DictionaryType = 'string' | 'number';
export type DictionaryValue = string | number;

/** How the configuration declares a dictionary. */
interface DictionaryFacts {
  readonly name: string;
  /** Bytes of the whole zone. */
  readonly capacity: number;
  readonly type: DictionaryType;
  /** Milliseconds of the zone's own timeout, if it was declared with one. */
  readonly timeout: number | undefined;
}

/**
 * The operations of a dictionary. The realm checks types and timeouts before it calls. Values have the dictionary's `type`, and only number
 * dictionaries receive `incr`. Timeouts are whole milliseconds from 1, and are given only to a zone that has a timeout.
 * An operation that needs more memory than is free fails with `SharedMemoryError` and changes nothing.
 */
export interface DictionaryOperations {
  readonly add: (key: string, value: DictionaryValue, timeout: number | undefined) => PortOutcome<boolean>;
  readonly clear: () => void;
  readonly delete: (key: string) => boolean;
  /** Bytes of the empty pages. */
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

/** The host side of one shared dictionary. */
export interface DictionaryPort extends DictionaryFacts, DictionaryOperations {}

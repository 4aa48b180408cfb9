import type { PortOutcome } from '../../../port/outcome.js';
import type { DictionaryPort, DictionaryValue } from '../../../port/shared-dict.js';
import { growing, grown, isFiniteNumber, isSafeInteger, OwnTypeError, push, trunc } from '../../support/intrinsics.js';
import { defineTag, hideConstructor, lister } from '../../support/members.js';
import { textOf } from '../../support/text.js';
import { isSince, members } from '../../support/versions.js';
import { SharedMemoryError } from './shared-memory-error.js';

/** 2/limits/items-returned */
const defaultMaxCount = 1024;

/** Makes the object that scripts see as `srv.shared.NAME`. */
export function createSharedDictionary(port: DictionaryPort): SharedDict {
  return withMembers(new SharedDict(port));
}

/** 2/shared-dictionary-srv-shared-shared-dict. Parameters are `unknown` because scripts may pass any value. */
class SharedDict {
  readonly #port: DictionaryPort;

  constructor(port: DictionaryPort) {
    this.#port = port;
  }

  /** 2/shared-dictionary-srv-shared-shared-dict/capacity */
  get capacity(): number {
    return this.#port.capacity;
  }

  /** 2/shared-dictionary-srv-shared-shared-dict/name */
  get name(): string {
    return this.#port.name;
  }

  /** 2/shared-dictionary-srv-shared-shared-dict/type */
  get type(): string {
    return this.#port.type;
  }

  /** 2/shared-dict-operations/add; 2/errors/shared-dict, 2/errors/add */
  add(key: unknown, value: unknown, timeout?: unknown): boolean {
    const port = this.#port;
    const name = textOf(key);
    return stored(port.add(name, checkedValue(port, value), checkedTimeout(port, timeout)));
  }

  /** 2/shared-dict-operations/clear */
  clear(): void {
    this.#port.clear();
  }

  /** 2/shared-dict-operations/delete */
  delete(key: unknown): boolean {
    return this.#port.delete(textOf(key));
  }

  /** 2/shared-dict-operations/free-space */
  freeSpace(): number {
    return this.#port.freeSpace();
  }

  /** 2/shared-dict-operations/get */
  get(key: unknown): DictionaryValue | undefined {
    return this.#port.get(textOf(key));
  }

  /** 2/shared-dict-operations/has */
  has(key: unknown): boolean {
    return this.#port.has(textOf(key));
  }

  /** 2/shared-dict-operations/incr; 2/errors/shared-dict, 2/errors/incr. Before 0.9.7 it restarted the zone's timeout. */
  incr(key: unknown, delta: unknown, init?: unknown, timeout?: unknown): number {
    const port = this.#port;
    if (port.type !== 'number') throw new OwnTypeError('shared dict is not a number dict');
    const name = textOf(key);
    const start = init === undefined ? 0 : checkedNumber('init value', init);
    const own = checkedTimeout(port, timeout) ?? (isSince('0.9.7') ? undefined : port.timeout);
    return stored(port.incr(name, checkedNumber('delta', delta), start, own));
  }

  /** 2/shared-dict-operations/items */
  items(maxCount?: unknown): [string, DictionaryValue][] {
    const items = growing<[string, DictionaryValue]>();
    this.#port.each(checkedCount(maxCount), (key, value) => {
      push(items, [key, value]);
    });
    return grown(items);
  }

  /** 2/shared-dict-operations/keys */
  keys(maxCount?: unknown): string[] {
    const keys = growing<string>();
    this.#port.each(checkedCount(maxCount), (key) => {
      push(keys, key);
    });
    return grown(keys);
  }

  /** 2/shared-dict-operations/pop */
  pop(key: unknown): DictionaryValue | undefined {
    return this.#port.pop(textOf(key));
  }

  /** 2/shared-dict-operations/replace; 2/errors/shared-dict, 2/errors/add */
  replace(key: unknown, value: unknown): boolean {
    const name = textOf(key);
    return stored(this.#port.replace(name, checkedValue(this.#port, value)));
  }

  /** 2/shared-dict-operations/set; 2/errors/shared-dict */
  set(key: unknown, value: unknown, timeout?: unknown): this {
    const port = this.#port;
    const name = textOf(key);
    stored(port.set(name, checkedValue(port, value), checkedTimeout(port, timeout)));
    return this;
  }

  /** 2/shared-dict-operations/size */
  size(): number {
    return this.#port.size();
  }

  /** 2/shared-dict-operations/ttl; 2/errors/ttl */
  ttl(key: unknown): number | undefined {
    requireTimeout(this.#port);
    return this.#port.ttl(textOf(key));
  }
}
members(SharedDict.prototype, { items: '0.8.1', ttl: '0.9.7' });
defineTag(SharedDict.prototype, 'SharedDict');
hideConstructor(SharedDict.prototype);
const withMembers = lister(SharedDict.prototype);

/** The value of an operation that needs memory; its only error is thrown. */
function stored<T>(outcome: PortOutcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new SharedMemoryError(outcome.message);
}

/** 2/errors/add */
function checkedValue({ type }: DictionaryPort, value: unknown): DictionaryValue {
  if ((typeof value === 'string' || typeof value === 'number') && typeof value === type) return value;
  throw new OwnTypeError(`${type} value is expected`);
}

function checkedNumber(parameter: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw new OwnTypeError(`${parameter} is not a number`);
}

/**
 * Whole milliseconds. Fractions are truncated, as on real hosts, and a result below 1 is refused. 2/versioning/0-8-5: earlier operations
 * have no such parameter.
 */
function checkedTimeout(port: DictionaryPort, timeout: unknown): number | undefined {
  if (timeout === undefined || !isSince('0.8.5')) return undefined;
  const milliseconds = trunc(checkedNumber('timeout', timeout));
  requireTimeout(port);
  if (milliseconds >= 1 && isSafeInteger(milliseconds)) return milliseconds;
  throw new OwnTypeError('timeout must be greater than or equal to 1');
}

function requireTimeout({ timeout }: DictionaryPort): void {
  if (timeout === undefined) throw new OwnTypeError('shared dict must be declared with timeout');
}

/** 2/limits/items-returned. Real hosts treat a negative count as no limit. */
function checkedCount(maxCount: unknown): number {
  if (maxCount === undefined) return defaultMaxCount;
  const count = checkedNumber('maxCount', maxCount);
  if (!isFiniteNumber(count)) throw new OwnTypeError('maxCount is not finite');
  return count < 0 ? Infinity : trunc(count);
}

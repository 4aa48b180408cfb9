import { requireCallback } from '../../support/callback.js';
import { apply, each, getProperty, isArray, isObject, keysOf, OwnTypeError } from '../../support/intrinsics.js';
import { defineName, defineTag } from '../../support/members.js';
import { namedBehind } from '../../support/named.js';
import { privateValues } from '../../support/private-values.js';
import { textGiven } from '../../support/text-given.js';
import { members } from '../../support/versions.js';
import { HeaderList } from './header-list.js';

/** The lists of Headers objects. A script's own methods cannot reach them. */
const lists = privateValues<HeaderList>();

/** The list for the next constructor call, in place of one made from its argument. */
let given: HeaderList | undefined;

/** 2/headers. Names are properties that scripts can read. Parameters are `unknown` because scripts may pass any value. */
export class Headers {
  /** 2/headers/p1 */
  constructor(init?: unknown) {
    const list = given ?? new HeaderList();
    if (given === undefined) fill(list, init);
    const headers = namedBehind(this, {
      get: (name) => list.get(name),
      names: () => list.names(),
      set: undefined,
      delete: undefined,
    });
    lists.add(headers, list);
    // biome-ignore lint/correctness/noConstructorReturn: the object that scripts get is the proxy of this one
    return headers;
  }

  /** 2/headers-methods/append */
  append(name: unknown, value: unknown): void {
    const list = mutable(this);
    const text = textGiven(name);
    list.append(text, textGiven(value));
  }

  /** 2/headers-methods/delete */
  delete(name: unknown): void {
    mutable(this).delete(textGiven(name));
  }

  /** 2/headers-methods/get */
  get(name: unknown): string | null {
    return listOf(this)?.get(textGiven(name)) ?? null;
  }

  /** 2/headers-methods/get-all */
  getAll(name: unknown): string[] | null {
    return listOf(this)?.values(textGiven(name)) ?? null;
  }

  /**
   * 2/headers-methods/for-each: real hosts pass the name first, and read the list of names before the first call. A header that
   * a call deleted is left out.
   */
  forEach(fn: unknown): void {
    const list = mutable(this);
    const callback = requireCallback(fn, '"callback" is not a function');
    each(list.names(), (name) => {
      const value = list.get(name);
      if (value !== undefined) apply(callback, undefined, [name, value]);
    });
  }

  /** 2/headers-methods/has */
  has(name: unknown): boolean {
    return listOf(this)?.has(textGiven(name)) ?? false;
  }

  /** 2/headers-methods/set */
  set(name: unknown, value: unknown): void {
    const list = mutable(this);
    const text = textGiven(name);
    list.set(text, textGiven(value));
  }
}
members(Headers.prototype, { append: '0.7.10', delete: '0.7.10', forEach: '0.7.10', set: '0.7.10' });
defineName(Headers, 'Headers');
defineTag(Headers.prototype, 'Headers');

/** The headers behind an object; `undefined` for an object of another kind. */
const listOf = lists.of;

/** Makes the object that scripts see for a list. */
export function createHeaders(list: HeaderList): object {
  given = list;
  try {
    return new Headers();
  } finally {
    given = undefined;
  }
}

function mutable(value: unknown): HeaderList {
  const list = listOf(value);
  if (list === undefined) throw new OwnTypeError('"this" is not fetch headers object');
  return list;
}

/** The headers that an option of a constructor gives. A string has no names and values, so it gives none. */
export function headersGiven(init: unknown): HeaderList {
  return typeof init === 'string' ? new HeaderList() : headersIn(init);
}

/** The headers in an object. */
export function headersIn(init: unknown): HeaderList {
  if (!isObject(init)) throw new OwnTypeError('Headers is not an object');
  const list = new HeaderList();
  fill(list, init);
  return list;
}

function fill(list: HeaderList, init: unknown): void {
  const other = listOf(init);
  if (other !== undefined) other.each(({ name, value }) => list.add(name, value));
  else if (isArray(init)) each(init, (pair) => appendPair(list, pair));
  else if (isObject(init))
    each(keysOf(init), (name) => list.append(textGiven(name), textGiven(getProperty(init, name))));
}

function appendPair(list: HeaderList, pair: unknown): void {
  if (!isArray(pair) || pair.length !== 2) throw new OwnTypeError('header does not contain exactly two items');
  const name = textGiven(pair[0]);
  list.append(name, textGiven(pair[1]));
}

import { type Growing, growing, grown, OwnTypeError, PrivateSet, push, unbound } from '../../support/intrinsics.js';
import { charCodeAt, isAscii, join, matches, slice, toLowerCase } from '../../support/text.js';

interface HeaderEntry {
  readonly name: string;
  /** The name in lower case. */
  readonly key: string;
  readonly value: string;
}

/** RFC 9110, 5.6.2: the syntax of header names. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const sort: <T>(list: T[], compare: (one: T, other: T) => number) => unknown = unbound(Array.prototype.sort);

/**
 * The headers behind a Headers object, in the order in which they are sent. Names are compared without letter case, and keep the case in
 * which they were set.
 */
export class HeaderList {
  #headers: Growing<HeaderEntry> = growing();
  #isImmutable = false;

  /** Makes later changes throw TypeError. */
  freeze(): this {
    this.#isImmutable = true;
    return this;
  }

  /** Adds a header without checks, as for received headers. */
  add(name: string, value: string): void {
    push(this.#headers, { name, key: keyOf(name), value });
  }

  /** An independent, mutable list with the same headers. */
  copy(): HeaderList {
    const copy = new HeaderList();
    this.each(({ name, value }) => copy.add(name, value));
    return copy;
  }

  append(name: string, value: string): void {
    const header = headerOf(name, value);
    this.#checkMutable();
    push(this.#headers, header);
  }

  /** Replaces the value of the first header with this name and removes the others; the first keeps its place and its name. */
  set(name: string, value: string): void {
    const header = headerOf(name, value);
    this.#checkMutable();
    let isPlaced = false;
    this.#replace((old) => {
      if (old.key !== header.key) return old;
      const placed = isPlaced ? undefined : { ...header, name: old.name };
      isPlaced = true;
      return placed;
    });
    if (!isPlaced) push(this.#headers, header);
  }

  delete(name: string): void {
    const key = keyOf(checkedName(name));
    this.#checkMutable();
    this.#replace((old) => (old.key === key ? undefined : old));
  }

  has(name: string): boolean {
    return this.values(name).length > 0;
  }

  /** All values of a header, joined; `undefined` without one. */
  get(name: string): string | undefined {
    const values = this.values(name);
    return values.length === 0 ? undefined : join(values, ', ');
  }

  /** The values of a header. */
  values(name: string): string[] {
    const key = keyOf(name);
    const values = growing<string>();
    this.each((header) => {
      if (header.key === key) push(values, header.value);
    });
    return grown(values);
  }

  /** Distinct names, sorted. */
  names(): string[] {
    const known = new PrivateSet();
    const names = growing<string>();
    this.each(({ name, key }) => {
      if (known.has(key)) return;
      known.add(key);
      push(names, name);
    });
    sort(names, (one, other) => (one < other ? -1 : 1));
    return grown(names);
  }

  /** Visits each header, including those that are added during the visit. */
  each(show: (header: HeaderEntry) => void): void {
    for (let at = 0; at < this.#headers.length; at += 1) {
      const header = this.#headers[at];
      if (header !== undefined) show(header);
    }
  }

  #replace(made: (header: HeaderEntry) => HeaderEntry | undefined): void {
    const kept = growing<HeaderEntry>();
    this.each((header) => {
      const replacement = made(header);
      if (replacement !== undefined) push(kept, replacement);
    });
    this.#headers = kept;
  }

  #checkMutable(): void {
    if (this.#isImmutable) throw new OwnTypeError('cannot modify immutable object');
  }
}

function headerOf(name: string, value: string): HeaderEntry {
  return { name: checkedName(name), key: keyOf(name), value: checkedValue(trimmed(value)) };
}

/** Some letters beyond ASCII have an ASCII letter as their lower case. */
const keyOf = (name: string): string => (isAscii(name) ? toLowerCase(name) : name);

function checkedName(name: string): string {
  if (matches(token, name)) return name;
  throw new OwnTypeError('invalid header name');
}

function checkedValue(value: string): string {
  for (let at = 0; at < value.length; at += 1)
    if (isControl(charCodeAt(value, at))) throw new OwnTypeError('invalid header value');
  return value;
}

/** Whether a character is an ASCII control character other than the tab. */
function isControl(unit: number): boolean {
  return (unit < 0x20 && unit !== 0x09) || unit === 0x7f;
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x09;

/** The value without leading and trailing spaces and tabs. */
function trimmed(value: string): string {
  let from = 0;
  let to = value.length;
  while (from < to && isSpace(charCodeAt(value, from))) from += 1;
  while (to > from && isSpace(charCodeAt(value, to - 1))) to -= 1;
  return slice(value, from, to);
}

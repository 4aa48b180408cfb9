import type { ByteString } from '../support/byte-string.js';
import { httpDate } from '../support/http-date.js';

/** 2/http-request-object/r-headers-out: headers whose duplicates are ignored. */
const single: ReadonlySet<string> = new Set([
  'age',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
]);

/** Headers about how long a response may be cached. */
const caching: ReadonlySet<string> = new Set(['cache-control', 'expires']);

/** Headers with at most one line: only the last element of an array is used. */
const oneLine: ReadonlySet<string> = new Set([...single, 'date', 'server']);

/** Headers whose line keeps its place and name when another value is assigned. */
const staying: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'date',
  'last-modified',
  'location',
  'server',
]);

/** The values of an assigned header that are used. */
export const effectiveOf = (name: ByteString, values: readonly ByteString[]): readonly ByteString[] =>
  oneLine.has(name.toLowerCase()) ? values.slice(-1) : values;

interface FieldLine {
  readonly name: ByteString;
  /** The name in lower case. */
  readonly key: ByteString;
  readonly value: ByteString;
}

/** Header lines of a response under construction. */
export class HeadersOut {
  #lines: FieldLine[] = [];
  #tag: FieldLine | undefined;
  #ranges: FieldLine | undefined;
  readonly #challenges: FieldLine[] = [];
  /** Lines of another server about how long a response may be cached. */
  readonly #caching: FieldLine[] = [];
  /** The time that the host knows, in milliseconds. A header set by a script is not stored here. */
  lastModified: number | undefined;
  /** Whether the line of that time is the host's own, which has a fixed place. */
  isDateKnown = false;
  /** Whether the host itself knows the length, whose line then has a fixed place. */
  isLengthKnown = false;
  /** Whether Location is sent as another server sent it. A value of the host or a script is made absolute. */
  isLocationReceived = false;
  /** Alternating names and values of the trailers, available once the body has ended. */
  trailers: (() => readonly ByteString[]) | undefined;

  get lines(): readonly FieldLine[] {
    return this.#lines;
  }

  /** Deletes all lines of a name, then writes one for each value. */
  set(name: ByteString, values: readonly ByteString[]): void {
    const key = name.toLowerCase();
    if (key === 'last-modified') [this.lastModified, this.isDateKnown] = [undefined, false];
    if (key === 'content-length') this.isLengthKnown = false;
    if (key === 'location') this.isLocationReceived = false;
    if (key === 'etag') this.#tag = undefined;
    if (this.#has(key)) this.#lines = this.#lines.filter((line) => line.key !== key);
    for (const value of effectiveOf(name, values)) this.#lines.push({ name, key, value });
  }

  /** Assigns a value as a script does: some existing lines keep their places and get the new value. */
  assign(name: ByteString, values: readonly ByteString[]): void {
    const key = name.toLowerCase();
    const at = this.#isOwn(key) || !staying.has(key) ? -1 : this.#lines.findIndex((line) => line.key === key);
    this.set(this.#lines[at]?.name ?? name, values);
    if (at >= 0 && this.#has(key)) this.#lines.splice(at, 0, ...this.#lines.splice(-1));
  }

  /** Whether a line is the host's own, which has a fixed place elsewhere. */
  #isOwn(key: ByteString): boolean {
    return (key === 'last-modified' && this.isDateKnown) || (key === 'content-length' && this.isLengthKnown);
  }

  /** Sets the length of the body; an existing line keeps its place. */
  setLength(length: number): void {
    const at = this.#lines.findIndex(({ key }) => key === 'content-length');
    const value = String(length);
    if (at >= 0) this.#lines = this.#lines.map((line, place) => (place === at ? { ...line, value } : line));
    else {
      this.append('Content-Length', value);
      this.isLengthKnown = true;
    }
  }

  /** Adds a line. */
  append(name: ByteString, value: ByteString): void {
    this.#lines.push({ name, key: name.toLowerCase(), value });
  }

  /** Adds a line as another server sent it. */
  receive(name: ByteString, value: ByteString): void {
    this.append(name, value);
    if (caching.has(name.toLowerCase())) this.#caching.push(...this.#lines.slice(-1));
  }

  /**
   * Sets how long the response may be cached. The line replaces that of another server, if it is still there; a line of a script is kept.
   */
  setCaching(name: ByteString, value: ByteString): void {
    const key = name.toLowerCase();
    const [first, ...others] = this.#caching.filter((line) => line.key === key);
    if (first === undefined) this.append(name, value);
    const kept = this.#lines.filter((line) => !others.includes(line));
    this.#lines = kept.map((line) => (line === first ? { ...line, value } : line));
  }

  /** Sets the time of the last modification; an existing line is kept. */
  setLastModified(milliseconds: number): void {
    if (this.isDateKnown || !this.has('Last-Modified')) {
      this.set('Last-Modified', [httpDate(milliseconds)]);
      this.isDateKnown = true;
    }
    this.lastModified = milliseconds;
  }

  /** The entity tag for conditional requests. A tag that a script sets is an ordinary header and not included. */
  get entityTag(): ByteString | undefined {
    return this.#tag?.value;
  }

  /** Adds the line of an entity tag. */
  setEntityTag(value: ByteString, name = 'ETag'): void {
    this.#tag = { name, key: 'etag', value };
    this.#lines.push(this.#tag);
  }

  /** Makes the tag weak because the bytes change; an invalid tag is removed. */
  weakenEntityTag(): void {
    const tag = this.#tag?.value;
    if (tag === undefined || tag.startsWith('W/')) return;
    this.changeEntityTag(tag.startsWith('"') ? `W/${tag}` : undefined);
  }

  /** Replaces or removes the line of the entity tag. */
  changeEntityTag(value: ByteString | undefined): void {
    const tag = value === undefined ? undefined : { name: 'ETag', key: 'etag', value };
    const known = this.#tag;
    if (known === undefined && tag !== undefined) this.#lines.push(tag);
    else this.#lines = this.#lines.flatMap((line) => (line !== known ? [line] : tag === undefined ? [] : [tag]));
    this.#tag = tag;
  }

  /** Announces that clients may request ranges. */
  offerRanges(value: ByteString = 'bytes', name = 'Accept-Ranges'): void {
    this.#ranges = { name, key: 'accept-ranges', value };
    this.#lines.push(this.#ranges);
  }

  /** Removes that announcement; a line of a script is kept. */
  withdrawRanges(): void {
    this.#lines = this.#lines.filter((line) => line !== this.#ranges);
  }

  /** Adds a challenge of the host. */
  addChallenge(value: ByteString): void {
    this.append('WWW-Authenticate', value);
    this.#challenges.push(...this.#lines.slice(-1));
  }

  /** Removes the host's challenges; lines of scripts are kept. */
  withdrawChallenges(): void {
    const withdrawn = this.#challenges.splice(0);
    if (withdrawn.length > 0) this.#lines = this.#lines.filter((line) => !withdrawn.includes(line));
  }

  /** Deletes all lines. */
  clear(): void {
    this.#lines = [];
    this.isLengthKnown = false;
    this.isLocationReceived = false;
    this.lastModified = undefined;
    this.isDateKnown = false;
    this.#tag = undefined;
    this.#caching.length = 0;
  }

  has(name: string): boolean {
    return this.#has(name.toLowerCase());
  }

  #has(key: ByteString): boolean {
    return this.#lines.some((line) => line.key === key);
  }

  all(name: string): readonly ByteString[] {
    const key = name.toLowerCase();
    const values: ByteString[] = [];
    for (const line of this.#lines) if (line.key === key) values.push(line.value);
    return values;
  }

  /** The value that scripts see: an array for Set-Cookie, one string for other headers, and `undefined` for the date of a file. */
  seen(name: string): ByteString | readonly ByteString[] | undefined {
    const values = this.all(name);
    const key = name.toLowerCase();
    if (values.length === 0 || (key === 'last-modified' && this.isDateKnown)) return undefined;
    if (key === 'set-cookie') return values;
    return single.has(key) ? values[0] : values.join(',');
  }

  /** Distinct names as written: the type and a length that the host knows come first, then the others in order. */
  names(): readonly ByteString[] {
    const own = ['content-type', ...(this.isLengthKnown ? ['content-length'] : [])];
    const first = own.flatMap((key) => this.#lines.filter((line) => line.key === key).slice(0, 1));
    const seen = this.isDateKnown ? this.#lines.filter(({ key }) => key !== 'last-modified') : this.#lines;
    const names = [...first, ...seen].map(({ name, key }) => (key === 'content-type' ? 'Content-Type' : name));
    return [...new Set(names)];
  }
}

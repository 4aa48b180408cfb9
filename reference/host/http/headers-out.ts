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

/** Headers that say how long a response keeps. */
const caching: ReadonlySet<string> = new Set(['cache-control', 'expires']);

/** Those of which a response has one line: of an array the last element alone takes effect. */
const oneLine: ReadonlySet<string> = new Set([...single, 'date', 'server']);

/** Those whose line stays where it is, with its name, when another value is assigned. */
const staying: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'date',
  'last-modified',
  'location',
  'server',
]);

/** Of the values that are assigned to a header, those that take effect. */
export const effectiveOf = (name: ByteString, values: readonly ByteString[]): readonly ByteString[] =>
  oneLine.has(name.toLowerCase()) ? values.slice(-1) : values;

interface FieldLine {
  readonly name: ByteString;
  /** The name in lower case. */
  readonly key: ByteString;
  readonly value: ByteString;
}

/** Header lines of a response that is being made. */
export class HeadersOut {
  #lines: FieldLine[] = [];
  #tag: FieldLine | undefined;
  #ranges: FieldLine | undefined;
  readonly #challenges: FieldLine[] = [];
  /** Lines of another server that say how long a response keeps. */
  readonly #caching: FieldLine[] = [];
  /** Milliseconds of the time that the host knows; what a script says of it is a header as any other. */
  lastModified: number | undefined;
  /** Whether the line of that time is the host's own, which has a place of its own. */
  isDateKnown = false;
  /** Whether the length is one that the host knows by itself, whose line has a place of its own. */
  isLengthKnown = false;
  /** Whether Location goes out as a server sent it. What the host or a script sets is made absolute. */
  isLocationReceived = false;
  /** Names and values in turn of what follows the body, once it is through. */
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

  /** Assigns as a script does: where there is a line that stays in its place, that has another value. */
  assign(name: ByteString, values: readonly ByteString[]): void {
    const key = name.toLowerCase();
    const at = this.#isOwn(key) || !staying.has(key) ? -1 : this.#lines.findIndex((line) => line.key === key);
    this.set(this.#lines[at]?.name ?? name, values);
    if (at >= 0 && this.#has(key)) this.#lines.splice(at, 0, ...this.#lines.splice(-1));
  }

  /** Whether a line is the host's own, which has a place elsewhere. */
  #isOwn(key: ByteString): boolean {
    return (key === 'last-modified' && this.isDateKnown) || (key === 'content-length' && this.isLengthKnown);
  }

  /** Says how long the body is; a line that is there already keeps its place. */
  setLength(length: number): void {
    const at = this.#lines.findIndex(({ key }) => key === 'content-length');
    const value = String(length);
    if (at >= 0) this.#lines = this.#lines.map((line, place) => (place === at ? { ...line, value } : line));
    else {
      this.append('Content-Length', value);
      this.isLengthKnown = true;
    }
  }

  /** Writes one more line. */
  append(name: ByteString, value: ByteString): void {
    this.#lines.push({ name, key: name.toLowerCase(), value });
  }

  /** Writes one more line as another server sent it. */
  receive(name: ByteString, value: ByteString): void {
    this.append(name, value);
    if (caching.has(name.toLowerCase())) this.#caching.push(...this.#lines.slice(-1));
  }

  /** Says how long the response keeps, in the place of what another server said, if that is still there; a script's line stays. */
  setCaching(name: ByteString, value: ByteString): void {
    const key = name.toLowerCase();
    const [first, ...others] = this.#caching.filter((line) => line.key === key);
    if (first === undefined) this.append(name, value);
    const kept = this.#lines.filter((line) => !others.includes(line));
    this.#lines = kept.map((line) => (line === first ? { ...line, value } : line));
  }

  /** Says when what is sent has changed; a line that somebody else has set stays. */
  setLastModified(milliseconds: number): void {
    if (this.isDateKnown || !this.has('Last-Modified')) {
      this.set('Last-Modified', [httpDate(milliseconds)]);
      this.isDateKnown = true;
    }
    this.lastModified = milliseconds;
  }

  /** The entity tag by which clients may ask for what is sent; what a script says of it is a header as any other. */
  get entityTag(): ByteString | undefined {
    return this.#tag?.value;
  }

  /** Adds the line of an entity tag. */
  setEntityTag(value: ByteString, name = 'ETag'): void {
    this.#tag = { name, key: 'etag', value };
    this.#lines.push(this.#tag);
  }

  /** Says that the tag is no longer that of the same bytes; one that is no tag goes. */
  weakenEntityTag(): void {
    const tag = this.#tag?.value;
    if (tag === undefined || tag.startsWith('W/')) return;
    this.changeEntityTag(tag.startsWith('"') ? `W/${tag}` : undefined);
  }

  /** Gives the line of the entity tag another value, or takes it away. */
  changeEntityTag(value: ByteString | undefined): void {
    const tag = value === undefined ? undefined : { name: 'ETag', key: 'etag', value };
    const known = this.#tag;
    if (known === undefined && tag !== undefined) this.#lines.push(tag);
    else this.#lines = this.#lines.flatMap((line) => (line !== known ? [line] : tag === undefined ? [] : [tag]));
    this.#tag = tag;
  }

  /** Tells that parts of what is sent can be asked for. */
  offerRanges(value: ByteString = 'bytes', name = 'Accept-Ranges'): void {
    this.#ranges = { name, key: 'accept-ranges', value };
    this.#lines.push(this.#ranges);
  }

  /** Takes that back; what a script says of it stays. */
  withdrawRanges(): void {
    this.#lines = this.#lines.filter((line) => line !== this.#ranges);
  }

  /** Adds a challenge of the host's own. */
  addChallenge(value: ByteString): void {
    this.append('WWW-Authenticate', value);
    this.#challenges.push(...this.#lines.slice(-1));
  }

  /** Takes the host's own challenges back; what a script says stays. */
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

  /** What scripts see: an array for Set-Cookie, one string for all others, and nothing of the date of a file. */
  seen(name: string): ByteString | readonly ByteString[] | undefined {
    const values = this.all(name);
    const key = name.toLowerCase();
    if (values.length === 0 || (key === 'last-modified' && this.isDateKnown)) return undefined;
    if (key === 'set-cookie') return values;
    return single.has(key) ? values[0] : values.join(',');
  }

  /** Names, each once as it is written: the type and a length that the host knows, then the others in order. */
  names(): readonly ByteString[] {
    const own = ['content-type', ...(this.isLengthKnown ? ['content-length'] : [])];
    const first = own.flatMap((key) => this.#lines.filter((line) => line.key === key).slice(0, 1));
    const seen = this.isDateKnown ? this.#lines.filter(({ key }) => key !== 'last-modified') : this.#lines;
    const names = [...first, ...seen].map(({ name, key }) => (key === 'content-type' ? 'Content-Type' : name));
    return [...new Set(names)];
  }
}

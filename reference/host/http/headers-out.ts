import type { ByteString } from '../byte-string.js';

/** 2/http-request-object/r-headers-out: headers whose duplicates are ignored; of an array the last element alone takes effect. */
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

interface Line {
  readonly name: ByteString;
  readonly value: ByteString;
}

/** Header lines of a response that is being made. */
export class HeadersOut {
  #lines: Line[] = [];

  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Deletes all lines of a name, then writes one for each value. */
  set(name: ByteString, values: readonly ByteString[]): void {
    const key = name.toLowerCase();
    this.#lines = this.#lines.filter((line) => line.name.toLowerCase() !== key);
    const kept = single.has(key) ? values.slice(-1) : values;
    for (const value of kept) this.#lines.push({ name, value });
  }

  all(name: string): readonly ByteString[] {
    const key = name.toLowerCase();
    return this.#lines.filter((line) => line.name.toLowerCase() === key).map((line) => line.value);
  }

  /** What scripts see: an array for Set-Cookie, one string for all others. */
  seen(name: string): ByteString | readonly ByteString[] | undefined {
    const values = this.all(name);
    if (values.length === 0) return undefined;
    const key = name.toLowerCase();
    if (key === 'set-cookie') return values;
    return single.has(key) ? values[0] : values.join(',');
  }

  /** Names in order, each once in the case of its first line. */
  names(): readonly ByteString[] {
    const names = new Map<string, ByteString>();
    for (const { name } of this.#lines) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    return [...names.values()];
  }
}

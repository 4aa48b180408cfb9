import type { Octets } from '../octets.js';

/** 2/http-request-object-r/r-headers-out: headers whose duplicates are ignored. */
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
  readonly name: Octets;
  readonly value: Octets;
}

/** Header lines of a response that is being made. */
export class HeadersOut {
  #lines: Line[] = [];

  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Deletes all lines of a name, then writes one for each value; of a single-value header the last one alone. */
  set(name: Octets, values: readonly Octets[]): void {
    const wanted = name.toLowerCase();
    this.#lines = this.#lines.filter((line) => line.name.toLowerCase() !== wanted);
    const kept = single.has(wanted) ? values.slice(-1) : values;
    for (const value of kept) this.#lines.push({ name, value });
  }

  all(name: string): readonly Octets[] {
    const wanted = name.toLowerCase();
    return this.#lines.filter((line) => line.name.toLowerCase() === wanted).map((line) => line.value);
  }

  /** What scripts see: an array for Set-Cookie, one string for all others. */
  seen(name: string): Octets | readonly Octets[] | undefined {
    const values = this.all(name);
    if (values.length === 0) return undefined;
    const wanted = name.toLowerCase();
    if (wanted === 'set-cookie') return values;
    return single.has(wanted) ? values[0] : values.join(', ');
  }

  names(): readonly Octets[] {
    const first = new Map<string, Octets>();
    for (const { name } of this.#lines) if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
    return [...first.values()];
  }
}

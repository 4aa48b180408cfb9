import type { ByteString } from '../byte-string.js';

/** 2/http-request-object/r-headers-in: headers that have a single value; of several lines the first counts. */
const single: ReadonlySet<string> = new Set([
  // The message itself.
  'transfer-encoding',
  'content-type',
  'content-range',
  'content-length',
  // Who asks whom, and for what.
  'user-agent',
  'host',
  'referer',
  'from',
  'proxy-authorization',
  'authorization',
  'expect',
  'max-forwards',
  // Conditions.
  'if-unmodified-since',
  'if-none-match',
  'if-range',
  'if-match',
  'if-modified-since',
  'etag',
]);

/** Header lines of a request, exactly as received. */
export class HeadersIn {
  /** Names and values in turn. */
  readonly raw: readonly ByteString[];
  readonly #values = new Map<string, ByteString[]>();
  readonly #names: ByteString[] = [];

  constructor(raw: readonly ByteString[]) {
    this.raw = raw;
    for (let at = 0; at + 1 < raw.length; at += 2) this.#add(raw[at] ?? '', raw[at + 1] ?? '');
  }

  /** Values of all lines of a name, in any case. */
  all(name: string): readonly ByteString[] {
    return this.#values.get(name.toLowerCase()) ?? [];
  }

  first(name: string): ByteString | undefined {
    return this.all(name)[0];
  }

  /** What scripts see: one value, or all lines joined. */
  seen(name: string): ByteString | undefined {
    const values = this.all(name);
    if (values.length === 0) return undefined;
    const key = name.toLowerCase();
    return single.has(key) ? values[0] : values.join(key === 'cookie' ? ';' : ',');
  }

  /** Names in order, each once in the case of its first line. */
  names(): readonly ByteString[] {
    return this.#names;
  }

  #add(name: ByteString, value: ByteString): void {
    const key = name.toLowerCase();
    const values = this.#values.get(key);
    if (values !== undefined) {
      values.push(value);
      return;
    }
    this.#values.set(key, [value]);
    this.#names.push(name);
  }
}

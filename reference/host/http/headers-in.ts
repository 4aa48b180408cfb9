import type { ByteString } from '../support/byte-string.js';
import type { RawHeaders } from '../support/raw-headers.js';

/** 2/http-request-object/r-headers-in: headers that have a single value; the first of several lines is used. */
const single: ReadonlySet<string> = new Set([
  // Headers about the message itself.
  'transfer-encoding',
  'content-type',
  'content-range',
  'content-length',
  // Headers about the client and its request.
  'user-agent',
  'host',
  'referer',
  'from',
  'proxy-authorization',
  'authorization',
  'expect',
  'max-forwards',
  // Headers with conditions.
  'if-unmodified-since',
  'if-none-match',
  'if-range',
  'if-match',
  'if-modified-since',
  'etag',
]);

/** Header lines of a request, exactly as received. */
export class HeadersIn {
  readonly raw: RawHeaders;
  /** The name of each line in lower case. Most requests have a few lines, and searching them is quicker than keeping a map. */
  readonly #keys: ByteString[] = [];

  constructor(raw: RawHeaders) {
    this.raw = raw;
    for (let at = 0; at + 1 < raw.length; at += 2) this.#keys.push((raw[at] ?? '').toLowerCase());
  }

  /** Values of all lines of a name, in any letter case. */
  all(name: string): readonly ByteString[] {
    const key = name.toLowerCase();
    return this.#keys.flatMap((one, line) => (one === key ? [this.#valueOf(line)] : []));
  }

  has(name: string): boolean {
    return this.#keys.includes(name.toLowerCase());
  }

  first(name: string): ByteString | undefined {
    const line = this.#keys.indexOf(name.toLowerCase());
    return line < 0 ? undefined : this.#valueOf(line);
  }

  /** The value that scripts see: one value, or all lines joined. */
  seen(name: string): ByteString | undefined {
    const values = this.all(name);
    if (values.length === 0) return undefined;
    const key = name.toLowerCase();
    return single.has(key) ? values[0] : values.join(key === 'cookie' ? ';' : ',');
  }

  /** Distinct names in order, each in the case of its first line. */
  names(): readonly ByteString[] {
    return this.raw.filter((_, at) => at % 2 === 0 && this.#keys.indexOf(this.#keys[at / 2] ?? '') === at / 2);
  }

  #valueOf(line: number): ByteString {
    return this.raw[2 * line + 1] ?? '';
  }
}

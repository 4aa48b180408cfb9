import type { Octets } from '../octets.js';

/** 2/http-request-object-r/r-headers-in: headers that have a single value; of several lines the first counts. */
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'expect',
  'from',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'transfer-encoding',
  'user-agent',
]);

/** Header lines of a request, exactly as received. */
export class HeadersIn {
  /** Names and values in turn. */
  readonly raw: readonly Octets[];

  constructor(raw: readonly Octets[]) {
    this.raw = raw;
  }

  /** Values of all lines of a name, in any case. */
  all(name: string): readonly Octets[] {
    const wanted = name.toLowerCase();
    return this.raw.filter((_, at) => at % 2 === 1 && this.raw[at - 1]?.toLowerCase() === wanted);
  }

  first(name: string): Octets | undefined {
    return this.all(name)[0];
  }

  /** The one value that scripts see. */
  joined(name: string): Octets | undefined {
    const values = this.all(name);
    if (values.length === 0) return undefined;
    const wanted = name.toLowerCase();
    if (single.has(wanted)) return values[0];
    return values.join(wanted === 'cookie' ? '; ' : ', ');
  }

  /** Names in order, each once in the case of its first line. */
  names(): readonly Octets[] {
    const seen = new Set<string>();
    return this.raw.filter((name, at) => {
      if (at % 2 === 1 || seen.has(name.toLowerCase())) return false;
      seen.add(name.toLowerCase());
      return true;
    });
  }
}

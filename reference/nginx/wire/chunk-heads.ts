const [lf, cr, tab, blank, semicolon] = [0x0a, 0x0d, 0x09, 0x20, 0x3b];
/** Digits of the greatest size; its first digit is at most 7. A size with another digit would exceed nginx's integers. */
const mostDigits = 15;
/** Digits of the greatest size that `fetch` of real hosts accepts. */
const mostStrictDigits = 16;

/** The minimum number of bytes from each state to the end of a body, after the rest of the chunk. */
const shortest = {
  start: '0\r\n\r\n'.length,
  size: '\r\n\r\n'.length,
  extension: '\r\n\r\n'.length,
  'head end': '\n\r\n'.length,
  data: '\r\n0\r\n\r\n'.length,
  'data end': '\r\n0\r\n\r\n'.length,
  'line end': '\n0\r\n\r\n'.length,
  trailer: '\r\n'.length,
  field: '\r\n\r\n'.length,
  'field end': '\n\r\n'.length,
  'last end': 1,
  done: 0,
  invalid: 0,
} as const;

/** The state of a reader of a chunked body. */
type ChunkReaderState = keyof typeof shortest;

/**
 * RFC 9112, section 7.1: the data between chunks, parsed byte by byte like nginx. Lines must end with CR LF; a size may have any number of
 * leading zeros, and extensions may have any length. Strict mode follows `fetch` of real hosts, which rejects extensions and trailers.
 */
export class ChunkHeads {
  #place: ChunkReaderState = 'start';
  /** Bytes of the chunk that are still to come. */
  left = 0;
  /** Digits of the size without leading zeros, and the first of them. */
  #digits = 0;
  #firstDigit = 0;
  readonly #isStrict: boolean;

  constructor(isStrict = false) {
    this.#isStrict = isStrict;
  }

  get isWithinData(): boolean {
    return this.#place === 'data';
  }

  /** Whether the last chunk was read; its trailers follow. */
  get isBehindLast(): boolean {
    return this.#place === 'trailer';
  }

  get isDone(): boolean {
    return this.#place === 'done';
  }

  get isInvalid(): boolean {
    return this.#place === 'invalid';
  }

  /** The minimum number of bytes that must still arrive. */
  get least(): number {
    const rest = this.left === 0 ? 0 : this.left + (this.#place === 'data' ? 0 : shortest.data - '\r\n'.length);
    return rest + shortest[this.#place];
  }

  /** Reads until data, the end of the last chunk, the end of the body, or an invalid byte. Returns the position in the bytes. */
  read(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const before = this.#place;
      this.#place = this.#after(bytes[at] ?? 0);
      if (this.#place === 'invalid') return at;
      if (this.#place === 'data' || this.#place === 'done') return at + 1;
      if (this.#place === 'trailer' && before === 'head end') return at + 1;
    }
    return bytes.length;
  }

  /** Skips data of the chunk. */
  pass(count: number): void {
    this.left -= count;
    if (this.left === 0) this.#place = 'data end';
  }

  #after(byte: number): ChunkReaderState {
    switch (this.#place) {
      case 'start':
        return this.#isDigit(byte) ? 'size' : 'invalid';
      case 'size':
        if (this.#isDigit(byte)) return 'size';
        if (byte === cr) return 'head end';
        if (this.#isStrict) return 'invalid';
        return byte === semicolon || byte === blank || byte === tab ? 'extension' : 'invalid';
      case 'extension':
        return endedBy(byte, 'head end', 'extension');
      case 'head end':
        if (byte !== lf) return 'invalid';
        return this.left === 0 ? 'trailer' : 'data';
      case 'data end':
        return byte === cr ? 'line end' : 'invalid';
      case 'line end':
        return byte === lf ? 'start' : 'invalid';
      case 'trailer':
        return endedBy(byte, 'last end', this.#isStrict ? 'invalid' : 'field');
      case 'field':
        return endedBy(byte, 'field end', 'field');
      case 'field end':
        return byte === lf ? 'trailer' : 'invalid';
      case 'last end':
        return byte === lf ? 'done' : 'invalid';
      default:
        return 'invalid';
    }
  }

  /** Adds a digit to the size, unless the size would become too large. */
  #isDigit(byte: number): boolean {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) return false;
    if (this.left === 0) this.#firstDigit = digit;
    this.#digits = this.left === 0 ? 1 : this.#digits + 1;
    this.left = this.left * 16 + digit;
    if (this.#isStrict) return this.#digits <= mostStrictDigits;
    return this.#digits < mostDigits || (this.#digits === mostDigits && this.#firstDigit <= 7);
  }
}

function endedBy(byte: number, end: ChunkReaderState, within: ChunkReaderState): ChunkReaderState {
  if (byte === lf) return 'invalid';
  return byte === cr ? end : within;
}

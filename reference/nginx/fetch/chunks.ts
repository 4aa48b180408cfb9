/** What a reader of chunks expects next. */
type ChunkState = 'size' | 'size end' | 'data' | 'data end' | 'data lf' | 'last' | 'last end' | 'done' | 'invalid';

const [cr, lf] = [0x0d, 0x0a];
/** Digits of the greatest size that a real host keeps, without zeros in front. */
const mostDigits = 16;

/** RFC 9112, section 7.1, without extensions and trailers, which `fetch` of real hosts refuses. */
export class StrictChunks {
  #place: ChunkState = 'size';
  #digits = '';
  #left = 0;
  /** Bytes that came behind the last chunk. */
  excess = 0;

  get isDone(): boolean {
    return this.#place === 'done';
  }

  get isInvalid(): boolean {
    return this.#place === 'invalid';
  }

  /** The data in the next bytes. */
  take(bytes: Buffer): readonly Buffer[] {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length && this.#place !== 'invalid'; ) {
      if (this.#place === 'done') {
        this.excess += bytes.length - at;
        break;
      }
      const part = bytes.subarray(at, at + this.#left);
      if (this.#place === 'data') parts.push(part);
      at += this.#place === 'data' ? part.length : 1;
      this.#place = this.#place === 'data' ? this.#pass(part.length) : this.#after(bytes[at - 1] ?? 0);
    }
    return parts;
  }

  #pass(count: number): ChunkState {
    this.#left -= count;
    return this.#left === 0 ? 'data end' : 'data';
  }

  #after(byte: number): ChunkState {
    switch (this.#place) {
      case 'size':
        return this.#afterDigit(byte);
      case 'size end':
        return byte === lf ? this.#begin() : 'invalid';
      case 'data end':
        return byte === cr ? 'data lf' : 'invalid';
      case 'data lf':
        return byte === lf ? 'size' : 'invalid';
      case 'last':
        return byte === cr ? 'last end' : 'invalid';
      case 'last end':
        return byte === lf ? 'done' : 'invalid';
      default:
        return 'invalid';
    }
  }

  #afterDigit(byte: number): ChunkState {
    if (byte === cr && this.#digits !== '') return 'size end';
    const digit = String.fromCharCode(byte);
    if (!/[\da-f]/i.test(digit)) return 'invalid';
    this.#digits = `${this.#digits}${digit}`.replace(/^0+(?=.)/, '');
    return this.#digits.length > mostDigits ? 'invalid' : 'size';
  }

  #begin(): ChunkState {
    this.#left = Number.parseInt(this.#digits, 16);
    this.#digits = '';
    return this.#left === 0 ? 'last' : 'data';
  }
}

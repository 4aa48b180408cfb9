import type { ByteString } from '../../byte-string.js';
import type { BodyFraming } from './response-head.js';

/** How far a body is. */
type State = 'data' | 'size' | 'after data' | 'trailers' | 'done' | 'invalid';

const longestLine = 16 * 1024;

/** Takes the body of a response out of what comes over its connection. */
export class ResponseBody {
  readonly #isChunked: boolean;
  #state: State;
  /** Bytes until the end of the chunk or of the body. */
  #left: number;
  #line = '';
  /** Names and values in turn. */
  readonly trailers: ByteString[] = [];
  /** What came behind the body. */
  excess: Buffer = Buffer.alloc(0);

  constructor({ length }: BodyFraming) {
    this.#isChunked = length === 'chunked';
    this.#left = typeof length === 'number' ? length : this.#isChunked ? 0 : Number.POSITIVE_INFINITY;
    this.#state = this.#isChunked ? 'size' : this.#left === 0 ? 'done' : 'data';
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  get isInvalid(): boolean {
    return this.#state === 'invalid';
  }

  /** Whether the body ends with the connection. */
  get endsWithConnection(): boolean {
    return this.#left === Number.POSITIVE_INFINITY;
  }

  /** Bytes that must still come before a server that buffers looks at them: the rest of a chunk, with the least that can follow it. */
  get least(): number {
    if (!this.#isChunked) return this.#left;
    switch (this.#state) {
      case 'data':
        return this.#left + '\n0\n\n'.length;
      case 'after data':
        return '\n0\n\n'.length;
      case 'size':
        return this.#line === '' ? '0\n\n'.length : 1;
      default:
        return 1;
    }
  }

  /** The parts of the body in the next bytes. */
  take(bytes: Buffer): readonly Buffer[] {
    const parts: Buffer[] = [];
    let at = 0;
    while (at < bytes.length && this.#state !== 'invalid') {
      if (this.#state === 'done') {
        this.excess = Buffer.concat([this.excess, bytes.subarray(at)]);
        break;
      }
      if (this.#state === 'data') {
        const part = bytes.subarray(at, at + Math.min(this.#left, bytes.length));
        parts.push(part);
        at += part.length;
        this.#left -= part.length;
        if (this.#left === 0) this.#state = this.#isChunked ? 'after data' : 'done';
      } else at = this.#takeLine(bytes, at);
    }
    return parts;
  }

  /** Goes on to the end of the line, or of the bytes. */
  #takeLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf('\n', from) + 1;
    this.#line += bytes.toString('latin1', from, end === 0 ? bytes.length : end);
    if (this.#line.length > longestLine || !this.#mayBecomeLine()) this.#state = 'invalid';
    if (end === 0 || this.#state === 'invalid') return bytes.length;
    const line = this.#line.replace(/\r?\n$/, '');
    this.#line = '';
    this.#state = this.#after(line);
    return end;
  }

  /** Nonsense is found as soon as it comes. */
  #mayBecomeLine(): boolean {
    if (this.#state === 'size') return /^[\da-f]{1,15}(?:[ \t;].*)?\r?\n?$/is.test(this.#line);
    return this.#state !== 'after data' || /^\r?\n?$/.test(this.#line);
  }

  #after(line: ByteString): State {
    if (this.#state === 'after data') return 'size';
    if (this.#state === 'size') {
      this.#left = Number.parseInt(line, 16);
      return this.#left > 0 ? 'data' : 'trailers';
    }
    if (line === '') return 'done';
    const { name, value = '' } = /^(?<name>[^\0-\x20\x7f:]+)(?:: *(?<value>.*?) *)?\r*$/.exec(line)?.groups ?? {};
    if (name === undefined) return 'invalid';
    this.trailers.push(name, value);
    return 'trailers';
  }
}

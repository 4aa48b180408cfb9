import type { ByteString } from '../../host/support/byte-string.js';
import { ChunkHeads } from '../wire/chunk-heads.js';
import type { BodyFraming } from './response-head.js';

/** The state of reading a body. */
type BodyProgress = 'data' | 'trailers' | 'done' | 'invalid';

const longestLine = 16 * 1024;

interface ResponseBodyOptions {
  readonly keepsTrailers?: boolean;
  /** See {@link ChunkHeads}. */
  readonly isStrict?: boolean;
}

/** Extracts the body of a response from the data of its connection. */
export class ResponseBody {
  readonly #chunks: ChunkHeads | undefined;
  readonly #keepsTrailers: boolean;
  #state: BodyProgress = 'data';
  /** Bytes until the end of a body without chunks. */
  #left: number;
  #line = '';
  /** Alternating names and values. */
  readonly trailers: ByteString[] = [];
  /** Data after the body. */
  excess: Buffer = Buffer.alloc(0);

  constructor({ length }: BodyFraming, { keepsTrailers = false, isStrict = false }: ResponseBodyOptions = {}) {
    this.#chunks = length === 'chunked' ? new ChunkHeads(isStrict) : undefined;
    this.#keepsTrailers = keepsTrailers;
    this.#left = typeof length === 'number' ? length : Number.POSITIVE_INFINITY;
    if (this.#left === 0) this.#state = 'done';
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  get isInvalid(): boolean {
    return this.#state === 'invalid';
  }

  /** Whether the body ends with the connection. */
  get endsWithConnection(): boolean {
    return this.#chunks === undefined && this.#left === Number.POSITIVE_INFINITY;
  }

  /** Bytes that must still arrive before a server that buffers processes them. */
  get least(): number {
    if (this.#chunks === undefined) return this.#left;
    return this.#state === 'data' ? this.#chunks.least : 1;
  }

  /** The parts of the body in the next bytes. */
  take(bytes: Buffer): readonly Buffer[] {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length && this.#state !== 'invalid'; ) {
      if (this.#state === 'done') {
        this.excess = Buffer.concat([this.excess, bytes.subarray(at)]);
        break;
      }
      if (this.#state === 'trailers') at = this.#takeLine(bytes, at);
      else if (this.#chunks !== undefined && !this.#chunks.isWithinData) at = this.#takeHead(this.#chunks, bytes, at);
      else at += this.#takeData(bytes.subarray(at), parts);
    }
    return parts;
  }

  /** Returns the number of bytes taken. */
  #takeData(bytes: Buffer, parts: Buffer[]): number {
    const part = bytes.subarray(0, this.#chunks?.left ?? this.#left);
    parts.push(part);
    if (this.#chunks === undefined) this.#left -= part.length;
    else this.#chunks.pass(part.length);
    if (this.#left === 0) this.#state = 'done';
    return part.length;
  }

  #takeHead(chunks: ChunkHeads, bytes: Buffer, from: number): number {
    const at = chunks.read(bytes, from);
    if (chunks.isInvalid) this.#state = 'invalid';
    if (chunks.isDone) this.#state = 'done';
    // Trailers that are kept are parsed like headers.
    if (chunks.isBehindLast && this.#keepsTrailers) this.#state = 'trailers';
    return at;
  }

  /** Advances to the end of the line, or of the bytes. */
  #takeLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf('\n', from) + 1;
    this.#line += bytes.toString('latin1', from, end === 0 ? bytes.length : end);
    if (this.#line.length > longestLine) this.#state = 'invalid';
    if (end === 0 || this.#state === 'invalid') return bytes.length;
    const line = this.#line.replace(/\r?\n$/, '');
    this.#line = '';
    this.#state = this.#afterTrailer(line);
    return end;
  }

  #afterTrailer(line: ByteString): BodyProgress {
    if (line === '') return 'done';
    const { name, value = '' } = /^(?<name>[^\0-\x20\x7f:]+)(?:: *(?<value>.*?) *)?\r*$/.exec(line)?.groups ?? {};
    if (name === undefined) return 'invalid';
    this.trailers.push(name, value);
    return 'trailers';
  }
}

import { type BodyRead, type BodySource, exceeds } from './body-source.js';
import type { Input } from './input.js';

/** Bytes of a line within a body that is cut into chunks. */
const longestLine = 8192;

/** A part of a body, its end, or why there is none. */
type Part = { readonly kind: 'part'; readonly bytes: Buffer } | { readonly kind: 'end' | 'gone' | 'malformed' };

/** The body of a request that came over a connection. */
export class ConnectionBody implements BodySource {
  readonly #input: Input;
  readonly #begin: () => void;
  /** Bytes until the end, or until the next chunk. */
  #left: number;
  readonly #isChunked: boolean;
  #isFirst = true;
  #end: Part | undefined;

  /** `length`: bytes, or `chunked`. `begin` is called before anything is read for a handler. */
  constructor(input: Input, length: number | 'chunked', begin: () => void) {
    this.#input = input;
    this.#begin = begin;
    this.#isChunked = length === 'chunked';
    this.#left = length === 'chunked' ? 0 : length;
  }

  async read(limit: number): Promise<BodyRead> {
    this.#begin();
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const part = await this.#next();
      if (part.kind === 'end') return { kind: 'read', bytes: Buffer.concat(parts) };
      if (part.kind !== 'part') return { kind: part.kind };
      size += part.bytes.length;
      parts.push(part.bytes);
      if (exceeds(size, limit)) return { kind: 'too large' };
    }
  }

  /** Reads what nobody wants; `false` when there is no way to find its end. */
  async skip(): Promise<boolean> {
    for (;;) {
      const { kind } = await this.#next();
      if (kind !== 'part') return kind === 'end';
    }
  }

  /** Whether the client left in the middle. */
  get isGone(): boolean {
    return this.#end?.kind === 'gone';
  }

  async #next(): Promise<Part> {
    if (this.#end !== undefined) return this.#end;
    const part = await this.#read();
    if (part.kind !== 'part') this.#end = part;
    return part;
  }

  async #read(): Promise<Part> {
    if (this.#left === 0) {
      const found = this.#isChunked ? await this.#beginChunk() : 'end';
      if (found !== 'part') return { kind: found };
    }
    if (this.#input.bytes.length === 0 && !(await this.#input.more())) return { kind: 'gone' };
    const bytes = this.#input.take(this.#left);
    this.#left -= bytes.length;
    return { kind: 'part', bytes };
  }

  /** RFC 9112, section 7.1: the line of a chunk's size, after the line end of the one before. */
  async #beginChunk(): Promise<Part['kind']> {
    const before = this.#isFirst ? '' : await this.#input.line(longestLine);
    this.#isFirst = false;
    const line = before === '' ? await this.#input.line(longestLine) : before;
    const digits = before === '' ? /^([\da-f]{1,12})(?:[ \t;].*)?$/i.exec(line ?? '')?.[1] : undefined;
    if (digits === undefined) return this.#lost(line);
    this.#left = Number.parseInt(digits, 16);
    if (this.#left > 0) return 'part';
    for (;;) {
      const trailer = await this.#input.line(longestLine);
      if (trailer === '') return 'end';
      if (trailer === undefined) return this.#lost(trailer);
    }
  }

  /** There is no line as it should be: because nothing comes any more, or something else. */
  #lost(line: string | undefined): 'gone' | 'malformed' {
    return line === undefined && this.#input.isEnded ? 'gone' : 'malformed';
  }
}

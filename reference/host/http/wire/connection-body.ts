import type { Eventual } from '../../eventual.js';
import { type BodyPart, type BodyRead, type BodySource, exceeds } from '../request-body/source.js';
import type { Input } from './input.js';
import type { Patience } from './patience.js';

/** Bytes of a line within a body that is cut into chunks. */
const longestLine = 8192;

/** Bytes that real hosts read at once of a body that they throw away. */
const discardedPiece = 4096;

/** Bytes that they read at once of one in chunks that is wanted: as much as its chunk has, but within these bounds. */
const [leastPiece, mostPiece] = [8192, 16_384];

/** Bytes that follow a chunk at least: a line end, and a last chunk. */
const shortestEnd = 7;

const nothing = Buffer.alloc(0);

/** The body of a request that came over a connection. */
export class ConnectionBody implements BodySource {
  readonly #input: Input;
  readonly #patience: Patience;
  #begin: () => void;
  /** Bytes that the buffer of the head holds of the body, and of what follows it. */
  readonly #held: number;
  readonly #start: number;
  /** Bytes until the end, or until the next chunk. */
  #left: number;
  readonly #isChunked: boolean;
  /** What the next line is, between chunks. */
  #expected: 'size' | 'line end' | 'trailer' = 'size';
  #hasBegun = false;
  #isWanted = false;
  #isKnownMalformed = false;
  /** Bytes that were left of a chunk where the buffer of the head ended. */
  #leftBehindHead = 0;
  #end: BodyPart | undefined;

  /**
   * `length`: bytes, or `chunked`. `begin` is called once, before anything is read for a handler or thrown away. A real host has so
   * many bytes behind the head in the buffer of the head: `held`.
   */
  constructor(input: Input, length: number | 'chunked', held: number, patience: Patience, begin: () => void) {
    this.#input = input;
    this.#held = held;
    this.#start = input.taken;
    this.#patience = patience;
    this.#begin = begin;
    this.#isChunked = length === 'chunked';
    this.#left = length === 'chunked' ? 0 : length;
  }

  read(limit: number, timeout = 0): Eventual<BodyRead> {
    this.#ask();
    return this.#isThrough ? { kind: 'read', bytes: nothing } : this.#readFor(limit, timeout);
  }

  async #readFor(limit: number, timeout: number): Promise<BodyRead> {
    this.#patience.begin('body', timeout);
    try {
      return await this.#readAll(limit);
    } finally {
      this.#patience.end();
    }
  }

  discard(isAskedFor = true): boolean {
    if (!this.#hasBegun && isAskedFor) this.#begin();
    this.#hasBegun = true;
    if (this.#isWanted) return true;
    for (;;) {
      const part = this.#now();
      if (part === undefined || part.kind === 'end') return true;
      if (part.kind === 'part') continue;
      const isNew = !this.#isKnownMalformed;
      this.#isKnownMalformed = true;
      return !isNew;
    }
  }

  leaveWaiting(): void {
    this.#begin = () => undefined;
  }

  /** Somebody wants the body. */
  #ask(): void {
    if (!this.#hasBegun) this.#begin();
    this.#hasBegun = true;
    this.#isWanted = true;
  }

  /** Whether there is nothing to read at all. */
  get #isThrough(): boolean {
    return !this.#isChunked && this.#left === 0 && this.#end === undefined;
  }

  async #readAll(limit: number): Promise<BodyRead> {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const part = await this.#next();
      if (part.kind === 'end') return { kind: 'read', bytes: Buffer.concat(parts) };
      if (part.kind === 'gone') return { kind: 'gone', length: size };
      if (part.kind !== 'part') return { kind: part.kind };
      size += part.bytes.length;
      parts.push(part.bytes);
      if (exceeds(size, limit)) return { kind: 'too large' };
    }
  }

  /** Reads what nobody wants; `false` when there is no way to find its end. */
  skip(timeout: number): Eventual<boolean> {
    return this.#isThrough || this.#skipFor(timeout);
  }

  async #skipFor(timeout: number): Promise<boolean> {
    this.#patience.begin('body', timeout);
    for (;;) {
      const { kind } = await this.#next();
      if (kind === 'part') continue;
      this.#patience.end();
      return kind === 'end';
    }
  }

  get leftToDiscard(): number | undefined {
    if (this.#isWanted || !this.#hasBegun) return undefined;
    return this.#end?.kind === 'end' ? 0 : this.#left + shortestEnd;
  }

  /** Bytes of what follows that a real host has read with the body: no more than its buffer takes, and none past a known end. */
  get readPast(): number {
    const outside = this.#input.taken - this.#start - this.#held;
    if (outside <= 0) return -outside;
    if (!this.#isChunked || !this.#hasBegun || this.#end?.kind !== 'end') return 0;
    const wanted = Math.min(Math.max(this.#leftBehindHead + shortestEnd, leastPiece), mostPiece);
    const piece = this.#isWanted ? wanted : discardedPiece;
    return Math.min((piece - (outside % piece)) % piece, this.#input.bytes.length);
  }

  /** What a real host takes off the length of a request though it did not count it: what it puts back to the next one. */
  get uncounted(): number {
    return !this.#isWanted && this.#input.taken - this.#start > this.#held ? this.readPast : 0;
  }

  /** Whether anybody has asked for it. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Whether the client left in the middle. */
  get isGone(): boolean {
    return this.#end?.kind === 'gone';
  }

  async next(timeout = 60_000): Promise<BodyPart> {
    this.#ask();
    this.#patience.begin('body', timeout);
    const part = await this.#next();
    this.#patience.end();
    return part;
  }

  async #next(): Promise<BodyPart> {
    for (;;) {
      const part = this.#now();
      if (part !== undefined) return part;
      if (!(await this.#input.more())) this.#end = { kind: 'gone' };
    }
  }

  /** The next part, if it has come. */
  #now(): BodyPart | undefined {
    if (this.#end === undefined && this.#left === 0) this.#end = this.#isChunked ? this.#beginChunk() : { kind: 'end' };
    if (this.#end !== undefined) return this.#end;
    if (this.#left === 0 || this.#input.bytes.length === 0) return undefined;
    const behindHead = this.#start + this.#held - this.#input.taken;
    const bytes = this.#input.take(this.#left);
    if (behindHead >= 0 && behindHead < bytes.length) this.#leftBehindHead = this.#left - behindHead;
    this.#left -= bytes.length;
    return { kind: 'part', bytes };
  }

  /** RFC 9112, section 7.1: goes to the next chunk, as far as its lines have come; says whether there is none. */
  #beginChunk(): BodyPart | undefined {
    for (;;) {
      const line = this.#input.line(longestLine);
      if (line === 'incomplete') return undefined;
      if (line === 'none') return { kind: 'malformed' };
      switch (this.#expected) {
        case 'line end':
          if (line.text !== '') return { kind: 'malformed' };
          this.#expected = 'size';
          break;
        case 'size': {
          const digits = /^([\da-f]{1,12})(?:[ \t;].*)?$/i.exec(line.text)?.[1];
          if (digits === undefined) return { kind: 'malformed' };
          this.#left = Number.parseInt(digits, 16);
          this.#expected = this.#left > 0 ? 'line end' : 'trailer';
          if (this.#left > 0) return undefined;
          break;
        }
        case 'trailer':
          if (line.text === '') return { kind: 'end' };
      }
    }
  }
}

import type { Eventual } from '../../eventual.js';
import { type BodyPart, type BodyRead, type BodyReceiver, type BodySource, exceeds } from '../request-body/source.js';
import type { HeadExtent } from './head.js';
import type { Input } from './input.js';
import type { Patience } from './patience.js';

/** Bytes of a line within a body that is cut into chunks. */
const longestLine = 8192;

/** Bytes that real hosts read at once of a body that they throw away. */
const discardedPiece = 4096;

/** Bytes that they read at once of one in chunks that is wanted, at least, unless their buffer is smaller. */
const leastPiece = 8192;

/** Digits of the size of a chunk, and what follows them. */
const longestSize = 20;

/** Bytes that follow a chunk at least: a line end, and a last chunk. */
const shortestEnd = 7;

/** The body of a request that came over a connection. */
export class ConnectionBody implements BodySource {
  readonly #input: Input;
  readonly #patience: Patience;
  #begin: () => void;
  /** What the buffer of the head holds of the body, and of what follows it. */
  readonly #head: HeadExtent;
  readonly #start: number;
  /** Bytes until the end, or until the next chunk. */
  #left: number;
  readonly #isChunked: boolean;
  /** What the next line is, between chunks. */
  #expected: 'size' | 'line end' | 'trailer' = 'size';
  #hasBegun = false;
  #isWanted = false;
  #isKnownMalformed = false;
  /** Where it turned out to be wrong, counted from the end of what the buffer of the head holds. */
  #refusedAt: number | undefined;
  /** Bytes that the buffer of the body takes. */
  #bufferSize = 16_384;
  /** How far the buffer of the body goes, counted from the end of what the buffer of the head holds. */
  #bufferEnd = Number.POSITIVE_INFINITY;
  /** Bytes that were left of a chunk where the buffer of the head ended. */
  #leftBehindHead = 0;
  #end: BodyPart | undefined;

  /**
   * `length`: bytes, or `chunked`. `begin` is called once, before anything is read for a handler or thrown away. A real host has the
   * first bytes behind the head in the buffer of the head.
   */
  constructor(input: Input, length: number | 'chunked', head: HeadExtent, patience: Patience, begin: () => void) {
    this.#input = input;
    this.#head = head;
    this.#start = input.taken;
    this.#patience = patience;
    this.#begin = begin;
    this.#isChunked = length === 'chunked';
    this.#left = length === 'chunked' ? 0 : length;
  }

  read(receiver: BodyReceiver, timeout = 0): Eventual<BodyRead> {
    this.#ask();
    return this.#isThrough ? { kind: 'read' } : this.#readFor(receiver, timeout);
  }

  async #readFor(receiver: BodyReceiver, timeout: number): Promise<BodyRead> {
    // Without any room in a buffer nothing would come.
    this.#bufferSize = Math.max(receiver.bufferSize, 1);
    this.#bufferEnd = this.#needsNoBuffer(this.#bufferSize) ? Number.POSITIVE_INFINITY : this.#bufferSize;
    this.#patience.begin('body', Math.max(timeout, 1));
    try {
      return await this.#readAll(receiver);
    } finally {
      this.#patience.end();
    }
  }

  /** Nothing was to come any more for the time that the client may take. */
  timeOut(): void {
    this.#end ??= { kind: 'timed out' };
  }

  /** As real hosts see it: what fits behind the head stays there, and what is a little longer than a buffer gets a longer one. */
  #needsNoBuffer(size: number): boolean {
    if (this.#isChunked) return false;
    const { room, held } = this.#head;
    const missing = this.#left - held;
    return missing <= 0 || (held > 0 && missing <= room - held) || missing < size + Math.floor(size / 4);
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

  async #readAll(receiver: BodyReceiver): Promise<BodyRead> {
    for (let received = 0; ; ) {
      const part = await this.#next();
      if (part.kind !== 'part') {
        if (part.kind === 'malformed') this.#refusedAt = this.#outside;
        if (part.kind === 'end' && this.#outside > this.#bufferEnd) receiver.full();
        return { kind: part.kind === 'end' ? 'read' : part.kind };
      }
      const { chunk } = part;
      if (this.#isChunked && exceeds(received + chunk, receiver.limit)) {
        this.#refusedAt = this.#outside - part.bytes.length;
        return { kind: 'too large', received, chunk };
      }
      received += part.bytes.length;
      receiver.add(part.bytes);
      this.#empty(receiver);
    }
  }

  /** A buffer that is full, although not all has come, takes more once it is empty. */
  #empty(receiver: BodyReceiver): void {
    while (this.#outside > this.#bufferEnd || (this.#outside === this.#bufferEnd && !this.#isThrough)) {
      receiver.full();
      this.#bufferEnd += this.#bufferSize;
    }
  }

  /** Bytes that were taken past those that the buffer of the head holds. */
  get #outside(): number {
    return this.#input.taken - this.#start - this.#head.held;
  }

  get received(): number {
    if (!this.#isWanted) return 0;
    const taken = this.#input.taken - this.#start;
    if (this.#refusedAt === undefined) return taken;
    // Where it turns out to be wrong, all that was read has been counted, unless that is in the buffer of the head.
    return this.#refusedAt < 0 ? 0 : taken + Math.min(this.#input.bytes.length, this.#bufferEnd - this.#outside);
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
    const outside = this.#outside;
    if (outside <= 0) return -outside;
    if (!this.#isChunked || !this.#hasBegun || this.#end?.kind !== 'end') return 0;
    const wanted = Math.min(Math.max(this.#leftBehindHead + shortestEnd, leastPiece), this.#bufferSize);
    const piece = this.#isWanted ? wanted : discardedPiece;
    return Math.min((piece - (outside % piece)) % piece, this.#input.bytes.length);
  }

  /** What a real host takes off the length of a request though it did not count it: what it puts back to the next one. */
  get uncounted(): number {
    return !this.#isWanted && this.#outside > 0 ? this.readPast : 0;
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
      if (!(await this.#input.more())) this.#end ??= { kind: 'gone' };
    }
  }

  /** The next part, if it has come. */
  #now(): BodyPart | undefined {
    if (this.#end === undefined && this.#left === 0) this.#end = this.#isChunked ? this.#beginChunk() : { kind: 'end' };
    if (this.#end !== undefined) return this.#end;
    if (this.#left === 0 || this.#input.bytes.length === 0) return undefined;
    const behindHead = -this.#outside;
    const bytes = this.#input.take(this.#left);
    if (behindHead >= 0 && behindHead < bytes.length) this.#leftBehindHead = this.#left - behindHead;
    this.#left -= bytes.length;
    return { kind: 'part', bytes, chunk: bytes.length + this.#left };
  }

  /** Whether what has come of a line cannot be the beginning of one. */
  get #hasWrongBegin(): boolean {
    const begun = this.#input.bytes.toString('latin1', 0, longestSize);
    if (this.#expected === 'size') return !/^(?:[\da-f]+(?:[ \t;\r].*)?)?$/is.test(begun);
    return this.#expected === 'line end' && !/^\r?$/.test(begun);
  }

  /** RFC 9112, section 7.1: goes to the next chunk, as far as its lines have come; says whether there is none. */
  #beginChunk(): BodyPart | undefined {
    for (;;) {
      const line = this.#input.line(longestLine);
      if (line === 'incomplete') return this.#hasWrongBegin ? { kind: 'malformed' } : undefined;
      if (line === 'none' || line.text.includes('\r')) return { kind: 'malformed' };
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

import {
  type BodyPart,
  type BodyReadResult,
  type BodyReceiver,
  type BodySource,
  exceeds,
} from '../../host/http/body/source.js';
import type { Eventual } from '../../host/support/eventual.js';
import { ChunkHeads } from './chunk-heads.js';
import type { HeadExtent } from './head.js';
import type { ClientInput } from './input.js';
import type { IdleTimer } from './patience.js';

/** Bytes that real hosts read at once of a body that they throw away. */
const discardedPiece = 4096;

/** Bytes that they read at once of one in chunks that is wanted, at least, unless their buffer is smaller. */
const leastPiece = 8192;

/** Bytes that follow a chunk at least: a line end, and a last chunk. */
const shortestEnd = 7;

/** The body of a request that came over a connection. */
export class ConnectionBody implements BodySource {
  readonly #input: ClientInput;
  readonly #patience: IdleTimer;
  #begin: () => void;
  /** What the buffer of the head holds of the body, and of what follows it. */
  readonly #head: HeadExtent;
  readonly #start: number;
  /** Bytes until the end, or until the next chunk. */
  #left: number;
  readonly #isChunked: boolean;
  readonly #chunks = new ChunkHeads();
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
  constructor(
    input: ClientInput,
    length: number | 'chunked',
    head: HeadExtent,
    patience: IdleTimer,
    begin: () => void,
  ) {
    this.#input = input;
    this.#head = head;
    this.#start = input.taken;
    this.#patience = patience;
    this.#begin = begin;
    this.#isChunked = length === 'chunked';
    this.#left = length === 'chunked' ? 0 : length;
  }

  read(receiver: BodyReceiver, timeout = 0): Eventual<BodyReadResult> {
    this.#ask();
    return this.#isThrough ? { kind: 'read' } : this.#readFor(receiver, timeout);
  }

  async #readFor(receiver: BodyReceiver, timeout: number): Promise<BodyReadResult> {
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

  async #readAll(receiver: BodyReceiver): Promise<BodyReadResult> {
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
      // What stands in front of the first chunk fills the buffer in vain.
      if (received === 0)
        while (this.#outside - part.bytes.length >= this.#bufferEnd) this.#bufferEnd += this.#bufferSize;
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
    if (this.#isChunked) this.#chunks.pass(bytes.length);
    return { kind: 'part', bytes, chunk: bytes.length + this.#left };
  }

  /** Goes to the next chunk, as far as what is in front of it has come; says whether there is none. */
  #beginChunk(): BodyPart | undefined {
    for (;;) {
      const { bytes } = this.#input;
      this.#input.pass(this.#chunks.read(bytes, 0));
      if (this.#chunks.isInvalid) return { kind: 'malformed' };
      if (this.#chunks.isDone) return { kind: 'end' };
      this.#left = this.#chunks.isWithinData ? this.#chunks.left : 0;
      if (!this.#chunks.isBehindLast || this.#input.bytes.length === 0) return undefined;
    }
  }
}

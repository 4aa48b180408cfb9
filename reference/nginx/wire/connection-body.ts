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

/** Bytes that real hosts read at once of a body that they discard. */
const discardedPiece = 4096;

/** The minimum that they read at once of a chunked body that is used, unless their buffer is smaller. */
const leastPiece = 8192;

/** The minimum number of bytes after a chunk: a line end, and a last chunk. */
const shortestEnd = 7;

/** The body of a request from a connection. */
export class ConnectionBody implements BodySource {
  readonly #input: ClientInput;
  readonly #patience: IdleTimer;
  #begin: () => void;
  /** The part of the head's buffer that contains the body and later data. */
  readonly #head: HeadExtent;
  readonly #start: number;
  /** Bytes until the end, or until the next chunk. */
  #left: number;
  readonly #isChunked: boolean;
  readonly #chunks = new ChunkHeads();
  #hasBegun = false;
  #isRequested = false;
  #isKnownMalformed = false;
  /** The position of the invalid byte, counted from the end of the head's buffer. */
  #refusedAt: number | undefined;
  /** The size of the body's buffer. */
  #bufferSize = 16_384;
  /** The end of the body's buffer, counted from the end of the head's buffer. */
  #bufferEnd = Number.POSITIVE_INFINITY;
  /** Bytes of a chunk that remained at the end of the head's buffer. */
  #leftBehindHead = 0;
  #end: BodyPart | undefined;

  /**
   * `length`: bytes, or `chunked`. `begin` is called once, before anything is read for a handler or discarded. A real host has the first
   * bytes after the head in the buffer of the head.
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
    return this.#isFinished ? { kind: 'read' } : this.#readFor(receiver, timeout);
  }

  async #readFor(receiver: BodyReceiver, timeout: number): Promise<BodyReadResult> {
    // With an empty buffer no data could arrive.
    this.#bufferSize = Math.max(receiver.bufferSize, 1);
    this.#bufferEnd = this.#needsNoBuffer(this.#bufferSize) ? Number.POSITIVE_INFINITY : this.#bufferSize;
    this.#patience.begin('body', Math.max(timeout, 1));
    try {
      return await this.#readAll(receiver);
    } finally {
      this.#patience.end();
    }
  }

  /** The client's timeout has passed without data. */
  timeOut(): void {
    this.#end ??= { kind: 'timed out' };
  }

  /** Like real hosts: a body that fits after the head stays there, and one that is slightly longer than a buffer gets a longer one. */
  #needsNoBuffer(size: number): boolean {
    if (this.#isChunked) return false;
    const { space, held } = this.#head;
    const missing = this.#left - held;
    return missing <= 0 || (held > 0 && missing <= space - held) || missing < size + Math.floor(size / 4);
  }

  discard(isAskedFor = true): boolean {
    if (!this.#hasBegun && isAskedFor) this.#begin();
    this.#hasBegun = true;
    if (this.#isRequested) return true;
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

  /** Records that the body is requested. */
  #ask(): void {
    if (!this.#hasBegun) this.#begin();
    this.#hasBegun = true;
    this.#isRequested = true;
  }

  /** Whether there is nothing to read at all. */
  get #isFinished(): boolean {
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
      // Data before the first chunk also fills the buffer.
      if (received === 0)
        while (this.#outside - part.bytes.length >= this.#bufferEnd) this.#bufferEnd += this.#bufferSize;
      received += part.bytes.length;
      receiver.add(part.bytes);
      this.#empty(receiver);
    }
  }

  /** Empties a full buffer, so that more data can be read. */
  #empty(receiver: BodyReceiver): void {
    while (this.#outside > this.#bufferEnd || (this.#outside === this.#bufferEnd && !this.#isFinished)) {
      receiver.full();
      this.#bufferEnd += this.#bufferSize;
    }
  }

  /** Bytes that were read past the end of the head's buffer. */
  get #outside(): number {
    return this.#input.taken - this.#start - this.#head.held;
  }

  get received(): number {
    if (!this.#isRequested) return 0;
    const taken = this.#input.taken - this.#start;
    if (this.#refusedAt === undefined) return taken;
    // If it turns out to be invalid, everything that was read was counted, unless that is in the head's buffer.
    return this.#refusedAt < 0 ? 0 : taken + Math.min(this.#input.bytes.length, this.#bufferEnd - this.#outside);
  }

  /** Reads an unused body; `false` if its end cannot be found. */
  skip(timeout: number): Eventual<boolean> {
    return this.#isFinished || this.#skipFor(timeout);
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
    if (this.#isRequested || !this.#hasBegun) return undefined;
    return this.#end?.kind === 'end' ? 0 : this.#left + shortestEnd;
  }

  /** Bytes after the body that a real host has read with it: no more than fit into its buffer, and none past a known end. */
  get readPast(): number {
    const outside = this.#outside;
    if (outside <= 0) return -outside;
    if (!this.#isChunked || !this.#hasBegun || this.#end?.kind !== 'end') return 0;
    const wanted = Math.min(Math.max(this.#leftBehindHead + shortestEnd, leastPiece), this.#bufferSize);
    const piece = this.#isRequested ? wanted : discardedPiece;
    return Math.min((piece - (outside % piece)) % piece, this.#input.bytes.length);
  }

  /**
   * Bytes that a real host subtracts from the length of a request without having counted them: those that it returns to the next request.
   */
  get uncounted(): number {
    return !this.#isRequested && this.#outside > 0 ? this.readPast : 0;
  }

  /** Whether the body was requested. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Whether the client left during the body. */
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

  /** The next part, if it has arrived. */
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

  /** Advances to the next chunk, as far as the data before it has arrived; returns the end if there is none. */
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

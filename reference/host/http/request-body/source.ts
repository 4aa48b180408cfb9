import type { ByteString } from '../../byte-string.js';
import type { Decision } from '../../core/phases.js';
import type { Eventual } from '../../eventual.js';

/** A request body that was read. What is larger than the memory set aside for it counts as written to a temporary file. */
export interface Body {
  readonly bytes: Buffer;
  readonly inFile: boolean;
}

/** How reading a body ended: `gone` says that the client left, `malformed` that its end cannot be found. */
export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too large' }
  | { readonly kind: 'malformed' }
  /** So many bytes of it had come. */
  | { readonly kind: 'gone'; readonly length: number };

/** What becomes of a request whose body was read: it goes on, is refused, or has nobody left who would get a response. */
export type BodyDecision = Decision<never>;

/** A part of a body, its end, or why there is none. */
export type BodyPart =
  | { readonly kind: 'part'; readonly bytes: Buffer }
  | { readonly kind: 'end' | 'gone' | 'malformed' };

/** Where the body of a request comes from. */
export interface BodySource {
  /** The next part, for those who pass the body on as it comes; absent where there is all of it anyway. */
  next?(timeout?: number): Promise<BodyPart>;
  /** Bytes that are to come still, at least, of a body that is thrown away; 0 once it has come whole. */
  readonly leftToDiscard?: number | undefined;
  /** Bytes that the length of the request lacks, since the host has read so far past the body. */
  readonly uncounted?: number;
  /** Reads all of it, as long as it has no more than `limit` bytes; a limit of 0 is none. `timeout`: milliseconds without a byte. */
  read(limit: number, timeout?: number): Eventual<BodyRead>;
  /**
   * Says that the body is of no use, so that it may come and be thrown away; a client that waits is told to send it, unless it is
   * not `isAskedFor`. `false` where what has come is
   * found malformed; that is said once.
   */
  discard?(isAskedFor?: boolean): boolean;
  /** A client that waits before it sends the body is not told to, whoever asks for it. */
  leaveWaiting?(): void;
}

/** A body that is in memory already. */
export function bufferedBody(bytes: Buffer | ByteString = ''): BodySource {
  const body = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  return {
    read: (limit) => (exceeds(body.length, limit) ? { kind: 'too large' } : { kind: 'read', bytes: body }),
  };
}

export function exceeds(size: number, limit: number): boolean {
  return limit > 0 && size > limit;
}

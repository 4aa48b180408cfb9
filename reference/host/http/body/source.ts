/** 2/limits/request-body-size, 2/http-request-object-methods/r-read-request-text: where a request body comes from. */
import type { ByteString } from '../../support/byte-string.js';
import type { Eventual } from '../../support/eventual.js';
import type { Decision } from '../../support/phases.js';

/** How reading a body ended: `gone` says that the client left, `malformed` that its end cannot be found. */
export type BodyReadResult =
  | { readonly kind: 'read' | 'malformed' | 'gone' | 'timed out' }
  /** A chunk of so many bytes comes behind those that were received. */
  | { readonly kind: 'too large'; readonly received: number; readonly chunk: number };

/** Who takes a body as it is read. */
export interface BodyReceiver {
  /** Bytes that a body in chunks may have; 0 is no limit. */
  readonly limit: number;
  /** Bytes that are read before they are looked at. */
  readonly bufferSize: number;
  add(part: Buffer): void;
  /** The buffer is full, and not all has come. */
  full(): void;
}

/** What becomes of a request whose body was read: it goes on, is refused, or has nobody left who would get a response. */
export type BodyDecision = Decision<never>;

/** A part of a body, its end, or why there is none. */
export type BodyPart =
  /** The chunk that it belongs to has so many bytes from here on. */
  | { readonly kind: 'part'; readonly bytes: Buffer; readonly chunk: number }
  | { readonly kind: 'end' | 'gone' | 'timed out' | 'malformed' };

/** Where the body of a request comes from. */
export interface BodySource {
  /** The next part, for those who pass the body on as it comes; absent where there is all of it anyway. */
  next?(timeout?: number): Promise<BodyPart>;
  /** Bytes that are to come still, at least, of a body that is thrown away; 0 once it has come whole. */
  readonly leftToDiscard?: number | undefined;
  /** Bytes that the length of the request lacks, since the host has read so far past the body. */
  readonly uncounted?: number;
  /** Bytes that were read of it for somebody, as they came. */
  readonly received: number;
  /** Reads all of it. `timeout`: milliseconds without a byte. */
  read(receiver: BodyReceiver, timeout?: number): Eventual<BodyReadResult>;
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
export function bufferedBody(text: ByteString = ''): BodySource {
  const body = Buffer.from(text, 'latin1');
  return {
    received: 0,
    read: (receiver) => {
      if (exceeds(body.length, receiver.limit)) return { kind: 'too large', received: 0, chunk: body.length };
      receiver.add(body);
      return { kind: 'read' };
    },
  };
}

export function exceeds(size: number, limit: number): boolean {
  return limit > 0 && size > limit;
}

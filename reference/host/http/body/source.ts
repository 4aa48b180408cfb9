/** 2/limits/request-body-size, 2/http-request-object-methods/r-read-request-text: the source of a request body. */
import type { ByteString } from '../../support/byte-string.js';
import type { Eventual } from '../../support/eventual.js';
import type { Decision } from '../../support/phases.js';

/** How reading a body ended: with `gone` the client left, with `malformed` its end cannot be found. */
export type BodyReadResult =
  | { readonly kind: 'read' | 'malformed' | 'gone' | 'timed out' }
  /** The next chunk, of `chunk` bytes after the `received` ones, would exceed the limit. */
  | { readonly kind: 'too large'; readonly received: number; readonly chunk: number };

/** Receives a body as it is read. */
export interface BodyReceiver {
  /** The limit for the bytes of a chunked body; 0 means no limit. */
  readonly limit: number;
  /** Bytes that are read before they are processed. */
  readonly bufferSize: number;
  add(part: Buffer): void;
  /** The buffer is full, and the body is not complete. */
  full(): void;
}

/** How a request continues after its body was read: it proceeds, is refused, or ends because its client has left. */
export type BodyDecision = Decision<never>;

/** A part of a body, its end, or the reason why there is no further part. */
export type BodyPart =
  /** The remaining bytes of the chunk, starting with this part. */
  | { readonly kind: 'part'; readonly bytes: Buffer; readonly chunk: number }
  | { readonly kind: 'end' | 'gone' | 'timed out' | 'malformed' };

/** The source of a request's body. */
export interface BodySource {
  /** The next part, for code that forwards the body while it arrives; absent if the whole body is available. */
  next?(timeout?: number): Promise<BodyPart>;
  /** The minimum number of bytes still to come of a discarded body; 0 once it has arrived completely. */
  readonly leftToDiscard?: number | undefined;
  /** Bytes that the length of the request does not count, since the host has read past the end of the body. */
  readonly uncounted?: number;
  /** Bytes of the body that were read, as received. */
  readonly received: number;
  /** Reads the whole body. `timeout` is in milliseconds without a byte. */
  read(receiver: BodyReceiver, timeout?: number): Eventual<BodyReadResult>;
  /**
   * Discards the body when it arrives. A waiting client is asked to send it, unless `isAskedFor` is false. Returns `false` if the received
   * part is malformed; this is reported once.
   */
  discard?(isAskedFor?: boolean): boolean;
  /** A client that waits for a go-ahead before it sends the body gets none, even if a reader requests it. */
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

import type { ByteString } from '../byte-string.js';

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
  | { readonly kind: 'gone' };

/** Where the body of a request comes from. */
export interface BodySource {
  /** Reads all of it, as long as it has no more than `limit` bytes; a limit of 0 is none. */
  read(limit: number): Promise<BodyRead>;
}

/** A body that is in memory already. */
export function bufferedBody(bytes: Buffer | ByteString = ''): BodySource {
  const body = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  return {
    read: (limit) =>
      Promise.resolve(exceeds(body.length, limit) ? { kind: 'too large' } : { kind: 'read', bytes: body }),
  };
}

export function exceeds(size: number, limit: number): boolean {
  return limit > 0 && size > limit;
}

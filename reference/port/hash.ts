import type { Allocate } from './bytes.js';
import type { Outcome } from './outcome.js';

/** Behind the Crypto module. An algorithm that the host's OpenSSL lacks fails as `TypeError`. */
export interface HashPort {
  readonly createHash: (algorithm: string) => Outcome<HashStatePort>;
  readonly createHmac: (algorithm: string, key: Uint8Array) => Outcome<DigestPort>;
}

/** A digest in the making. The realm calls nothing after `digest`. */
export interface DigestPort {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: (allocate: Allocate) => Uint8Array;
}

export interface HashStatePort extends DigestPort {
  readonly copy: () => HashStatePort;
}

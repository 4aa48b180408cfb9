import type { Allocate } from './bytes.js';
import type { PortOutcome } from './outcome.js';

/** The host side of the Crypto module. An algorithm that the host's OpenSSL lacks fails with `TypeError`. */
export interface HashPort {
  readonly createHash: (algorithm: string) => PortOutcome<HashStatePort>;
  readonly createHmac: (algorithm: string, key: Uint8Array) => PortOutcome<DigestPort>;
}

/** A hash computation. The realm calls nothing after `digest`. */
export interface DigestPort {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: (allocate: Allocate) => Uint8Array;
}

export interface HashStatePort extends DigestPort {
  readonly copy: () => HashStatePort;
}

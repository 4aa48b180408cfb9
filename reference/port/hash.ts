import type { Allocate } from './bytes.js';
import type { PortOutcome } from './outcome.js';

/** Behind the Crypto module. An algorithm that the host's OpenSSL lacks fails as `TypeError`. */
export interface HashPort {
  readonly createHash: (algorithm: string) => PortOutcome<HashStatePort>;
  readonly createHmac: (algorithm: string, key: Uint8Array) => PortOutcome<DigestPort>;
}

/** A digest in the making. The realm calls nothing after `digest`. */
export interface DigestPort {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: (allocate: Allocate) => Uint8Array;
}

export interface HashStatePort extends DigestPort {
  readonly copy: () => HashStatePort;
}

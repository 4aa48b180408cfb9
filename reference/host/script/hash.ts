/**
 * 3/crypto-module/crypto-create-hash, 3/crypto-module/crypto-create-hmac, 3/crypto-module/hash-copy: hashes and
 * HMACs.
 */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { DigestPort, HashPort, HashStatePort } from '../../port/hash.js';
import type { PortOutcome } from '../../port/outcome.js';
import { filled } from '../support/realms/memory.js';

/** 3/crypto-module: hashes of the OpenSSL that Node is linked with. */
export const hashPort: HashPort = {
  createHash: (algorithm) => started(algorithm, () => hashState(createHash(algorithm))),
  createHmac: (algorithm, key) => started(algorithm, () => digestOf(createHmac(algorithm, key))),
};

function hashState(hash: Hash): HashStatePort {
  return { ...digestOf(hash), copy: () => hashState(hash.copy()) };
}

function digestOf(work: Hash | Hmac): DigestPort {
  return { update: (bytes) => void work.update(bytes), digest: (allocate) => filled(work.digest(), allocate) };
}

/** OpenSSL rejects unknown names, and some digests for HMAC. Node passes on a name only up to the first NUL. */
function started<T>(algorithm: string, start: () => T): PortOutcome<T> {
  try {
    if (algorithm.includes('\0')) throw new Error('a name has no NUL');
    return { ok: true, value: start() };
  } catch {
    return { ok: false, name: 'TypeError', message: `not supported algorithm: "${algorithm}"` };
  }
}

/**
 * 3/global-crypto/crypto-subtle-derive-bits, 3/global-crypto/hkdf, 3/global-crypto/pbkdf2, 3/global-crypto/ecdh,
 * 3/global-crypto/x25519: derives bytes from keys.
 */
import { createHash, createHmac, diffieHellman, pbkdf2Sync } from 'node:crypto';
import { digestName, type HostKey, keyBytes, objectOf } from './key.js';
import { CryptoError } from './outcome.js';

/** Derives that many bytes. */
export type Derive = (length: number) => Buffer;

/** Parameters of HKDF and PBKDF2 besides the key. */
interface Stretching {
  readonly hash: string;
  readonly salt: Buffer;
  /** Only for HKDF. */
  readonly info: Buffer | undefined;
  /** Only for PBKDF2. */
  readonly iterations: number | undefined;
}

/** Secret bytes by HKDF or PBKDF2. */
export function stretched(key: HostKey, { hash, salt, info, iterations }: Stretching): Derive {
  const digest = digestName(hash);
  const secret = keyBytes(key);
  if (key.kind.name === 'HKDF') return (length) => expanded(digest, extracted(digest, salt, secret), info, length);
  return (length) => (length === 0 ? Buffer.alloc(0) : pbkdf2Sync(secret, salt, iterations ?? 0, length, digest));
}

/** RFC 5869, section 2.2 */
function extracted(digest: string, salt: Buffer, secret: Buffer): Buffer {
  return createHmac(digest, salt).update(secret).digest();
}

/** RFC 5869, section 2.3. Node's own function limits the length of `info`. */
function expanded(digest: string, key: Buffer, info: Buffer | undefined, length: number): Buffer {
  const size = createHash(digest).digest().length;
  const count = Math.ceil(length / size);
  if (count > 255) throw new CryptoError(`HKDF derives at most ${255 * size} bytes with this hash`);
  const blocks: Buffer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const block = createHmac(digest, key).update(blocks.at(-1) ?? '');
    blocks.push(
      block
        .update(info ?? '')
        .update(Buffer.of(number))
        .digest(),
    );
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** The first bytes of the shared secret of two parties. */
export function agreed(key: HostKey, other: HostKey): Derive {
  return (length) => {
    const secret = diffieHellman({ privateKey: objectOf(key), publicKey: objectOf(other) });
    if (length > secret.length) throw new CryptoError('derived bit length is too small');
    return secret.subarray(0, length);
  };
}

/**
 * 3/global-crypto/crypto-subtle-sign, 3/global-crypto/crypto-subtle-verify, 3/global-crypto/ecdsa,
 * 3/global-crypto/rsassa-pkcs1-v1-5, 3/global-crypto/hmac: signatures.
 */
import { constants, createHmac, type SignKeyObjectInput, sign, timingSafeEqual, verify } from 'node:crypto';
import { blockOf, bytesOf, digestName, type HalfKey, type HostKey, objectOf } from './key.js';

/** What is asked for with each signature: the hash of ECDSA, and the length of the salt of RSA-PSS. */
export interface Manner {
  readonly hash: string | undefined;
  readonly saltLength: number | undefined;
}

/** Signs data. */
export function signature(key: HostKey, data: Buffer, manner: Manner): Buffer {
  if (key.type === 'secret') return createHmac(digestName(key.kind.hash), bytesOf(key)).update(data).digest();
  return sign(hashOf(key, manner), data, asked(key, manner));
}

/** Whether a signature is that of the data. */
export function isSignature(key: HostKey, signed: Buffer, data: Buffer, manner: Manner): boolean {
  if (key.type !== 'secret')
    return isWhole(key, signed) && verify(hashOf(key, manner), data, asked(key, manner), signed);
  const own = signature(key, data, manner);
  return own.length === signed.length && timingSafeEqual(own, signed);
}

const isWhole = ({ kind, key }: HalfKey, signed: Buffer): boolean =>
  kind.family !== 'RSA' || signed.length === blockOf(key);

/** Ed25519 has a hash of its own. */
function hashOf({ kind }: HostKey, { hash }: Manner): string | null {
  return kind.family === 'OKP' ? null : digestName(kind.family === 'EC' ? (hash ?? '') : kind.hash);
}

function asked(host: HostKey, { saltLength }: Manner): SignKeyObjectInput {
  const key = objectOf(host);
  switch (host.kind.name) {
    case 'RSA-PSS':
      return { key, padding: constants.RSA_PKCS1_PSS_PADDING, ...(saltLength === undefined ? {} : { saltLength }) };
    case 'ECDSA':
      return { key, dsaEncoding: 'ieee-p1363' };
    default:
      return { key };
  }
}

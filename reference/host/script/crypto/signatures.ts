/**
 * 3/global-crypto/crypto-subtle-sign, 3/global-crypto/crypto-subtle-verify, 3/global-crypto/ecdsa,
 * 3/global-crypto/rsassa-pkcs1-v1-5, 3/global-crypto/hmac: signatures.
 */
import { constants, createHmac, type SignKeyObjectInput, sign, timingSafeEqual, verify } from 'node:crypto';
import type { SignatureParameters } from '../../../port/crypto.js';
import { blockOf, digestName, type HalfKey, type HostKey, keyBytes, objectOf } from './key.js';

/** Signs data. */
export function signature(key: HostKey, data: Buffer, parameters: SignatureParameters): Buffer {
  if (key.type === 'secret') return createHmac(digestName(key.kind.hash), keyBytes(key)).update(data).digest();
  return sign(hashOf(key, parameters), data, asked(key, parameters));
}

/** Whether a signature matches the data. */
export function isSignature(key: HostKey, signed: Buffer, data: Buffer, parameters: SignatureParameters): boolean {
  if (key.type !== 'secret')
    return isWhole(key, signed) && verify(hashOf(key, parameters), data, asked(key, parameters), signed);
  const own = signature(key, data, parameters);
  return own.length === signed.length && timingSafeEqual(own, signed);
}

const isWhole = ({ kind, key }: HalfKey, signed: Buffer): boolean =>
  kind.family !== 'RSA' || signed.length === blockOf(key);

/** Ed25519 has a fixed hash. */
function hashOf({ kind }: HostKey, { hash }: SignatureParameters): string | null {
  return kind.family === 'OKP' ? null : digestName(kind.family === 'EC' ? (hash ?? '') : kind.hash);
}

function asked(host: HostKey, { saltLength }: SignatureParameters): SignKeyObjectInput {
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

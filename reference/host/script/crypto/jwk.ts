/** 3/global-crypto/crypto-subtle-import-key, 3/global-crypto/crypto-subtle-export-key: keys as JSON Web Keys. */
import type { JsonWebKey } from 'node:crypto';
import type { HostKey, HostKeyAlgorithm } from './key.js';
import { CryptoError } from './outcome.js';

/** The requested use of a JWK, which the JWK itself must allow. */
export interface KeyUse {
  readonly extractable: boolean;
  readonly usages: readonly string[];
}

/** A JWK whose members were not checked yet. */
export type Jwk = Readonly<Record<string, unknown>>;

const types = { AES: 'oct', HMAC: 'oct', derivation: 'oct', RSA: 'RSA', EC: 'EC', OKP: 'OKP' } as const;

const rsaAlgorithms: Readonly<Record<string, string>> = { 'RSASSA-PKCS1-v1_5': 'RS', 'RSA-PSS': 'PS' };
const curveAlgorithms: Readonly<Record<string, string>> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };
const forEncryption = ['AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW', 'RSA-OAEP', 'ECDH', 'X25519'];

/** Reads a JWK from its text, if all its members allow the requested use. */
export function readJwk(text: string, kind: HostKeyAlgorithm, { extractable, usages }: KeyUse): Jwk {
  const jwk = parsed(text);
  if (jwk.kty !== types[kind.family])
    throw new CryptoError(`JWK kty "${jwk.kty}" doesn't match algorithm "${kind.name}"`);
  const use = forEncryption.includes(kind.name) ? 'enc' : 'sig';
  if (usages.length > 0 && 'use' in jwk && jwk.use !== use)
    throw new CryptoError(`the use of the JWK is not that of ${kind.name}`);
  if ('key_ops' in jwk && !permits(jwk.key_ops, usages)) throw new CryptoError('Key operations and usage mismatch');
  if ('ext' in jwk && jwk.ext !== true && (jwk.ext !== false || extractable))
    throw new CryptoError(`JWK ${jwk.kty} is not extractable`);
  return jwk;
}

function parsed(text: string): Jwk {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value));
  } catch {
    // The error below reports it.
  }
  throw new CryptoError('the key is not a JWK');
}

/** RFC 7517, section 4.3: each operation at most once. */
function permits(operations: unknown, usages: readonly string[]): boolean {
  if (!Array.isArray(operations) || !operations.every((one) => typeof one === 'string')) return false;
  return new Set(operations).size === operations.length && usages.every((usage) => operations.includes(usage));
}

/** Compares the algorithm that a JWK names, if it names one. `bits` is the length of the key. */
export function checkAlgorithm(jwk: Jwk, kind: HostKeyAlgorithm, bits: number): void {
  const known = algorithmsOf(kind, bits);
  if (!('alg' in jwk) || known.length === 0) return;
  if (!known.some((alg) => alg === jwk.alg)) throw new CryptoError(`unexpected "alg" value "${jwk.alg}" for JWK key`);
}

/** The allowed values of `alg`. For some algorithms none is registered, so any value is accepted. */
function algorithmsOf({ name, family, hash, namedCurve }: HostKeyAlgorithm, bits: number): readonly string[] {
  const size = hash.slice('SHA-'.length);
  switch (family) {
    case 'AES':
      return [`A${bits}${name.slice('AES-'.length)}`];
    case 'HMAC':
      return [`HS${size}`];
    case 'RSA':
      if (name === 'RSA-OAEP') return [size === '1' ? 'RSA-OAEP' : `RSA-OAEP-${size}`];
      return [`${rsaAlgorithms[name]}${size}`];
    case 'EC':
      return name === 'ECDSA' ? [curveAlgorithms[namedCurve] ?? ''] : [];
    case 'OKP':
      return name === 'Ed25519' ? ['EdDSA', 'Ed25519'] : [];
    case 'derivation':
      return [];
  }
}

/** A member of a JWK that encodes bytes: RFC 7515, section 2, without padding or other characters. */
export function jwkMember(jwk: Jwk, name: string): string {
  const value = jwk[name];
  if (typeof value !== 'string' || !/^[\w-]*$/.test(value) || value.length % 4 === 1)
    throw new CryptoError(`Invalid JWK ${jwk.kty} key: ${name} is not base64url`);
  return value;
}

/** The members of a key, which are all required. */
export function jwkMembers(jwk: Jwk, names: readonly string[]): JsonWebKey {
  return Object.fromEntries(names.map((name) => [name, jwkMember(jwk, name)]));
}

/** A key as the text of an extractable JWK. */
export function jwkText(host: HostKey, usages: readonly string[]): string {
  const { kind } = host;
  const made =
    host.type === 'secret' ? { kty: 'oct', k: host.bytes.toString('base64url') } : host.key.export({ format: 'jwk' });
  const isNamed = kind.family !== 'EC' && kind.family !== 'OKP';
  const [alg] = isNamed ? algorithmsOf(kind, host.type === 'secret' ? 8 * host.bytes.length : 0) : [];
  return JSON.stringify({ ...made, ...(alg === undefined ? {} : { alg }), key_ops: usages, ext: true });
}

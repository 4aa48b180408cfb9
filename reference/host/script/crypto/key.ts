/** 3/crypto-key/p1, 3/crypto-key/crypto-key-algorithm, 3/crypto-key/crypto-key-type: keys as the host stores them. */
import type { KeyObject } from 'node:crypto';

/** Groups of algorithms whose keys have the same structure. */
type Family = 'AES' | 'HMAC' | 'derivation' | 'RSA' | 'EC' | 'OKP';

const families: ReadonlyMap<string, Family> = new Map([
  ['AES-CBC', 'AES'],
  ['AES-CTR', 'AES'],
  ['AES-GCM', 'AES'],
  ['AES-KW', 'AES'],
  ['HMAC', 'HMAC'],
  ['HKDF', 'derivation'],
  ['PBKDF2', 'derivation'],
  ['RSA-OAEP', 'RSA'],
  ['RSA-PSS', 'RSA'],
  ['RSASSA-PKCS1-v1_5', 'RSA'],
  ['ECDH', 'EC'],
  ['ECDSA', 'EC'],
  ['Ed25519', 'OKP'],
  ['X25519', 'OKP'],
]);

/** The properties of a key that are fixed when it is made. */
export interface HostKeyAlgorithm {
  readonly name: string;
  readonly family: Family;
  /** Empty if the algorithm takes no hash. */
  readonly hash: string;
  readonly namedCurve: string;
}

export interface SecretKey {
  readonly type: 'secret';
  readonly kind: HostKeyAlgorithm;
  readonly bytes: Buffer;
}

/** The public or the private key of a pair. */
export interface HalfKey {
  readonly type: 'private' | 'public';
  readonly kind: HostKeyAlgorithm;
  readonly key: KeyObject;
}

export type HostKey = SecretKey | HalfKey;

/** The kind of key, by a name that the realm has checked. */
export function kindOf(name: string, hash: string | undefined, namedCurve: string | undefined): HostKeyAlgorithm {
  const family = families.get(name);
  if (family === undefined) throw new Error(`unknown algorithm "${name}"`);
  return { name, family, hash: hash ?? '', namedCurve: namedCurve ?? '' };
}

/** OpenSSL's name of a hash. */
export const digestName = (hash: string): string => hash.replace('-', '').toLowerCase();

/** The bytes of a secret key. The realm checks the algorithm before it calls. */
export function keyBytes(key: HostKey): Buffer {
  if (key.type === 'secret') return key.bytes;
  throw new Error('the key is a public or private key');
}

/** OpenSSL's object for the public or private key of a pair. */
export function objectOf(key: HostKey): KeyObject {
  if (key.type !== 'secret') return key.key;
  throw new Error('the key is secret');
}

/** The leading bits, in whole bytes; the remaining bits are zero. */
export function leadingBits(bytes: Buffer, bits: number): Buffer {
  const kept = Buffer.from(bytes.subarray(0, Math.ceil(bits / 8)));
  const last = kept.at(-1);
  if (bits % 8 !== 0 && last !== undefined) kept[kept.length - 1] = last & (0xff << (8 - (bits % 8)));
  return kept;
}

/** The size of RSA signatures and ciphertexts: RFC 8017, sections 7.1.2 and 8.1.2. OpenSSL accepts them without leading zeros. */
export function blockOf(key: KeyObject): number {
  return Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
}

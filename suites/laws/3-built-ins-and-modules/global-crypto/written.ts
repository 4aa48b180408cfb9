/** Keys as calls export them: what they must be made of. */
import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Algorithm, KeyType } from './described.js';
import { demand, objectOf } from './playing.js';

/** What a JWK must be, besides what the key is made of. */
interface JwkOf {
  readonly type: KeyType;
  readonly algorithm: Algorithm;
  readonly usages: readonly string[];
  /** Bytes of a secret key. */
  readonly size?: number;
}

/** Members of JWKs of each type of key that are neither of the algorithm nor of the use: RFC 7518, 6; RFC 8037, 2. */
const MADE_OF: { readonly [kty: string]: { readonly public: readonly string[]; readonly private: readonly string[] } } =
  {
    oct: { public: [], private: ['k'] },
    RSA: { public: ['n', 'e'], private: ['d', 'p', 'q', 'dp', 'dq', 'qi'] },
    EC: { public: ['crv', 'x', 'y'], private: ['d'] },
    OKP: { public: ['crv', 'x'], private: ['d'] },
  };

export const ktyOf = ({ name }: Algorithm): string => {
  if (name.startsWith('RSA')) return 'RSA';
  if (name.startsWith('EC')) return 'EC';
  return name.endsWith('25519') ? 'OKP' : 'oct';
};

/** The name that RFC 7518 has for an algorithm with its hash or length; nothing where it has none. */
export function algOf({ name, hash = '' }: Algorithm, size = 0): string | undefined {
  const bits = hash.slice('SHA-'.length);
  switch (name) {
    case 'HMAC':
      return `HS${bits}`;
    case 'RSASSA-PKCS1-v1_5':
      return `RS${bits}`;
    case 'RSA-PSS':
      return `PS${bits}`;
    case 'RSA-OAEP':
      return bits === '1' ? 'RSA-OAEP' : `RSA-OAEP-${bits}`;
    default:
      return name.startsWith('AES') ? `A${size * 8}${name.slice('AES-'.length)}` : undefined;
  }
}

/** The members of a JWK that make the key, for Node. What else it says must be right where it is there, and it has no other members. */
export function demandJwk(told: unknown, { type, algorithm, usages, size = 0 }: JwkOf): { [member: string]: string } {
  const jwk = objectOf(told, 'the JWK');
  const kty = ktyOf(algorithm);
  const parts = MADE_OF[kty] ?? { public: [], private: [] };
  const made = type === 'public' ? parts.public : [...parts.public, ...parts.private];
  demand(jwk['kty'] === kty, `kty is ${jwk['kty']}, and not ${kty}`);
  const stray = Object.keys(jwk).filter((name) => !['kty', 'alg', 'ext', 'key_ops', 'use', ...made].includes(name));
  demand(stray.length === 0, `the JWK of a ${type} key has the members ${stray}`);
  const { alg = algOf(algorithm, size), ext = true, key_ops: operations = usages } = jwk;
  demand(algOf(algorithm, size) === undefined || alg === algOf(algorithm, size), `alg is ${alg}`);
  demand(ext === true, `ext is ${ext}`);
  demand(listed(operations) === listed(usages), `key_ops are ${operations}, and not ${usages}`);
  return Object.fromEntries([['kty', kty], ...made.map((name) => [name, partOf(jwk, name)])]);
}

const listed = (list: unknown): string => (Array.isArray(list) ? list.map(String).sort().join() : 'no list');

function partOf(jwk: { readonly [member: string]: unknown }, name: string): string {
  const part = jwk[name];
  demand(typeof part === 'string' && /^[\w-]+$/.test(part), `${name} is no base64url`);
  return part;
}

export const spkiRead = (bytes: Buffer): KeyObject => createPublicKey({ key: bytes, format: 'der', type: 'spki' });
export const pkcs8Read = (bytes: Buffer): KeyObject => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
export const jwkOf = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });

/** The bytes of a public key alone: a point that is not compressed, or a coordinate. */
export function rawOf(key: KeyObject): Buffer {
  const { x = '', y } = jwkOf(key);
  const first = Buffer.from(x, 'base64url');
  return y === undefined ? first : Buffer.concat([Buffer.of(4), first, Buffer.from(y, 'base64url')]);
}

/** That two JWKs are of the same key. */
export function demandSameKey(of: string, one: JsonWebKey, other: JsonWebKey): void {
  const differing = Object.keys(other).filter((name) => Reflect.get(one, name) !== Reflect.get(other, name));
  demand(differing.length === 0, `${of} is another key: ${differing}`);
}

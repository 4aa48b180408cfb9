/** Keys of Node's crypto with what a CryptoKey reports, and the formats in which keys are written. */
import { createPrivateKey, createPublicKey, type JsonWebKey, KeyObject } from 'node:crypto';
import { demand } from '../../support/demands.js';

/** The algorithm of a key, as calls are given it. */
export interface Algorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly length?: number;
  readonly modulusLength?: number;
  readonly publicExponent?: Uint8Array;
}

export type Format = 'raw' | 'pkcs8' | 'spki' | 'jwk';
export type KeyType = 'secret' | 'private' | 'public';

/** What a key is made of. Both halves of a new pair share theirs, which is known once it was exported. */
export interface Material {
  secret?: Buffer;
  privateKey?: KeyObject;
  publicKey?: KeyObject;
}

/** Has the members of a CryptoKey; those that are undefined are left open. */
export class NodeKey {
  readonly type: KeyType;
  readonly extractable: boolean;
  readonly usages: readonly string[] | undefined;
  readonly given: Algorithm;
  readonly material: Material;

  constructor(
    type: KeyType,
    given: Algorithm,
    extractable: boolean,
    usages: readonly string[] | undefined,
    material: Material,
  ) {
    this.type = type;
    this.given = given;
    this.extractable = extractable;
    this.usages = usages;
    this.material = material;
  }

  get isKnown(): boolean {
    const { secret, privateKey, publicKey } = this.material;
    return (secret ?? privateKey ?? publicKey) !== undefined;
  }

  get half(): KeyObject {
    const { privateKey, publicKey } = this.material;
    const half = this.type === 'private' ? privateKey : publicKey;
    if (half === undefined) throw new Error(`there is no ${this.type} key`);
    return half;
  }

  get secret(): Buffer {
    if (this.material.secret === undefined) throw new Error('there is no secret key');
    return this.material.secret;
  }

  get algorithm(): Algorithm {
    const { name, hash, namedCurve } = this.given;
    const common = {
      name,
      ...(hash === undefined ? {} : { hash }),
      ...(namedCurve === undefined ? {} : { namedCurve }),
    };
    if (!this.isKnown) return common;
    if (name.startsWith('AES')) return { ...common, length: this.secret.length * 8 };
    if (!name.startsWith('RSA')) return common;
    const { modulusLength = 0 } = this.half.asymmetricKeyDetails ?? {};
    return { ...common, modulusLength, publicExponent: Buffer.from(jwkOf(this.half).e ?? '', 'base64url') };
  }
}

const jwkOf = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });

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

/** What `importKey` reads: a secret, or a half of a pair. */
export function read(format: string, data: Buffer | JsonWebKey, { name, namedCurve }: Algorithm): Material {
  const kty = ktyOf({ name });
  if (!Buffer.isBuffer(data)) {
    if (kty === 'oct') return { secret: Buffer.from(data.k ?? '', 'base64url') };
    return data.d === undefined
      ? { publicKey: publicKeyOf(data) }
      : pairOf(createPrivateKey({ key: data, format: 'jwk' }));
  }
  if (format === 'pkcs8') return pairOf(createPrivateKey({ key: data, format: 'der', type: 'pkcs8' }));
  if (format === 'spki') return { publicKey: createPublicKey({ key: data, format: 'der', type: 'spki' }) };
  if (kty === 'oct') return { secret: Buffer.from(data) };
  if (kty === 'OKP') return { publicKey: publicKeyOf({ kty, crv: name, x: data.toString('base64url') }) };
  const [x, y] = [data.subarray(1, (data.length + 1) / 2), data.subarray((data.length + 1) / 2)];
  const point = { kty, x: x.toString('base64url'), y: y.toString('base64url') };
  return { publicKey: publicKeyOf(namedCurve === undefined ? point : { ...point, crv: namedCurve }) };
}

const publicKeyOf = (key: JsonWebKey): KeyObject => createPublicKey({ key, format: 'jwk' });
const pairOf = (privateKey: KeyObject): Material => ({ privateKey, publicKey: createPublicKey(privateKey) });

/** The key in a format, as Node writes it; raw keys of curves are points that are not compressed, or a coordinate. */
export function written(format: Format, key: KeyObject | Buffer): Buffer | JsonWebKey {
  if (key instanceof KeyObject && format === 'pkcs8') return key.export({ format: 'der', type: format });
  if (key instanceof KeyObject && format === 'spki') return key.export({ format: 'der', type: format });
  const jwk = key instanceof KeyObject ? jwkOf(key) : { kty: 'oct', k: key.toString('base64url') };
  if (format === 'jwk') return jwk;
  if (!(key instanceof KeyObject)) return key;
  const { x = '', y } = jwk;
  const first = Buffer.from(x, 'base64url');
  return y === undefined ? first : Buffer.concat([Buffer.of(4), first, Buffer.from(y, 'base64url')]);
}

/** That what was exported is the key. DER may hold more or less than Node writes, and JWKs what they say of the key. */
export function demandWritten(format: Format, key: NodeKey, observed: unknown): void {
  const own = written(format, key.type === 'secret' ? key.secret : key.half);
  if (Buffer.isBuffer(own)) {
    demand(observed instanceof ArrayBuffer, `the key in ${format} is no ArrayBuffer`);
    const bytes = Buffer.from(observed);
    const isSame = bytes.equals(own) || (key.type !== 'secret' && isHalf(format, bytes, key));
    demand(isSame, `the key in ${format} is another`);
  } else demandJwk(key, own, observed);
}

function isHalf(format: Format, bytes: Buffer, { half, given }: NodeKey): boolean {
  const { privateKey, publicKey } = read(format, bytes, given);
  return (format === 'pkcs8' ? privateKey : publicKey)?.equals(half) === true;
}

/** Members of JWKs of each type of key that are neither of the algorithm nor of the use: RFC 7518, 6; RFC 8037, 2. */
const MADE_OF: { readonly [kty: string]: { readonly public: readonly string[]; readonly private: readonly string[] } } =
  {
    oct: { public: [], private: ['k'] },
    RSA: { public: ['n', 'e'], private: ['d', 'p', 'q', 'dp', 'dq', 'qi'] },
    EC: { public: ['crv', 'x', 'y'], private: ['d'] },
    OKP: { public: ['crv', 'x'], private: ['d'] },
  };

/** What a JWK says besides the key must be right where it is there, and it has no other members. */
function demandJwk({ type, given, usages, material }: NodeKey, expected: object, observed: unknown): void {
  demand(typeof observed === 'object' && observed !== null, 'the JWK is no object');
  const jwk = new Map<string, unknown>(Object.entries(observed));
  const kty = ktyOf(given);
  const parts = MADE_OF[kty] ?? { public: [], private: [] };
  const made = ['kty', ...parts.public, ...(type === 'public' ? [] : parts.private)];
  const wrong = made.filter((name) => jwk.get(name) !== Reflect.get(expected, name));
  demand(wrong.length === 0, `the JWK is of another key: ${wrong}`);
  const stray = [...jwk.keys()].filter((name) => !['alg', 'ext', 'key_ops', 'use', ...made].includes(name));
  demand(stray.length === 0, `the JWK of a ${type} key has the members ${stray}`);
  const alg = algOf(given, material.secret?.length);
  demand(alg === undefined || (jwk.get('alg') ?? alg) === alg, `alg is ${jwk.get('alg')}`);
  demand((jwk.get('ext') ?? true) === true, `ext is ${jwk.get('ext')}`);
  const operations = jwk.get('key_ops') ?? usages;
  demand(usages === undefined || sorted(operations) === sorted(usages), `key_ops are ${operations}, and not ${usages}`);
}

/** A list without its order. */
export const sorted = (list: unknown): string => (Array.isArray(list) ? list.map(String).sort().join() : 'no list');

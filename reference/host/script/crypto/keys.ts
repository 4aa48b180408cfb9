import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  ECDH,
  generateKeyPair,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyFormat } from '../../../port/crypto.js';
import { checkAlgorithm, type Jwk, jwkMember, jwkMembers, jwkText, type KeyUse, readJwk } from './jwk.js';
import { type HalfKey, type HostKey, type HostKeyAlgorithm, keyBytes, leadingBits, type SecretKey } from './key.js';
import { CryptoError } from './outcome.js';

/** Curves by the documents' names, with OpenSSL's names. */
const curves: ReadonlyMap<string, string> = new Map([
  ['P-256', 'prime256v1'],
  ['P-384', 'secp384r1'],
  ['P-521', 'secp521r1'],
]);

/** Members of a JWK that the public key has, and those that only the private key has. */
const rsaMembers = { shared: ['n', 'e'], own: ['d', 'p', 'q', 'dp', 'dq', 'qi'] };
const curveMembers = { shared: ['x', 'y'], own: ['d'] };
const pointMembers = { shared: ['x'], own: ['d'] };

/** Bytes of a key of Ed25519 or X25519. */
const pointSize = 32;

/** The keys of a pair. */
export interface HostKeyPair {
  readonly privateKey: HalfKey;
  readonly publicKey: HalfKey;
}

/** Data to import as a key. For a JWK, the bytes are its text. */
interface Material extends KeyUse {
  readonly format: KeyFormat;
  readonly data: Buffer;
  /** The number of bits to use of a secret key. */
  readonly bits: number | undefined;
}

/** Reads a key. Throws the reason if it is invalid. */
export function readKey(kind: HostKeyAlgorithm, material: Material): HostKey {
  switch (kind.family) {
    case 'AES':
    case 'HMAC':
    case 'derivation':
      return secretKey(kind, material);
    case 'RSA':
    case 'EC':
    case 'OKP':
      return halfOf(kind, material);
  }
}

function secretKey(kind: HostKeyAlgorithm, material: Material): SecretKey {
  const jwk = material.format === 'jwk' ? readJwk(material.data.toString(), kind, material) : undefined;
  const bytes = jwk === undefined ? material.data : Buffer.from(jwkMember(jwk, 'k'), 'base64url');
  const size = 8 * bytes.length;
  if (kind.family === 'AES' && ![128, 192, 256].includes(size)) throw new CryptoError('AES Invalid key length');
  if (jwk !== undefined) checkAlgorithm(jwk, kind, size);
  return { type: 'secret', kind, bytes: counted(bytes, material.bits) };
}

/** 3/global-crypto/hmac-3: the length may omit only bits of the last byte. */
function counted(bytes: Buffer, bits: number | undefined): Buffer {
  if (bits === undefined) return bytes;
  if (Math.ceil(bits / 8) !== bytes.length) throw new CryptoError('the length does not match the key');
  return leadingBits(bytes, bits);
}

function halfOf(kind: HostKeyAlgorithm, material: Material): HalfKey {
  const key = keyObject(kind, material);
  checkType(kind, key);
  if (key.type === 'private') checkParts(kind, key);
  return { type: key.type === 'private' ? 'private' : 'public', kind, key };
}

function keyObject(kind: HostKeyAlgorithm, material: Material): KeyObject {
  const { format, data } = material;
  switch (format) {
    case 'pkcs8':
      return createPrivateKey({ key: wholeDer(data), format: 'der', type: 'pkcs8' });
    case 'spki':
      return createPublicKey({ key: wholeDer(data), format: 'der', type: 'spki' });
    case 'raw':
      return createPublicKey({ key: publicPoint(kind, data), format: 'jwk' });
    case 'jwk':
      return fromJwk(kind, readJwk(data.toString(), kind, material));
  }
}

/** OpenSSL ignores bytes after a structure. */
function wholeDer(data: Buffer): Buffer {
  const first = data[1] ?? 0;
  const more = first < 0x80 ? 0 : first & 0x7f;
  const length = more === 0 ? first : data.subarray(2, 2 + more).reduce((sum, byte) => sum * 256 + byte, 0);
  if (data.length !== 2 + more + length) throw new CryptoError('the key is not a single DER structure');
  return data;
}

/** A public key as its raw bytes, which are a point of a curve. */
function publicPoint({ name, family, namedCurve }: HostKeyAlgorithm, data: Buffer): JsonWebKey {
  if (family === 'OKP') return { kty: 'OKP', crv: name, x: ofSize(data, pointSize).toString('base64url') };
  const point = ECDH.convertKey(data, curveOf(namedCurve), undefined, undefined, 'uncompressed');
  return { kty: 'EC', crv: namedCurve, ...coordinates(Buffer.from(point)) };
}

/** The coordinates of an uncompressed point. */
function coordinates(point: Buffer): { readonly x: string; readonly y: string } {
  const size = (point.length - 1) / 2;
  return { x: point.subarray(1, 1 + size).toString('base64url'), y: point.subarray(1 + size).toString('base64url') };
}

function ofSize(data: Buffer, size: number): Buffer {
  if (data.length !== size) throw new CryptoError(`the key does not have ${size} bytes`);
  return data;
}

function curveOf(name: string): string {
  const curve = curves.get(name);
  if (curve === undefined) throw new CryptoError(`unknown curve "${name}"`);
  return curve;
}

function fromJwk(kind: HostKeyAlgorithm, jwk: Jwk): KeyObject {
  checkAlgorithm(jwk, kind, 0);
  const { shared, own } = membersOf(kind);
  const isPrivate = 'd' in jwk;
  const made = { ...jwkMembers(jwk, isPrivate ? [...shared, ...own] : shared), ...curveIn(kind, jwk) };
  if (!isPrivate) return createPublicKey({ key: made, format: 'jwk' });
  const key = createPrivateKey({ key: made, format: 'jwk' });
  // Computes the public key again where it is only a point.
  if (key.export({ format: 'jwk' }).x !== made.x) throw partsDiffer();
  return key;
}

function membersOf({ family }: HostKeyAlgorithm): {
  readonly shared: readonly string[];
  readonly own: readonly string[];
} {
  if (family === 'RSA') return rsaMembers;
  return family === 'EC' ? curveMembers : pointMembers;
}

function curveIn({ name, family, namedCurve }: HostKeyAlgorithm, jwk: Jwk): JsonWebKey {
  if (family === 'RSA') return { kty: 'RSA' };
  const curve = family === 'EC' ? namedCurve : name;
  if (jwk.crv !== curve) throw new CryptoError(`Invalid JWK ${family} crv`);
  return { kty: family, crv: curve };
}

/** Rejects a key of another algorithm or curve. */
function checkType(kind: HostKeyAlgorithm, { asymmetricKeyType, asymmetricKeyDetails }: KeyObject): void {
  const { name, family, namedCurve } = kind;
  const expected = family === 'OKP' ? name.toLowerCase() : family.toLowerCase();
  if (asymmetricKeyType !== expected) throw new CryptoError(`${name} key is not found`);
  if (family === 'EC' && asymmetricKeyDetails?.namedCurve !== curveOf(namedCurve))
    throw new CryptoError('name curve mismatch');
}

/** Checks that the parts of a private key belong together: OpenSSL accepts some of them unchecked. */
function checkParts({ family, namedCurve }: HostKeyAlgorithm, key: KeyObject): void {
  const { x, y, d = '', n = '', p = '', q = '' } = key.export({ format: 'jwk' });
  if (family === 'RSA' && numberIn(p) * numberIn(q) !== numberIn(n)) throw partsDiffer();
  if (family !== 'EC') return;
  const pair = createECDH(curveOf(namedCurve));
  pair.setPrivateKey(Buffer.from(d, 'base64url'));
  const made = coordinates(pair.getPublicKey());
  if (made.x !== x || made.y !== y) throw partsDiffer();
}

const numberIn = (text: string): bigint => BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);

const partsDiffer = (): CryptoError => new CryptoError('the parts of the key do not belong together');

/** Exports a key. The realm requests only formats of its algorithm. */
export function writeKey(host: HostKey, format: KeyFormat, usages: readonly string[]): Buffer {
  if (format === 'jwk') return Buffer.from(jwkText(host, usages));
  if (host.type === 'secret') return keyBytes(host);
  if (format === 'raw') return rawPoint(host.key.export({ format: 'jwk' }));
  return host.key.export(format === 'pkcs8' ? { format: 'der', type: 'pkcs8' } : { format: 'der', type: 'spki' });
}

function rawPoint({ x = '', y }: JsonWebKey): Buffer {
  const point = Buffer.from(x, 'base64url');
  return y === undefined ? point : Buffer.concat([Buffer.of(4), point, Buffer.from(y, 'base64url')]);
}

/** A key of that many random bits. */
export function randomKey(kind: HostKeyAlgorithm, bits: number): SecretKey {
  return { type: 'secret', kind, bytes: leadingBits(randomBytes(Math.ceil(bits / 8)), bits) };
}

/** A new pair of an elliptic curve. */
export function newPair(kind: HostKeyAlgorithm): HostKeyPair {
  if (kind.name === 'Ed25519') return halves(kind, generateKeyPairSync('ed25519'));
  if (kind.name === 'X25519') return halves(kind, generateKeyPairSync('x25519'));
  return halves(kind, generateKeyPairSync('ec', { namedCurve: curveOf(kind.namedCurve) }));
}

const generated = promisify(generateKeyPair);

/** A new RSA pair, which is generated outside the event loop. */
export async function newRsaPair(kind: HostKeyAlgorithm, modulusLength: number): Promise<HostKeyPair> {
  return halves(kind, await generated('rsa', { modulusLength, publicExponent: 0x10001 }));
}

function halves(
  kind: HostKeyAlgorithm,
  pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
): HostKeyPair {
  return {
    privateKey: { type: 'private', kind, key: pair.privateKey },
    publicKey: { type: 'public', kind, key: pair.publicKey },
  };
}

/** The algorithms of keys: 3/global-crypto. */
import type { KeyFormat } from '../../../port/crypto.js';
import { each, getProperty, isAmong, isObject, OwnTypeError, PrivateRecord } from '../../support/intrinsics.js';
import { textOf, toLowerCase } from '../../support/text.js';
import { isSince, type RuntimeVersion } from '../../support/versions.js';

/** 3/crypto-key/crypto-key-usages, in the order in which keys list their usages. */
export const allUsages = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'encrypt',
  'sign',
  'unwrapKey',
  'verify',
  'wrapKey',
] as const;
export type Usage = (typeof allUsages)[number];

/** 3/global-crypto/crypto-subtle-digest */
const hashes = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];

/** 3/global-crypto/ecdsa */
const namedCurves = ['P-256', 'P-384', 'P-521'];

/** The properties of a key of an algorithm, besides its name. */
type KeyParameters = 'length' | 'hash' | 'modulus' | 'curve' | 'none';

/** An algorithm of keys. A secret key has the usages of both the public and the private key. */
export interface KeyAlgorithm {
  readonly name: string;
  readonly since: RuntimeVersion | undefined;
  readonly formats: readonly KeyFormat[];
  readonly parameters: KeyParameters;
  readonly isSecret: boolean;
  readonly privateUsages: readonly Usage[];
  readonly publicUsages: readonly Usage[];
}

type AlgorithmFacts = Omit<KeyAlgorithm, 'name' | 'since'>;

function secret(
  parameters: KeyParameters,
  privateUsages: readonly Usage[],
  publicUsages: readonly Usage[],
  formats: readonly KeyFormat[] = ['raw', 'jwk'],
): AlgorithmFacts {
  return { formats, parameters, isSecret: true, privateUsages, publicUsages };
}

function pair(
  parameters: KeyParameters,
  privateUsages: readonly Usage[],
  publicUsages: readonly Usage[],
): AlgorithmFacts {
  const formats: readonly KeyFormat[] =
    parameters === 'modulus' ? ['pkcs8', 'spki', 'jwk'] : ['raw', 'pkcs8', 'spki', 'jwk'];
  return { formats, parameters, isSecret: false, privateUsages, publicUsages };
}

/** Algorithms that some versions lack are those of 3/versioning/0-9-1 and 3/versioning/0-9-7. */
function tableOf(): PrivateRecord<KeyAlgorithm> {
  const table = new PrivateRecord<KeyAlgorithm>();
  const put = (name: string, facts: AlgorithmFacts, since?: RuntimeVersion) =>
    table.set(toLowerCase(name), { name, since, ...facts });
  each(['AES-CBC', 'AES-CTR', 'AES-GCM'], (name) =>
    put(name, secret('length', ['decrypt', 'unwrapKey'], ['encrypt', 'wrapKey'])),
  );
  put('AES-KW', secret('length', ['unwrapKey'], ['wrapKey']), '0.9.7');
  put('HMAC', secret('hash', ['sign'], ['verify']));
  each(['HKDF', 'PBKDF2'], (name) => put(name, secret('none', ['deriveBits', 'deriveKey'], [], ['raw'])));
  put('RSA-OAEP', pair('modulus', ['decrypt', 'unwrapKey'], ['encrypt', 'wrapKey']));
  put('RSA-PSS', pair('modulus', ['sign'], ['verify']));
  put('RSASSA-PKCS1-v1_5', pair('modulus', ['sign'], ['verify']));
  put('ECDSA', pair('curve', ['sign'], ['verify']));
  // On real hosts the public key has derivation usages, too, which no operation uses.
  put('ECDH', pair('curve', ['deriveBits', 'deriveKey'], ['deriveBits', 'deriveKey']), '0.9.1');
  put('Ed25519', pair('none', ['sign'], ['verify']), '0.9.7');
  put('X25519', pair('none', ['deriveBits', 'deriveKey'], []), '0.9.7');
  return table;
}

let table: PrivateRecord<KeyAlgorithm> | undefined;

/** The algorithm named by a string, or by the `name` of an object. Throws TypeError for an unknown one. */
export function algorithmNamed(value: unknown): KeyAlgorithm {
  const name = textOf(isObject(value) ? getProperty(value, 'name') : value);
  table ??= tableOf();
  const known = table.get(toLowerCase(name));
  if (known !== undefined && (known.since === undefined || isSince(known.since))) return known;
  throw new OwnTypeError(`unknown algorithm name: "${name}"`);
}

/** A parameter of an algorithm; an algorithm named by a string has no parameters. */
export function parameter(algorithm: unknown, name: string): unknown {
  return isObject(algorithm) ? getProperty(algorithm, name) : undefined;
}

/** The hash of an algorithm. As on real hosts, a string is itself the name of a hash, and an object without one means SHA-256. */
export function hashNamed(algorithm: unknown): string {
  const given = isObject(algorithm) ? getProperty(algorithm, 'hash') : algorithm;
  if (isObject(algorithm) && given === undefined) return 'SHA-256';
  return among(hashes, 'hash name', given);
}

/** The curve of an algorithm. */
export function curveNamed(algorithm: unknown): string {
  return among(namedCurves, 'namedCurve', parameter(algorithm, 'namedCurve'));
}

/** The format of a key. */
export function formatNamed(value: unknown): KeyFormat {
  const text = textOf(value);
  const known = text === 'raw' || text === 'pkcs8' || text === 'spki' || (text === 'jwk' && isSince('0.7.10'));
  if (known) return text;
  throw new OwnTypeError(`unknown key format: "${text}"`);
}

function among(names: readonly string[], what: string, value: unknown): string {
  const text = textOf(value);
  if (isAmong(names, text)) return text;
  throw new OwnTypeError(`unknown ${what}: "${text}"`);
}

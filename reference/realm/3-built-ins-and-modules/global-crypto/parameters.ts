/** Parameters of operations, besides keys and data. Each function throws TypeError for values that the documents do not allow. */
import type { CipherPort, CryptoPort, DerivationPort, SignatureParameters } from '../../../port/crypto.js';
import { bytesBehind, copyOf, lengthOf } from '../../support/bytes.js';
import { isAmong, isNotANumber, isSafeInteger, numberOf, OwnTypeError, trunc } from '../../support/intrinsics.js';
import { hashNamed, type KeyAlgorithm, parameter } from './algorithms.js';
import type { CryptoKeys, KeyFacts } from './crypto-key.js';

/** 3/limits/iv */
const blockSize = 16;

/** 3/limits/tag-length */
const tagLengths = [32, 64, 96, 104, 112, 120, 128];

/** 3/limits/aes-key-lengths-derive */
const aesLengths = [128, 192, 256];

/** 3/limits/salt */
const leastSalt = 16;

/** The bits of a hash's digest and of its block. The latter is the default length of an HMAC key. */
interface HashSize {
  readonly digest: number;
  readonly block: number;
}

function sizeOf(hash: string): HashSize {
  switch (hash) {
    case 'SHA-1':
      return { digest: 160, block: 512 };
    case 'SHA-256':
      return { digest: 256, block: 512 };
    case 'SHA-384':
      return { digest: 384, block: 1024 };
    default:
      return { digest: 512, block: 1024 };
  }
}

/** The bytes that a script passed. */
export function bytesGiven(name: string, value: unknown): Uint8Array {
  const bytes = bytesBehind(value);
  if (bytes === undefined) throw new OwnTypeError(`${name} is not an ArrayBuffer, a typed array or a DataView`);
  return bytes;
}

/** A copy: reading the members after this one may run code that detaches the memory. */
function bytesOf(algorithm: unknown, name: string): Uint8Array {
  return copyOf(bytesGiven(`algorithm.${name}`, parameter(algorithm, name)));
}

/** A whole number within bounds; fractions are truncated as on real hosts. */
function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  const number = trunc(numberOf(value));
  if (isSafeInteger(number) && number >= least && number <= most) return number;
  throw new OwnTypeError(`${name} must be a number from ${least} to ${most}`);
}

const mostInt32 = 0x7fffffff;

/** The cipher of a key with the parameters of an algorithm. */
export function cipherOf(port: CryptoPort, { handle, algorithm: { name } }: KeyFacts, algorithm: unknown): CipherPort {
  switch (name) {
    case 'AES-CBC':
      return port.cipher(handle, blockOf(name, algorithm, 'iv'), undefined, undefined);
    case 'AES-CTR':
      return port.cipher(
        handle,
        blockOf(name, algorithm, 'counter'),
        wholeNumber('algorithm.length', parameter(algorithm, 'length'), 1, 128),
        undefined,
      );
    case 'AES-GCM':
      return gcmOf(port, handle, algorithm);
    default:
      return port.cipher(handle, undefined, undefined, undefined);
  }
}

function blockOf(cipher: string, algorithm: unknown, name: string): Uint8Array {
  const bytes = bytesOf(algorithm, name);
  if (lengthOf(bytes) === blockSize) return bytes;
  throw new OwnTypeError(`${cipher} algorithm.${name} must be ${blockSize} bytes long`);
}

/** Accepts initialization vectors of other lengths than the documents', as real hosts do. */
function gcmOf(port: CryptoPort, handle: symbol, algorithm: unknown): CipherPort {
  const iv = bytesOf(algorithm, 'iv');
  const given = parameter(algorithm, 'tagLength');
  const tagLength = given === undefined ? 128 : numberOf(given);
  if (!isAmong(tagLengths, tagLength)) throw new OwnTypeError('AES-GCM Invalid tagLength');
  const additional = parameter(algorithm, 'additionalData');
  const additionalData = additional === undefined ? undefined : bytesGiven('algorithm.additionalData', additional);
  return port.cipher(handle, iv, tagLength, additionalData);
}

export function signatureParametersOf({ algorithm: { name } }: KeyFacts, algorithm: unknown): SignatureParameters {
  const saltLength = parameter(algorithm, 'saltLength');
  return {
    hash: name === 'ECDSA' ? hashNamed(algorithm) : undefined,
    saltLength: name === 'RSA-PSS' ? wholeNumber('algorithm.saltLength', saltLength, 0, mostInt32) : undefined,
  };
}

/** The input of a key derivation. */
export function derivationOf(port: CryptoPort, keys: CryptoKeys, key: KeyFacts, algorithm: unknown): DerivationPort {
  const { handle } = key;
  switch (key.algorithm.name) {
    case 'HKDF':
      return port.stretch(
        handle,
        hashNamed(algorithm),
        bytesOf(algorithm, 'salt'),
        bytesOf(algorithm, 'info'),
        undefined,
      );
    case 'PBKDF2': {
      const salt = bytesOf(algorithm, 'salt');
      if (lengthOf(salt) < leastSalt)
        throw new OwnTypeError(`PBKDF2 algorithm.salt must be at least ${leastSalt} bytes long`);
      const iterations = wholeNumber('algorithm.iterations', parameter(algorithm, 'iterations'), 1, mostInt32);
      return port.stretch(handle, hashNamed(algorithm), salt, undefined, iterations);
    }
    default:
      return port.agree(handle, otherParty(keys, key, algorithm));
  }
}

/** 3/global-crypto/ecdh, 3/global-crypto/x25519 */
function otherParty(keys: CryptoKeys, key: KeyFacts, algorithm: unknown): symbol {
  const other = keys.factsOf('algorithm.public', parameter(algorithm, 'public'));
  if (other.type !== 'public') throw new OwnTypeError('algorithm.public must be a public key');
  if (other.algorithm !== key.algorithm) throw new OwnTypeError('algorithm.public key type mismatch');
  if (other.namedCurve !== key.namedCurve) throw new OwnTypeError('ECDH keys must use the same curve');
  return other.handle;
}

/** The number of bytes for a number of bits, which must be whole bytes. */
export function bytesFor(length: unknown): number {
  const given = numberOf(length);
  // A value that is not a number means zero, as on real hosts.
  const bits = isNotANumber(given) ? 0 : wholeNumber('length', given, 0, mostInt32);
  return trunc(bits / 8);
}

/** 3/global-crypto/hmac, 3/global-crypto/aes-ctr-2: the length in bytes of a derived key. */
export function derivedLength(known: KeyAlgorithm, algorithm: unknown): number {
  if (known.parameters === 'length') return aesLength(parameter(algorithm, 'length')) / 8;
  if (known.parameters !== 'hash') throw new OwnTypeError(`no key of "${known.name}" can be derived`);
  const given = parameter(algorithm, 'length');
  const bits = given === undefined ? sizeOf(hashNamed(algorithm)).block : given;
  return trunc(wholeNumber('length', bits, 8, mostInt32) / 8);
}

/** 3/global-crypto/hmac-2, 3/global-crypto/aes-ctr-3: the length in bits of a generated key. */
export function generatedLength(known: KeyAlgorithm, algorithm: unknown): number {
  const given = parameter(algorithm, 'length');
  // A script may give only the name; the key then has the greatest length.
  if (known.parameters === 'length') return given === undefined ? 256 : aesLength(given);
  if (known.parameters !== 'hash') throw new OwnTypeError(`not implemented generateKey algorithm: "${known.name}"`);
  const size = sizeOf(hashNamed(algorithm)).digest;
  return given === undefined ? size : wholeNumber('length', given, 1, mostInt32);
}

/** The number of bits used of an imported key, if it is given: 3/global-crypto/hmac-3 */
export function importedLength(known: KeyAlgorithm, algorithm: unknown): number | undefined {
  const given = known.parameters === 'hash' ? parameter(algorithm, 'length') : undefined;
  return given === undefined ? undefined : wholeNumber('length', given, 1, mostInt32);
}

/** The bits of a new modulus; the documents let scripts omit it. */
export function modulusLength(algorithm: unknown): number {
  const given = parameter(algorithm, 'modulusLength');
  return given === undefined ? 2048 : wholeNumber('modulusLength', given, 512, 16384);
}

function aesLength(value: unknown): number {
  const length = numberOf(value);
  if (isAmong(aesLengths, length)) return length;
  throw new OwnTypeError('the length of an AES key must be 128, 192, or 256');
}

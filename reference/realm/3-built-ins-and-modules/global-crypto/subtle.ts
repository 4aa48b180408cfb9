import type { CryptoPort, HostBytes, KeyFormat, KeyPairPort, KeyPort, KeyReading } from '../../../port/crypto.js';
import type { PortOutcome } from '../../../port/outcome.js';
import { allocate, memoryBehind } from '../../support/bytes.js';
import { apply, isAmong, isTrue, OwnTypeError, prepended } from '../../support/intrinsics.js';
import { later } from '../../support/later.js';
import { defineMethods } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { promised } from '../../support/promised.js';
import { join } from '../../support/text.js';
import { members } from '../../support/versions.js';
import { algorithmNamed, curveNamed, formatNamed, hashNamed, type KeyAlgorithm, type Usage } from './algorithms.js';
import { type CryptoKeys, createKeys, type KeyFacts } from './crypto-key.js';
import { jwkOf, jwkTextOf } from './jwk.js';
import {
  bytesFor,
  bytesGiven,
  cipherOf,
  derivationOf,
  derivedLength,
  generatedLength,
  importedLength,
  modulusLength,
  signatureParametersOf,
} from './parameters.js';
import { common, usagesFor } from './usages.js';

/** The key that a script requests. */
interface KeyRequest {
  readonly known: KeyAlgorithm;
  readonly hash: string | undefined;
  readonly namedCurve: string | undefined;
  readonly extractable: boolean;
  readonly usages: readonly Usage[];
}

/** The object `crypto.subtle`. Each operation returns a promise, which rejects for invalid arguments. */
export function createSubtle(port: CryptoPort): object {
  const keys = createKeys();
  const { sign, verify } = signatures(port, keys);
  const { unwrapKey, wrapKey } = keyWrapping(port, keys);
  const subtle = {};
  defineMethods(subtle, {
    ...encryption(port, keys),
    ...derivation(port, keys),

    /** 3/global-crypto/crypto-subtle-digest */
    digest: (algorithm: unknown, data: unknown) =>
      promised(() => memoryOf(port.digest(hashNamed(algorithm), bytesGiven('data', data)))),

    ...keyManagement(port, keys),
    sign,
    unwrapKey,
    verify,
    wrapKey,
  });
  members(subtle, { exportKey: '0.7.10', generateKey: '0.7.10', unwrapKey: '0.9.7', wrapKey: '0.9.7' });
  return subtle;
}

function encryption(port: CryptoPort, keys: CryptoKeys) {
  return {
    /** 3/global-crypto/crypto-subtle-encrypt */
    encrypt: (algorithm: unknown, key: unknown, data: unknown) =>
      promised(() => {
        const cipher = cipherOf(port, keyFor(keys, 'encrypt', algorithm, 'key', key), algorithm);
        return memoryOf(cipher.encrypt(bytesGiven('data', data)));
      }),

    /** 3/global-crypto/crypto-subtle-decrypt */
    decrypt: (algorithm: unknown, key: unknown, data: unknown) =>
      promised(() => {
        const cipher = cipherOf(port, keyFor(keys, 'decrypt', algorithm, 'key', key), algorithm);
        return memoryOf(cipher.decrypt(bytesGiven('data', data)));
      }),
  };
}

function derivation(port: CryptoPort, keys: CryptoKeys) {
  return {
    /** 3/global-crypto/crypto-subtle-derive-bits */
    deriveBits: (algorithm: unknown, baseKey: unknown, length: unknown) =>
      promised(() => {
        const base = keyFor(keys, 'deriveBits', algorithm, 'baseKey', baseKey);
        const derivation = derivationOf(port, keys, base, algorithm);
        return memoryOf(derivation.bytes(bytesFor(length)));
      }),

    /** 3/global-crypto/crypto-subtle-derive-key */
    deriveKey: (
      algorithm: unknown,
      baseKey: unknown,
      derivedKeyAlgorithm: unknown,
      extractable: unknown,
      keyUsages: unknown,
    ) =>
      promised(() => {
        const base = keyFor(keys, 'deriveKey', algorithm, 'baseKey', baseKey);
        const wanted = wantedKey(derivedKeyAlgorithm, extractable, keyUsages);
        const length = derivedLength(wanted.known, derivedKeyAlgorithm);
        const derivation = derivationOf(port, keys, base, algorithm);
        return importedKey(keys, resultOf(derivation.key(length, wanted.known.name, wanted.hash, undefined)), wanted);
      }),
  };
}

function keyManagement(port: CryptoPort, keys: CryptoKeys) {
  return {
    /** 3/global-crypto/crypto-subtle-export-key */
    exportKey: (format: unknown, key: unknown) =>
      promised(() => {
        const written = formatNamed(format);
        const { handle, usages } = exportable(keys, written, key);
        if (written === 'jwk') return jwkOf(resultOf(port.exportJwk(handle, join(usages, ' '))));
        return memoryOf(port.exportKey(written, handle));
      }),

    /** 3/global-crypto/crypto-subtle-generate-key */
    generateKey: (algorithm: unknown, extractable: unknown, usage: unknown) =>
      promised(() => {
        const wanted = wantedKey(algorithm, extractable, usage);
        const { known, hash, namedCurve, usages } = wanted;
        const { name } = known;
        if (known.isSecret) {
          const bits = generatedLength(known, algorithm);
          return keyOf(keys, resultOf(port.generateSecret(bits, name, hash, namedCurve)), wanted, usages);
        }
        if (known.parameters !== 'modulus')
          return pairOf(keys, resultOf(port.generatePair(name, hash, namedCurve)), wanted);
        const start = port.generateRsaPair(modulusLength(algorithm), name, hash, namedCurve);
        return later(start, undefined, (pair) => pairOf(keys, pair, wanted));
      }),

    /** 3/global-crypto/crypto-subtle-import-key */
    importKey: (format: unknown, keyData: unknown, algorithm: unknown, extractable: unknown, keyUsages: unknown) =>
      promised(() => {
        const written = formatNamed(format);
        const wanted = wantedKey(algorithm, extractable, keyUsages);
        const reading = readingOf(written, wanted, algorithm);
        const data = written === 'jwk' ? jwkTextOf(keyData) : bytesGiven('keyData', keyData);
        return importedKey(keys, resultOf(apply(port.importKey, undefined, prepended(data, reading))), wanted);
      }),
  };
}

function signatures(port: CryptoPort, keys: CryptoKeys) {
  return {
    /** 3/global-crypto/crypto-subtle-sign */
    sign: (algorithm: unknown, key: unknown, data: unknown) =>
      promised(() => {
        const facts = keyFor(keys, 'sign', algorithm, 'key', key);
        const { hash, saltLength } = signatureParametersOf(facts, algorithm);
        return memoryOf(port.sign(facts.handle, bytesGiven('data', data), hash, saltLength));
      }),

    /** 3/global-crypto/crypto-subtle-verify */
    verify: (algorithm: unknown, key: unknown, signature: unknown, data: unknown) =>
      promised(() => {
        const facts = keyFor(keys, 'verify', algorithm, 'key', key);
        const { hash, saltLength } = signatureParametersOf(facts, algorithm);
        const signed = bytesGiven('signature', signature);
        return resultOf(port.verify(facts.handle, signed, bytesGiven('data', data), hash, saltLength));
      }),
  };
}

function keyWrapping(port: CryptoPort, keys: CryptoKeys) {
  return {
    /** 3/global-crypto/crypto-subtle-unwrap-key */
    unwrapKey: (
      format: unknown,
      wrappedKey: unknown,
      unwrappingKey: unknown,
      unwrapAlgorithm: unknown,
      unwrappedKeyAlgorithm: unknown,
      extractable: unknown,
      keyUsages: unknown,
    ) =>
      promised(() => {
        const written = formatNamed(format);
        const unwrapping = keyFor(keys, 'unwrapKey', unwrapAlgorithm, 'unwrappingKey', unwrappingKey);
        const wanted = wantedKey(unwrappedKeyAlgorithm, extractable, keyUsages);
        const reading = readingOf(written, wanted, unwrappedKeyAlgorithm);
        const cipher = cipherOf(port, unwrapping, unwrapAlgorithm);
        const wrapped = bytesGiven('wrappedKey', wrappedKey);
        return importedKey(keys, resultOf(apply(cipher.unwrap, undefined, prepended(wrapped, reading))), wanted);
      }),

    /** 3/global-crypto/crypto-subtle-wrap-key */
    wrapKey: (format: unknown, key: unknown, wrappingKey: unknown, wrapAlgorithm: unknown) =>
      promised(() => {
        const written = formatNamed(format);
        const wrapping = keyFor(keys, 'wrapKey', wrapAlgorithm, 'wrappingKey', wrappingKey);
        const { handle, usages } = exportable(keys, written, key);
        return memoryOf(cipherOf(port, wrapping, wrapAlgorithm).wrap(written, handle, join(usages, ' ')));
      }),
  };
}

function wantedKey(algorithm: unknown, extractable: unknown, keyUsages: unknown): KeyRequest {
  const known = algorithmNamed(algorithm);
  const usages = usagesFor(known, keyUsages);
  const { parameters } = known;
  return {
    known,
    hash: parameters === 'hash' || parameters === 'modulus' ? hashNamed(algorithm) : undefined,
    namedCurve: parameters === 'curve' ? curveNamed(algorithm) : undefined,
    extractable: isTrue(extractable),
    usages,
  };
}

function keyOf(
  keys: CryptoKeys,
  { handle, type, length, publicExponent }: KeyPort,
  wanted: KeyRequest,
  usages: readonly Usage[],
): object {
  const { known, hash, namedCurve, extractable } = wanted;
  return keys.make({
    handle,
    type,
    extractable,
    usages,
    algorithm: known,
    hash,
    namedCurve,
    length,
    publicExponent,
  });
}

/** Checks that an imported key has a usage; a key without one could do nothing. */
function importedKey(keys: CryptoKeys, imported: KeyPort, wanted: KeyRequest): object {
  const { known, usages } = wanted;
  const allowed = imported.type === 'private' ? known.privateUsages : known.publicUsages;
  if (imported.type !== 'secret' && common(usages, allowed).length < usages.length)
    throw new OwnTypeError(`key usage mismatch for "${known.name}" key`);
  return keyOf(keys, imported, wanted, usages);
}

function pairOf(keys: CryptoKeys, { privateKey, publicKey }: KeyPairPort, wanted: KeyRequest): object {
  const { known, usages } = wanted;
  return {
    /** 3/crypto-key-pair/p1 */
    privateKey: keyOf(keys, privateKey, wanted, common(usages, known.privateUsages)),
    publicKey: keyOf(keys, publicKey, wanted, common(usages, known.publicUsages)),
  };
}

/** The key for an operation. It must have the operation's algorithm and usage. */
function keyFor(keys: CryptoKeys, usage: Usage, algorithm: unknown, name: string, value: unknown): KeyFacts {
  const known = algorithmNamed(algorithm);
  const key = keys.factsOf(name, value);
  if (!isAmong(key.usages, usage)) throw new OwnTypeError(`provide key does not support "${usage}" operation`);
  if (key.algorithm === known) return key;
  throw new OwnTypeError(`cannot ${usage} using "${key.algorithm.name}" with "${known.name}" key`);
}

function exportable(keys: CryptoKeys, format: KeyFormat, value: unknown): KeyFacts {
  const key = keys.factsOf('key', value);
  const { algorithm, type, extractable } = key;
  if (!extractable) throw new OwnTypeError('provided key cannot be extracted');
  if (!isAmong(algorithm.formats, format))
    throw new OwnTypeError(`unsupported key fmt "${format}" for "${algorithm.name}" key`);
  if (isOfOtherHalf(format, type)) {
    const form = format === 'raw' ? 'in "raw" format' : `as ${format === 'spki' ? 'SPKI' : 'PKCS8'}`;
    throw new OwnTypeError(`${type} key of "${algorithm.name}" cannot be exported ${form}`);
  }
  return key;
}

function readingOf(format: KeyFormat, wanted: KeyRequest, algorithm: unknown): KeyReading {
  const { known, hash, namedCurve, extractable, usages } = wanted;
  if (!isAmong(known.formats, format))
    throw new OwnTypeError(`unsupported key fmt "${format}" for "${known.name}" key`);
  const bits = importedLength(known, algorithm);
  return [format, extractable, join(usages, ' '), bits, known.name, hash, namedCurve];
}

/** Bytes of the host as an ArrayBuffer of this realm. */
function memoryOf(outcome: PortOutcome<HostBytes>): ArrayBufferLike {
  return memoryBehind(resultOf(outcome)(allocate));
}

/** Whether a format excludes keys of this type, as `spki` excludes private keys. */
function isOfOtherHalf(format: KeyFormat, type: string): boolean {
  if (type === 'secret') return false;
  return type === 'private' ? format === 'raw' || format === 'spki' : format === 'pkcs8';
}

/** 3/global-crypto/p1: the keys and algorithms of a realm. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Allocate } from '../../../port/bytes.js';
import type {
  CipherPort,
  CryptoPort,
  DerivationPort,
  HostBytes,
  KeyFormat,
  KeyHandle,
  KeyKind,
  KeyPairPort,
  KeyPort,
  KeyReading,
} from '../../../port/crypto.js';
import type { AsyncOperation } from '../../../port/later.js';
import type { PortOutcome } from '../../../port/outcome.js';
import { filled, taken } from '../../support/realms/memory.js';
import type { PendingWork } from '../../support/realms/pending.js';
import { type CipherDirection, ciphered, type Parameters } from './ciphers.js';
import { agreed, type Derive, stretched } from './derivation.js';
import { jwkText } from './jwk.js';
import { digestName, type HostKey, kindOf } from './key.js';
import { type HostKeyPair, newPair, newRsaPair, randomKey, readKey, writeKey } from './keys.js';
import { cryptoOutcome } from './outcome.js';
import { isSignature, signature } from './signatures.js';

/** The keys behind handles. A key that no realm refers to any more is released. */
const keys = new WeakMap<KeyHandle, HostKey>();

/** 3/global-crypto: the OpenSSL that Node is linked with. It is a class, so that nothing is prepared that a realm does not use. */
export class HostCrypto implements CryptoPort {
  readonly #pending: PendingWork;

  constructor(pending: PendingWork) {
    this.#pending = pending;
  }

  random(length: number, allocate: Allocate): Uint8Array {
    return filled(randomBytes(length), allocate);
  }

  randomUuid(): string {
    return randomUUID();
  }

  digest(hash: string, data: Uint8Array): PortOutcome<HostBytes> {
    return made('digest', () => createHash(digestName(hash)).update(taken(data)).digest());
  }

  generateSecret(bits: number, ...kind: KeyKind): PortOutcome<KeyPort> {
    return cryptoOutcome('generating the key', () => kept(randomKey(kindOf(...kind), bits)));
  }

  generatePair(...kind: KeyKind): PortOutcome<KeyPairPort> {
    return cryptoOutcome('generating the keys', () => keptPair(newPair(kindOf(...kind))));
  }

  generateRsaPair(modulusLength: number, ...kind: KeyKind): AsyncOperation<undefined, KeyPairPort> {
    return this.#pending.later((_, settle) => {
      const pair = newRsaPair(kindOf(...kind), modulusLength);
      void pair.then(
        (value) => settle({ ok: true, value: keptPair(value) }),
        () => settle({ ok: false, name: 'TypeError', message: 'generating the keys failed' }),
      );
      // The search for a key pair cannot be cancelled.
      return () => undefined;
    });
  }

  importKey(data: Uint8Array | string, ...reading: KeyReading): PortOutcome<KeyPort> {
    return cryptoOutcome('reading the key', () =>
      keyRead(typeof data === 'string' ? Buffer.from(data) : taken(data), reading),
    );
  }

  exportKey(format: Exclude<KeyFormat, 'jwk'>, key: KeyHandle): PortOutcome<HostBytes> {
    return made('writing the key', () => writeKey(keyOf(key), format, []));
  }

  exportJwk(key: KeyHandle, usages: string): PortOutcome<string> {
    return cryptoOutcome('writing the key', () => jwkText(keyOf(key), listed(usages)));
  }

  sign(
    key: KeyHandle,
    data: Uint8Array,
    hash: string | undefined,
    saltLength: number | undefined,
  ): PortOutcome<HostBytes> {
    return made('signing', () => signature(keyOf(key), taken(data), { hash, saltLength }));
  }

  verify(
    key: KeyHandle,
    signed: Uint8Array,
    data: Uint8Array,
    hash: string | undefined,
    saltLength: number | undefined,
  ): PortOutcome<boolean> {
    return cryptoOutcome('verifying', () => isSignature(keyOf(key), taken(signed), taken(data), { hash, saltLength }));
  }

  cipher(
    key: KeyHandle,
    start: Uint8Array | undefined,
    bits: number | undefined,
    additionalData: Uint8Array | undefined,
  ): CipherPort {
    return cipherPort(keyOf(key), {
      start: start === undefined ? Buffer.alloc(0) : taken(start),
      bits: bits ?? 0,
      additionalData: additionalData === undefined ? undefined : taken(additionalData),
    });
  }

  stretch(
    key: KeyHandle,
    hash: string,
    salt: Uint8Array,
    info: Uint8Array | undefined,
    iterations: number | undefined,
  ): DerivationPort {
    const takenInfo = info === undefined ? undefined : taken(info);
    return derivationPort(stretched(keyOf(key), { hash, salt: taken(salt), info: takenInfo, iterations }));
  }

  agree(key: KeyHandle, publicKey: KeyHandle): DerivationPort {
    return derivationPort(agreed(keyOf(key), keyOf(publicKey)));
  }
}

function cipherPort(key: HostKey, parameters: Parameters): CipherPort {
  const run = (data: Buffer, direction: CipherDirection) => ciphered(key, data, parameters, direction);
  return {
    encrypt: (data) => made('encrypting', () => run(taken(data), 'encrypt')),
    decrypt: (data) => made('decrypting', () => run(taken(data), 'decrypt')),
    wrap: (format, wrapped, usages) =>
      made('wrapping the key', () => run(writeKey(keyOf(wrapped), format, listed(usages)), 'encrypt')),
    unwrap: (wrapped, ...reading) =>
      cryptoOutcome('unwrapping the key', () => keyRead(run(taken(wrapped), 'decrypt'), reading)),
  };
}

function derivationPort(derive: Derive): DerivationPort {
  return {
    bytes: (length) => made('deriving', () => derive(length)),
    key: (length, ...kind) =>
      cryptoOutcome('deriving the key', () => kept({ type: 'secret', kind: kindOf(...kind), bytes: derive(length) })),
  };
}

/** Makes bytes for the realm. */
function made(what: string, make: () => Uint8Array): PortOutcome<HostBytes> {
  return cryptoOutcome(what, () => {
    const bytes = make();
    return (allocate) => filled(bytes, allocate);
  });
}

function keyRead(data: Buffer, [format, extractable, usages, bits, ...kind]: KeyReading): KeyPort {
  return kept(readKey(kindOf(...kind), { format, data, extractable, usages: listed(usages), bits }));
}

const listed = (usages: string): string[] => (usages === '' ? [] : usages.split(' '));

function keyOf(handle: KeyHandle): HostKey {
  const key = keys.get(handle);
  if (key === undefined) throw new Error('there is no such key');
  return key;
}

/** Keeps a key for as long as the realm has its handle. */
function kept(key: HostKey): KeyPort {
  const handle: KeyHandle = Symbol();
  keys.set(handle, key);
  if (key.type === 'secret') return { handle, type: 'secret', length: 8 * key.bytes.length, publicExponent: undefined };
  const { modulusLength, publicExponent } = key.key.asymmetricKeyDetails ?? {};
  const exponent = publicExponent === undefined ? undefined : bytesOfNumber(publicExponent);
  return {
    handle,
    type: key.type,
    length: modulusLength,
    publicExponent: exponent === undefined ? undefined : (allocate) => filled(exponent, allocate),
  };
}

function bytesOfNumber(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

function keptPair({ privateKey, publicKey }: HostKeyPair): KeyPairPort {
  return { privateKey: kept(privateKey), publicKey: kept(publicKey) };
}

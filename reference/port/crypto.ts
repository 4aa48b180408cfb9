import type { Allocate } from './bytes.js';
import type { AsyncOperation } from './later.js';
import type { PortOutcome } from './outcome.js';

/**
 * Stands for a key that the host keeps: what the key is made of crosses only when it is exported. A symbol crosses as the
 * primitive that it is, nobody else can make it, and the host forgets the key once the realm has forgotten the symbol.
 */
export type KeyHandle = symbol;

export type KeyType = 'secret' | 'private' | 'public';
export type KeyFormat = 'raw' | 'pkcs8' | 'spki' | 'jwk';

/** Bytes of the host, as often as they are wanted in the realm's memory. */
export type HostBytes = (allocate: Allocate) => Uint8Array;

/** A key as the host knows it. */
export interface KeyPort {
  readonly handle: KeyHandle;
  readonly type: KeyType;
  /** Bits of a secret key, or of the modulus of RSA. */
  readonly length: number | undefined;
  /** That of RSA. */
  readonly publicExponent: HostBytes | undefined;
}

export interface KeyPairPort {
  readonly privateKey: KeyPort;
  readonly publicKey: KeyPort;
}

/** What a key is to be: the name of its algorithm, and what that takes besides. */
export type KeyKind = [name: string, hash: string | undefined, namedCurve: string | undefined];

/** How a key is to be read: with `bits` where only so many of a secret key count; the usages have spaces between them. */
export type KeyReading = [
  format: KeyFormat,
  extractable: boolean,
  usages: string,
  bits: number | undefined,
  ...kind: KeyKind,
];

/** What comes with each signature: the hash of ECDSA, and the length of the salt of RSA-PSS. */
export interface SignatureParameters {
  readonly hash: string | undefined;
  readonly saltLength: number | undefined;
}

/** A cipher with its key and parameters. */
export interface CipherPort {
  readonly encrypt: (data: Uint8Array) => PortOutcome<HostBytes>;
  readonly decrypt: (data: Uint8Array) => PortOutcome<HostBytes>;
  /** Encrypts what another key is exported as. */
  readonly wrap: (format: KeyFormat, key: KeyHandle, usages: string) => PortOutcome<HostBytes>;
  /** Reads a key from what was encrypted. */
  readonly unwrap: (wrapped: Uint8Array, ...reading: KeyReading) => PortOutcome<KeyPort>;
}

/** Secret bits in the making, from a key and parameters. */
export interface DerivationPort {
  readonly bytes: (length: number) => PortOutcome<HostBytes>;
  readonly key: (length: number, ...kind: KeyKind) => PortOutcome<KeyPort>;
}

/**
 * Behind the global `crypto`. The host takes what it needs of all bytes during the call. Calls end at once, because handlers
 * of variables and filters wait for promises and not for the event loop; only what is dear enough to hold up others ends later.
 */
export interface CryptoPort {
  readonly random: (length: number, allocate: Allocate) => Uint8Array;
  readonly randomUuid: () => string;
  readonly digest: (hash: string, data: Uint8Array) => PortOutcome<HostBytes>;
  readonly generateSecret: (bits: number, ...kind: KeyKind) => PortOutcome<KeyPort>;
  readonly generatePair: (...kind: KeyKind) => PortOutcome<KeyPairPort>;
  readonly generateRsaPair: (modulusLength: number, ...kind: KeyKind) => AsyncOperation<undefined, KeyPairPort>;
  /** A JWK is the text of its JSON. */
  readonly importKey: (data: Uint8Array | string, ...reading: KeyReading) => PortOutcome<KeyPort>;
  readonly exportKey: (format: Exclude<KeyFormat, 'jwk'>, key: KeyHandle) => PortOutcome<HostBytes>;
  readonly exportJwk: (key: KeyHandle, usages: string) => PortOutcome<string>;
  /** `hash` is that of ECDSA, `saltLength` that of RSA-PSS. */
  readonly sign: (
    key: KeyHandle,
    data: Uint8Array,
    hash: string | undefined,
    saltLength: number | undefined,
  ) => PortOutcome<HostBytes>;
  readonly verify: (
    key: KeyHandle,
    signature: Uint8Array,
    data: Uint8Array,
    hash: string | undefined,
    saltLength: number | undefined,
  ) => PortOutcome<boolean>;
  /** `start` is the initialization vector, or the first counter block; `bits` are those of the tag, or of the counter. */
  readonly cipher: (
    key: KeyHandle,
    start: Uint8Array | undefined,
    bits: number | undefined,
    additionalData: Uint8Array | undefined,
  ) => CipherPort;
  /** Of HKDF and PBKDF2. */
  readonly stretch: (
    key: KeyHandle,
    hash: string,
    salt: Uint8Array,
    info: Uint8Array | undefined,
    iterations: number | undefined,
  ) => DerivationPort;
  /** Of ECDH and X25519. */
  readonly agree: (key: KeyHandle, publicKey: KeyHandle) => DerivationPort;
}

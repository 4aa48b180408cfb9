import type { Allocate } from './bytes.js';
import type { AsyncOperation } from './later.js';
import type { PortOutcome } from './outcome.js';

/**
 * A handle to a key that the host keeps. The key material crosses only when the key is exported. A symbol is a primitive, so it crosses
 * unchanged, and nobody else can make the same one. The host forgets the key once the realm has garbage-collected the symbol.
 */
export type KeyHandle = symbol;

export type KeyType = 'secret' | 'private' | 'public';
export type KeyFormat = 'raw' | 'pkcs8' | 'spki' | 'jwk';

/** Bytes of the host: each call copies them into memory of the realm. */
export type HostBytes = (allocate: Allocate) => Uint8Array;

/** What the host reports about a key. */
export interface KeyPort {
  readonly handle: KeyHandle;
  readonly type: KeyType;
  /** Bits of a secret key, or of an RSA modulus. */
  readonly length: number | undefined;
  /** Of an RSA key. */
  readonly publicExponent: HostBytes | undefined;
}

export interface KeyPairPort {
  readonly privateKey: KeyPort;
  readonly publicKey: KeyPort;
}

/** What a key must be: the name of its algorithm, and the parameters of that algorithm. */
export type KeyKind = [name: string, hash: string | undefined, namedCurve: string | undefined];

/** How to read a key. `bits` truncates a secret key to that many bits; the usages are separated by spaces. */
export type KeyReading = [
  format: KeyFormat,
  extractable: boolean,
  usages: string,
  bits: number | undefined,
  ...kind: KeyKind,
];

/** What a signature needs besides its key: the hash of ECDSA, and the salt length of RSA-PSS. */
export interface SignatureParameters {
  readonly hash: string | undefined;
  readonly saltLength: number | undefined;
}

/** A cipher with its key and parameters. */
export interface CipherPort {
  readonly encrypt: (data: Uint8Array) => PortOutcome<HostBytes>;
  readonly decrypt: (data: Uint8Array) => PortOutcome<HostBytes>;
  /** Exports another key and encrypts the result. */
  readonly wrap: (format: KeyFormat, key: KeyHandle, usages: string) => PortOutcome<HostBytes>;
  /** Decrypts data and imports it as a key. */
  readonly unwrap: (wrapped: Uint8Array, ...reading: KeyReading) => PortOutcome<KeyPort>;
}

/** Derives secret bits from a key and parameters. */
export interface DerivationPort {
  readonly bytes: (length: number) => PortOutcome<HostBytes>;
  readonly key: (length: number, ...kind: KeyKind) => PortOutcome<KeyPort>;
}

/**
 * The host side of the global `crypto`. The host copies what it needs of all bytes during the call. Calls settle at once, because handlers
 * of variables and filters wait for promises but not for the event loop. Only calls that take long enough to delay others settle later.
 */
export interface CryptoPort {
  readonly random: (length: number, allocate: Allocate) => Uint8Array;
  readonly randomUuid: () => string;
  readonly digest: (hash: string, data: Uint8Array) => PortOutcome<HostBytes>;
  readonly generateSecret: (bits: number, ...kind: KeyKind) => PortOutcome<KeyPort>;
  readonly generatePair: (...kind: KeyKind) => PortOutcome<KeyPairPort>;
  readonly generateRsaPair: (modulusLength: number, ...kind: KeyKind) => AsyncOperation<undefined, KeyPairPort>;
  /** A JWK is passed as its JSON text. */
  readonly importKey: (data: Uint8Array | string, ...reading: KeyReading) => PortOutcome<KeyPort>;
  readonly exportKey: (format: Exclude<KeyFormat, 'jwk'>, key: KeyHandle) => PortOutcome<HostBytes>;
  readonly exportJwk: (key: KeyHandle, usages: string) => PortOutcome<string>;
  /** ECDSA needs `hash`, and RSA-PSS needs `saltLength`. */
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
  /** `start` is the initialization vector, or the first counter block; `bits` is the length of the tag, or of the counter. */
  readonly cipher: (
    key: KeyHandle,
    start: Uint8Array | undefined,
    bits: number | undefined,
    additionalData: Uint8Array | undefined,
  ) => CipherPort;
  /** HKDF and PBKDF2. */
  readonly stretch: (
    key: KeyHandle,
    hash: string,
    salt: Uint8Array,
    info: Uint8Array | undefined,
    iterations: number | undefined,
  ) => DerivationPort;
  /** ECDH and X25519. */
  readonly agree: (key: KeyHandle, publicKey: KeyHandle) => DerivationPort;
}

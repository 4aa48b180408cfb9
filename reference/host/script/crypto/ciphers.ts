/**
 * 3/global-crypto/crypto-subtle-encrypt, 3/global-crypto/crypto-subtle-decrypt, 3/global-crypto/rsa-oaep,
 * 3/global-crypto/aes-ctr, 3/global-crypto/aes-cbc, 3/global-crypto/aes-gcm: ciphers.
 */
import {
  type CipherGCMTypes,
  constants,
  createCipheriv,
  createDecipheriv,
  type Decipher,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';
import { blockOf, digestName, type HostKey, keyBytes, objectOf } from './key.js';
import { CryptoError } from './outcome.js';

/** Parameters of a cipher besides its key. */
export interface Parameters {
  /** The initialization vector, or the first counter block. */
  readonly start: Buffer;
  /** The length of the tag, or of the counter. */
  readonly bits: number;
  readonly additionalData: Buffer | undefined;
}

export type CipherDirection = 'encrypt' | 'decrypt';
type CipherFunction = (key: HostKey, data: Buffer, parameters: Parameters, direction: CipherDirection) => Buffer;

const blockSize = 16;

/** RFC 3394, section 2.2.3.1 */
const wrapStart = Buffer.alloc(8, 0xa6);

const ciphers: ReadonlyMap<string, CipherFunction> = new Map<string, CipherFunction>([
  ['AES-CBC', (key, data, { start }, direction) => through(direction, `aes-${bitsOf(key)}-cbc`, key, start, data)],
  ['AES-CTR', counted],
  ['AES-GCM', (key, data, parameters, direction) => (direction === 'encrypt' ? sealed : opened)(key, data, parameters)],
  ['AES-KW', wrapped],
  ['RSA-OAEP', (key, data, _, direction) => padded(key, data, direction)],
]);

/** Encrypts or decrypts. Throws on failure. */
export function ciphered(key: HostKey, data: Buffer, parameters: Parameters, direction: CipherDirection): Buffer {
  const cipher = ciphers.get(key.kind.name);
  if (cipher === undefined) throw new Error(`${key.kind.name} is no cipher`);
  return cipher(key, data, parameters, direction);
}

const bitsOf = (key: HostKey): number => 8 * keyBytes(key).length;

function through(direction: CipherDirection, name: string, key: HostKey, start: Buffer, data: Buffer): Buffer {
  const make = direction === 'encrypt' ? createCipheriv : createDecipheriv;
  const cipher = make(name, keyBytes(key), start);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/**
 * Encryption and decryption are the same operation. OpenSSL counts in the whole block, so a new run starts where the counter's own bits
 * wrap to zero. No counter block is used twice.
 */
function counted(key: HostKey, data: Buffer, { start, bits }: Parameters): Buffer {
  const whole = BigInt(`0x${start.toString('hex')}`);
  const size = 1n << BigInt(bits);
  const counter = whole % size;
  if (BigInt(Math.ceil(data.length / blockSize)) > size) throw new CryptoError('AES-CTR repeated counter');
  const untilZero = (size - counter) * BigInt(blockSize);
  const run = (from: Buffer, part: Buffer) => through('encrypt', `aes-${bitsOf(key)}-ctr`, key, from, part);
  if (untilZero >= BigInt(data.length)) return run(start, data);
  const split = Number(untilZero);
  const zeroed = Buffer.from((whole - counter).toString(16).padStart(2 * blockSize, '0'), 'hex');
  return Buffer.concat([run(start, data.subarray(0, split)), run(zeroed, data.subarray(split))]);
}

/** OpenSSL's name of AES-GCM for a key. */
function gcmOf(key: HostKey): CipherGCMTypes {
  switch (bitsOf(key)) {
    case 128:
      return 'aes-128-gcm';
    case 192:
      return 'aes-192-gcm';
    default:
      return 'aes-256-gcm';
  }
}

/** The tag follows the data. */
function sealed(key: HostKey, data: Buffer, { start, bits, additionalData }: Parameters): Buffer {
  const cipher = createCipheriv(gcmOf(key), keyBytes(key), start, { authTagLength: bits / 8 });
  if (additionalData !== undefined) cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function opened(key: HostKey, data: Buffer, { start, bits, additionalData }: Parameters): Buffer {
  const length = data.length - bits / 8;
  if (length < 0) throw new CryptoError('AES-GCM data is too short');
  const cipher = createDecipheriv(gcmOf(key), keyBytes(key), start, { authTagLength: bits / 8 });
  if (additionalData !== undefined) cipher.setAAD(additionalData);
  cipher.setAuthTag(data.subarray(length));
  return whole(cipher, data.subarray(0, length));
}

const whole = (cipher: Decipher, data: Buffer): Buffer => Buffer.concat([cipher.update(data), cipher.final()]);

/** RFC 3394, section 2.2: requires at least two blocks, and decryption one more. OpenSSL silently accepts other lengths. */
function wrapped(key: HostKey, data: Buffer, _: Parameters, direction: CipherDirection): Buffer {
  const least = direction === 'encrypt' ? 16 : 24;
  if (data.length % 8 !== 0) throw new CryptoError('AES-KW data must be a multiple of 8 bytes');
  if (data.length < least) throw new CryptoError(`AES-KW data must be at least ${least} bytes`);
  return through(direction, `id-aes${bitsOf(key)}-wrap`, key, wrapStart, data);
}

function padded(key: HostKey, data: Buffer, direction: CipherDirection): Buffer {
  const options = {
    key: objectOf(key),
    padding: constants.RSA_PKCS1_OAEP_PADDING,
    oaepHash: digestName(key.kind.hash),
  };
  if (direction === 'encrypt') return publicEncrypt(options, data);
  if (data.length !== blockOf(options.key))
    throw new CryptoError('the length of the data differs from that of the modulus');
  return privateDecrypt(options, data);
}

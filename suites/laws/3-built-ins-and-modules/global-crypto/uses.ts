/** What keys are for: calls that use one for all that it is for. */
import { call, type SubtleCall } from './calls.js';
import { importing, otherThan } from './keys.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';

const DATA = Buffer.from('what is signed, and what is sealed');
const OTHER = Buffer.from('what is signed, and what is sealeD');
const BLOCK = Buffer.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex');
const SALT = Buffer.from('a salt of twenty byte');
const INFO = Buffer.from('info');
const CARRIED = Buffer.from('a key that is carried by another');

/** How the calls refer to a key; a secret key is both halves. */
export interface Halves {
  readonly privateKey: string;
  readonly publicKey: string;
}

export const SECRET: Halves = { privateKey: '$key', publicKey: '$key' };
export const PAIR: Halves = { privateKey: '$private', publicKey: '$public' };

/** Calls that use a key of an algorithm for all that it is for. */
export function usesOf({ name, namedCurve }: SubtleAlgorithm, keys: Halves): readonly SubtleCall[] {
  const { privateKey, publicKey } = keys;
  switch (name) {
    case 'AES-CBC':
    case 'AES-GCM':
      return sealing({ name, iv: BLOCK }, privateKey, publicKey);
    case 'AES-CTR':
      return sealing({ name, counter: BLOCK, length: 64 }, privateKey, publicKey);
    case 'RSA-OAEP':
      return sealing({ name }, privateKey, publicKey);
    case 'AES-KW':
      return [
        call('carried', 'importKey', 'raw', CARRIED, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']),
        call('wrapped', 'wrapKey', 'raw', '$carried', publicKey, { name }),
      ];
    case 'HKDF':
      return [call('bits', 'deriveBits', { name, hash: 'SHA-256', salt: SALT, info: INFO }, privateKey, 256)];
    case 'PBKDF2':
      return [call('bits', 'deriveBits', { name, hash: 'SHA-256', salt: SALT, iterations: 3 }, privateKey, 256)];
    case 'ECDH':
    case 'X25519':
      return agreement({ name, ...defined({ namedCurve }) }, privateKey, publicKey);
    case 'RSA-PSS':
      return signing({ name, saltLength: 20 }, privateKey, publicKey);
    case 'ECDSA':
      return signing({ name, hash: 'SHA-384' }, privateKey, publicKey);
    default:
      return signing({ name }, privateKey, publicKey);
  }
}

const sealing = (algorithm: object, privateKey: string, publicKey: string): readonly SubtleCall[] => [
  call('sealed', 'encrypt', algorithm, publicKey, DATA),
  call('opened', 'decrypt', algorithm, privateKey, '$sealed'),
];

const signing = (algorithm: object, privateKey: string, publicKey: string): readonly SubtleCall[] => [
  call('signature', 'sign', algorithm, privateKey, DATA),
  call('good', 'verify', algorithm, publicKey, '$signature', DATA),
  call('bad', 'verify', algorithm, publicKey, '$signature', OTHER),
];

/** With another party, each with the public half of the other. */
function agreement(algorithm: SubtleAlgorithm, privateKey: string, publicKey: string): readonly SubtleCall[] {
  const { name, namedCurve } = algorithm;
  const peer = { algorithm: name, ...defined({ namedCurve }), key: otherThan(namedCurve ?? name) };
  return [
    importing('peer', peer, 'public', [], true),
    importing('peerPrivate', peer, 'private', ['deriveBits'], true),
    call('bits', 'deriveBits', { name, public: '$peer' }, privateKey, 128),
    call('mirrored', 'deriveBits', { name, public: publicKey }, '$peerPrivate', 128),
  ];
}

/** Uses of keys: calls for all usages of a key. */
import { call, type SubtleCall } from './calls.js';
import { importing, otherThan } from './keys.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';

const DATA = Buffer.from('what is signed, and what is sealed');
const OTHER = Buffer.from('what is signed, and what is sealeD');
const BLOCK = Buffer.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex');
const DERIVATION = { hash: 'SHA-256', salt: Buffer.from('a salt of twenty byte') };

/** Further parameters of calls besides the name of an algorithm. */
const PARAMETERS: { readonly [name: string]: object } = {
  'AES-CBC': { iv: BLOCK },
  'AES-GCM': { iv: BLOCK },
  'AES-CTR': { counter: BLOCK, length: 64 },
  HKDF: { ...DERIVATION, info: Buffer.from('info') },
  PBKDF2: { ...DERIVATION, iterations: 3 },
  'RSA-PSS': { saltLength: 20 },
  ECDSA: { hash: 'SHA-384' },
};

/** The references of calls to a key; a secret key is both. */
export interface Halves {
  readonly privateKey: string;
  readonly publicKey: string;
}

export const SECRET: Halves = { privateKey: '$key', publicKey: '$key' };
export const PAIR: Halves = { privateKey: '$private', publicKey: '$public' };

/** Calls that use a key of an algorithm for all its usages. */
export function usesOf(of: SubtleAlgorithm, { privateKey, publicKey }: Halves): readonly SubtleCall[] {
  const { name } = of;
  const algorithm = { name, ...PARAMETERS[name] };
  if (name === 'AES-KW') {
    const carried = { algorithm: 'HMAC', hash: 'SHA-256', size: 32 };
    return [
      importing('carried', carried, 'private', ['sign'], true),
      call('wrapped', 'wrapKey', 'raw', '$carried', publicKey, algorithm),
    ];
  }
  if (name === 'HKDF' || name === 'PBKDF2') return [call('bits', 'deriveBits', algorithm, privateKey, 256)];
  if (name === 'ECDH' || name === 'X25519') return agreement(of, privateKey, publicKey);
  if (name.startsWith('AES') || name === 'RSA-OAEP')
    return [
      call('sealed', 'encrypt', algorithm, publicKey, DATA),
      call('opened', 'decrypt', algorithm, privateKey, '$sealed'),
    ];
  return [
    call('signature', 'sign', algorithm, privateKey, DATA),
    call('good', 'verify', algorithm, publicKey, '$signature', DATA),
    call('bad', 'verify', algorithm, publicKey, '$signature', OTHER),
  ];
}

/** With another party, each with the public key of the other. */
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

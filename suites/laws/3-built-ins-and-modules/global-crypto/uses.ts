/** What keys are for: calls that use one, and what must come of them. The oracle is Node's own crypto. */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  pbkdf2Sync,
  privateDecrypt,
  sign,
  verify,
} from 'node:crypto';
import type { Algorithm } from './described.js';
import { type KeyName, otherThan, privateHalf, publicHalf } from './fixed-keys.js';
import { type Call, call, demand, type Told } from './playing.js';

const DATA = Buffer.from('what is signed, and what is sealed');
const OTHER = Buffer.from('what is signed, and what is sealeD');
const BLOCK = Buffer.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex');
const SALT = Buffer.from('a salt of twenty byte');
const INFO = Buffer.from('info');
/** RFC 3394, 2.2.3.1 */
const WRAPPING_IV = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');
const CARRIED = Buffer.from('a key that is carried by another');

/** How the calls refer to a key; a secret key is both halves. */
export interface Halves {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** What the key is made of, as Node has it. */
export interface Material {
  readonly secret?: Buffer | undefined;
  readonly privateKey?: KeyObject | undefined;
  readonly publicKey?: KeyObject | undefined;
}

/** Calls that use a key of an algorithm for all that it is for. */
export function usesOf({ name, namedCurve }: Algorithm, { privateKey, publicKey }: Halves): readonly Call[] {
  const bare = { name };
  const peerOf = () => otherThan(namedCurve ?? name);
  switch (name) {
    case 'AES-CBC':
      return sealing({ name, iv: BLOCK }, privateKey, publicKey);
    case 'AES-CTR':
      return sealing({ name, counter: BLOCK, length: 64 }, privateKey, publicKey);
    case 'AES-GCM':
      return sealing({ name, iv: BLOCK }, privateKey, publicKey);
    case 'RSA-OAEP':
      return sealing(bare, privateKey, publicKey);
    case 'AES-KW':
      return [
        call('carried', 'importKey', 'raw', CARRIED, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']),
        call('wrapped', 'wrapKey', 'raw', '$carried', publicKey, bare),
      ];
    case 'HKDF':
      return [call('bits', 'deriveBits', { name, hash: 'SHA-256', salt: SALT, info: INFO }, privateKey, 256)];
    case 'PBKDF2':
      return [call('bits', 'deriveBits', { name, hash: 'SHA-256', salt: SALT, iterations: 3 }, privateKey, 256)];
    case 'ECDH':
    case 'X25519':
      return [
        call('peer', 'importKey', 'spki', spkiOf(peerOf()), algorithmOf(name, namedCurve), true, []),
        call('peerPrivate', 'importKey', 'pkcs8', pkcs8Of(peerOf()), algorithmOf(name, namedCurve), true, [
          'deriveBits',
        ]),
        call('bits', 'deriveBits', { name, public: '$peer' }, privateKey, 128),
        call('mirrored', 'deriveBits', { name, public: publicKey }, '$peerPrivate', 128),
      ];
    case 'RSA-PSS':
      return signing({ name, saltLength: 20 }, privateKey, publicKey);
    case 'ECDSA':
      return signing({ name, hash: 'SHA-384' }, privateKey, publicKey);
    default:
      return signing(bare, privateKey, publicKey);
  }
}

const algorithmOf = (name: string, namedCurve: string | undefined) =>
  namedCurve === undefined ? { name } : { name, namedCurve };

const sealing = (algorithm: object, privateKey: string, publicKey: string): readonly Call[] => [
  call('sealed', 'encrypt', algorithm, publicKey, DATA),
  call('opened', 'decrypt', algorithm, privateKey, '$sealed'),
];

const signing = (algorithm: object, privateKey: string, publicKey: string): readonly Call[] => [
  call('signature', 'sign', algorithm, privateKey, DATA),
  call('good', 'verify', algorithm, publicKey, '$signature', DATA),
  call('bad', 'verify', algorithm, publicKey, '$signature', OTHER),
];

export const spkiOf = (name: KeyName): Buffer => publicHalf(name).export({ format: 'der', type: 'spki' });
export const pkcs8Of = (name: KeyName): Buffer => privateHalf(name).export({ format: 'der', type: 'pkcs8' });

/** The name by which Node knows a hash. */
const hashOf = ({ hash = '' }: Algorithm): string => hash.replace('-', '').toLowerCase();

/** That the uses of a key gave what Node's crypto makes of the same key. */
export function demandUsed(told: Told, algorithm: Algorithm, material: Material): void {
  const { name } = algorithm;
  const { secret = Buffer.alloc(0) } = material;
  const alike = (of: string, expected: Uint8Array): void =>
    demand(told.bytes(of).equals(expected), `${of} is not what Node makes of the same key`);
  switch (name) {
    case 'AES-CBC':
    case 'AES-CTR':
    case 'AES-GCM':
      alike('sealed', sealedByNode(name, secret));
      alike('opened', DATA);
      return;
    case 'AES-KW': {
      const opening = createDecipheriv(`aes${secret.length * 8}-wrap`, secret, WRAPPING_IV);
      const opened = Buffer.concat([opening.update(told.bytes('wrapped')), opening.final()]);
      demand(opened.equals(CARRIED), 'what was wrapped is another key');
      return;
    }
    case 'HKDF':
      alike('bits', Buffer.from(hkdfSync('sha256', secret, SALT, INFO, 32)));
      return;
    case 'PBKDF2':
      alike('bits', pbkdf2Sync(secret, SALT, 3, 32, 'sha256'));
      return;
    case 'HMAC':
      alike('signature', createHmac(hashOf(algorithm), secret).update(DATA).digest());
      break;
    case 'ECDH':
    case 'X25519': {
      const shared = sharedByNode(algorithm, material);
      alike('bits', shared);
      alike('mirrored', shared);
      return;
    }
    default:
      if (demandOfPair(told, algorithm, material)) return;
  }
  demand(told.value('good') === true, 'the signature is not verified');
  demand(told.value('bad') === false, 'the signature is verified for other data');
}

/** Whether there is nothing more to demand. */
function demandOfPair(told: Told, algorithm: Algorithm, { privateKey, publicKey }: Material): boolean {
  const { name } = algorithm;
  demand(privateKey !== undefined && publicKey !== undefined, 'there is no pair');
  const hash = hashOf(algorithm);
  const { RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
  if (name === 'RSA-OAEP') {
    const how = { key: privateKey, padding: RSA_PKCS1_OAEP_PADDING, oaepHash: hash };
    demand(privateDecrypt(how, told.bytes('sealed')).equals(DATA), 'what was sealed is something else for Node');
    demand(told.bytes('opened').equals(DATA), 'what was opened is something else');
    return true;
  }
  const signature = told.bytes('signature');
  const by =
    name === 'RSA-PSS'
      ? { key: publicKey, padding: RSA_PKCS1_PSS_PADDING, saltLength: 20 }
      : { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  const digest = name === 'Ed25519' ? null : name === 'ECDSA' ? 'sha384' : hash;
  demand(verify(digest, DATA, by, signature), 'the signature is none for Node');
  const isOne = name === 'Ed25519' || name === 'RSASSA-PKCS1-v1_5';
  if (isOne) demand(sign(digest, DATA, privateKey).equals(signature), 'the signature is not that of Node');
  return false;
}

function sealedByNode(name: string, secret: Buffer): Buffer {
  const bits = secret.length * 8;
  if (name === 'AES-GCM') {
    const sealing = createCipheriv(
      bits === 128 ? 'aes-128-gcm' : bits === 192 ? 'aes-192-gcm' : 'aes-256-gcm',
      secret,
      BLOCK,
    );
    return Buffer.concat([sealing.update(DATA), sealing.final(), sealing.getAuthTag()]);
  }
  const sealing = createCipheriv(`aes-${bits}-${name.slice(4).toLowerCase()}`, secret, BLOCK);
  return Buffer.concat([sealing.update(DATA), sealing.final()]);
}

function sharedByNode({ name, namedCurve }: Algorithm, { privateKey }: Material): Buffer {
  demand(privateKey !== undefined, 'there is no private key');
  const publicKey = publicHalf(otherThan(namedCurve ?? name));
  return diffieHellman({ privateKey, publicKey }).subarray(0, 16);
}

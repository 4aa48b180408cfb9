/** 3/global-crypto/rsa-oaep: encrypt and decrypt. The oracle is Node's own, and the padding of RFC 8017, 7.1.1, with a known seed. */
import { constants, createHash, privateDecrypt, publicEncrypt } from 'node:crypto';
import { example } from '../../../language/law.js';
import { type KeyName, privateHalf, publicHalf } from './fixed-keys.js';
import { secretOf } from './importing.js';
import { type Call, call, checked, demand, type Play, played, type Told } from './playing.js';
import { pkcs8Of, spkiOf } from './uses.js';

/** Bytes of the modulus. */
const MODULUS = 256;

const hashed = (hash: string, data: Uint8Array): Buffer => createHash(hash.replace('-', '')).update(data).digest();

/** RFC 8017, B.2.1 */
function mask(hash: string, seed: Uint8Array, length: number): Buffer {
  const pieces = Array.from({ length: Math.ceil(length / 20) }, (_, i) =>
    hashed(hash, Buffer.from([...seed, 0, 0, 0, i])),
  );
  return Buffer.concat(pieces).subarray(0, length);
}

const mixed = (a: Uint8Array, b: Uint8Array): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));

/** As somebody seals it whose seed is not left to chance, so that an input is the same each time. */
function sealedByNode(hash: string, data: Uint8Array): Buffer {
  const label = hashed(hash, Buffer.alloc(0));
  const seed = secretOf(label.length + 7).subarray(7);
  const rest = Buffer.alloc(MODULUS - 2 * label.length - 2 - data.length);
  const block = Buffer.concat([label, rest, Buffer.of(1), data]);
  const masked = mixed(block, mask(hash, seed, block.length));
  const padded = Buffer.concat([Buffer.of(0), mixed(seed, mask(hash, masked, seed.length)), masked]);
  return publicEncrypt({ key: publicHalf('RSA-2048'), padding: constants.RSA_NO_PADDING }, padded);
}

/** The most that fits: RFC 8017, 7.1.1. */
const mostOf = (hash: string): number => MODULUS - 2 * hashed(hash, Buffer.alloc(0)).length - 2;

const dataOf = (size: number): Buffer => secretOf(size + 5).subarray(5);

const halves = (hash: string, key: KeyName = 'RSA-2048'): readonly Call[] => [
  call('public', 'importKey', 'spki', spkiOf(key), { name: 'RSA-OAEP', hash }, false, ['encrypt']),
  call('private', 'importKey', 'pkcs8', pkcs8Of(key), { name: 'RSA-OAEP', hash }, false, ['decrypt']),
];

const OAEP = { name: 'RSA-OAEP' };

const sizesOf = (hash: string): readonly number[] => [0, 1, 32, mostOf(hash)];

/** Data of all sizes that fit: for Node, by Node, and never the same twice. */
export const sealsOaep = example({
  secret: true,
  input: ({ hash }: { readonly hash: string }): Play => ({
    given: {},
    calls: [
      ...halves(hash),
      ...sizesOf(hash).flatMap((size) => [
        call(`sealed ${size}`, 'encrypt', OAEP, '$public', dataOf(size)),
        call(`opened ${size}`, 'decrypt', OAEP, '$private', sealedByNode(hash, dataOf(size))),
      ]),
      call('again', 'encrypt', OAEP, '$public', dataOf(32)),
    ],
    blind: true,
  }),
  probe: played,
  expect: ({ hash }) =>
    checked('data of all sizes', (told) => {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      const how = { key: privateHalf('RSA-2048'), padding, oaepHash: hash.replace('-', '') };
      for (const size of sizesOf(hash)) {
        demandOpened(told, `opened ${size}`, dataOf(size));
        const opened = privateDecrypt(how, told.bytes(`sealed ${size}`));
        demand(opened.equals(dataOf(size)), `${size} bytes are others for Node`);
      }
      demand(!told.bytes('again').equals(told.bytes('sealed 32')), 'the same data are sealed alike twice');
    }),
});

const demandOpened = (told: Told, name: string, data: Buffer): void =>
  demand(told.bytes(name).equals(data), `${name} is not what Node sealed`);

/** What is wrong with a call: its data are too long, its key is the other half, or what is to be opened is not for this key. */
interface Wrong {
  readonly hash: string;
  readonly why: 'too-long' | 'public-opens' | 'private-seals' | 'other-hash' | 'other-key' | 'damaged';
  /** The byte of which one bit is turned. */
  readonly at?: number;
  readonly cut?: number;
}

function callOf({ hash, why, at, cut = 0 }: Wrong): Call {
  const sealed = new Uint8Array(sealedByNode(hash, dataOf(32)));
  const damaged = sealed.slice(0, sealed.length - cut);
  if (at !== undefined) damaged[at] = (damaged[at] ?? 0) ^ 1;
  switch (why) {
    case 'too-long':
      return call('refused', 'encrypt', OAEP, '$public', dataOf(mostOf(hash) + 1));
    case 'public-opens':
      return call('refused', 'decrypt', OAEP, '$public', sealed);
    case 'private-seals':
      return call('refused', 'encrypt', OAEP, '$private', dataOf(32));
    case 'other-hash':
      return call('refused', 'decrypt', OAEP, '$private', sealedByNode(otherHash(hash), dataOf(32)));
    default:
      return call('refused', 'decrypt', OAEP, '$private', damaged);
  }
}

const otherHash = (hash: string): string => (hash === 'SHA-256' ? 'SHA-1' : 'SHA-256');

export const sealsNoOaep = example({
  secret: true,
  input: (of: Wrong): Play => ({
    given: {},
    calls: [...halves(of.hash, of.why === 'other-key' ? 'RSA-2048-other' : 'RSA-2048'), callOf(of)],
    blind: true,
  }),
  probe: played,
  expect: () =>
    checked('a call that is refused', (told) => {
      told.value('private');
      told.value('public');
      told.refused('refused');
    }),
});

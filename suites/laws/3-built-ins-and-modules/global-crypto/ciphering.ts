/** 3/global-crypto/crypto-subtle-encrypt and decrypt, and keys that AES-KW wraps. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { changed, type Damage, damaged } from '../../support/damages.js';
import { byNode, call, endsAsNode, inViews, overwriting, refusable, refused, type SubtleCall } from './calls.js';
import { filler, type Half, importing, type KeyName, secretOf } from './keys.js';
import { defined } from './node-subtle.js';
import { carried, unwrapping, type WrappedKeyRow, wrappedByNode, wrappers } from './wrapping.js';

/** A cipher with its key and parameters; numbers of bytes represent bytes. */
interface Cipher {
  readonly by: 'AES-CBC' | 'AES-CTR' | 'AES-GCM' | 'RSA-OAEP';
  /** Bytes of the AES key. */
  readonly size?: number;
  /** The first block of a counter; the default is `BLOCK`. */
  readonly counter?: string;
  /** Bits of the counter. */
  readonly length?: number;
  readonly tagLength?: number;
  /** Bytes of additional data; an empty one differs from an omitted one. */
  readonly added?: number;
  /** Of RSA-OAEP. */
  readonly hash?: string;
  readonly key?: KeyName;
}

const BLOCK = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
const BYTES_OF_BLOCK = 16;
const OPERATIONS = ['encrypt', 'decrypt'] as const;

const addedOf = (added: number | undefined): Buffer | undefined =>
  added === undefined ? undefined : filler(added + 1).subarray(1);

/** The parameters of calls; undefined ones are omitted. */
function algorithmOf({ by: name, counter = BLOCK, length = 64, tagLength, added }: Cipher): object {
  if (name === 'RSA-OAEP') return { name };
  const start = Buffer.from(counter, 'hex');
  const initial = name === 'AES-CTR' ? { counter: start, length } : { iv: start };
  return defined({ name, ...initial, additionalData: addedOf(added), tagLength });
}

/** Imports the key, or both keys of an RSA-OAEP pair. */
function reading({ by: algorithm, size = 16, hash, key = 'RSA-2048' }: Cipher, usages: readonly string[] = OPERATIONS) {
  if (algorithm !== 'RSA-OAEP') return [importing('key', { algorithm, size }, 'private', usages)];
  const of = { algorithm, ...defined({ hash }), key };
  return [importing('public', of, 'public', ['encrypt']), importing('private', of, 'private', ['decrypt'])];
}

/** Encrypts or decrypts with the right key. */
function ciphering(as: string, member: (typeof OPERATIONS)[number], of: Cipher, data: Buffer): SubtleCall {
  const half = member === 'encrypt' ? '$public' : '$private';
  return call(as, member, algorithmOf(of), of.by === 'RSA-OAEP' ? half : '$key', data);
}

const sealedByNode = (of: Cipher, bytes: number): Buffer =>
  byNode([...reading(of), ciphering('sealed', 'encrypt', of, filler(bytes))]);

/** Encrypts this number of bytes, and decrypts Node's result. */
const both = (of: Cipher, bytes: number): readonly SubtleCall[] => [
  ciphering(`encrypt${bytes}`, 'encrypt', of, filler(bytes)),
  ciphering(`decrypt${bytes}`, 'decrypt', of, sealedByNode(of, bytes)),
];

/** Data of each size, in both directions. */
export const encryptsSizes = endsAsNode((of: Cipher & { readonly sizes: readonly number[] }) => [
  ...reading(of),
  ...of.sizes.flatMap((size) => both(of, size)),
]);

/** Calls with one key, each with other parameters. */
export const encryptsInTurn = endsAsNode((of: Cipher & { readonly turns: readonly Partial<Cipher>[] }) => [
  ...reading(of),
  ...of.turns.flatMap((turn, i) => both({ ...of, ...turn }, BYTES_OF_BLOCK + i)),
]);

/** As many blocks as there are counters are encrypted, and one more is refused. A host may refuse a counter that wraps. */
export const countsBlocks = endsAsNode((of: Cipher & { readonly bytes: number }) => {
  const counters = 2n ** BigInt(of.length ?? 0);
  const first = BigInt(`0x${of.counter ?? BLOCK}`) % counters;
  const blocks = BigInt(Math.ceil(of.bytes / BYTES_OF_BLOCK));
  const judged = blocks > counters ? refused : first + blocks > counters ? refusable : (one: SubtleCall) => one;
  const calls = OPERATIONS.map((member) => ciphering(member, member, of, filler(of.bytes)));
  return [...reading(of), ...calls.map(judged)];
});

/** One thing that differs between encryption and decryption: bytes that are damaged, or another value. */
interface CipherChange extends Cipher, Damage {
  readonly bytes: number;
  readonly of: 'data' | 'key' | 'iv' | 'counter' | 'additionalData' | 'tagLength' | 'nothing';
  /** The new value; omitted additional data have none. */
  readonly to?: number;
}

/** Changed data is decrypted as in Node, and refused if Node refuses. */
export const decryptsChanged = endsAsNode((row: CipherChange) => {
  const { by: name, of, to, at, cut, more } = row;
  const sealed = sealedByNode(row, row.bytes);
  const whole: { readonly [part: string]: unknown } = {
    ...algorithmOf(row),
    key: secretOf(row.size ?? 0),
    data: sealed,
  };
  const isDamaged = [at, cut, more].some((one) => one !== undefined);
  const other = of === 'tagLength' ? to : addedOf(to);
  const changes = { [of]: isDamaged && whole[of] instanceof Uint8Array ? damaged(Buffer.from(whole[of]), row) : other };
  const { key, data, ...algorithm } = { ...whole, ...(of === 'nothing' ? {} : changes) };
  return [
    call('key', 'importKey', 'raw', key, { name }, false, OPERATIONS),
    call('opened', 'decrypt', defined(algorithm), '$key', data),
  ];
});

/** Whole elements of every view. */
const VIEWED = 40;

/** Data and parameters are bytes of any kind; only the bytes of the view count. */
export const takesViews = endsAsNode((of: Cipher & { readonly kind: string }) => [
  ...reading(of),
  ...both(of, VIEWED).flatMap((one) => inViews(one, of.kind)),
]);

/** The arguments of a call may change after it was made. */
export const encryptsBeforeChange = endsAsNode((of: Cipher & { readonly changed: 'data' | 'start' | 'added' }) => {
  const start = of.by === 'AES-CTR' ? 'counter' : 'iv';
  const name = { data: '2', start, added: 'additionalData' }[of.changed];
  return [...reading(of), ...both(of, VIEWED).flatMap((one) => overwriting(one, name))];
});

/** Parameters, a key or data that neither encrypt nor decrypt accepts. */
interface WrongCipherCall {
  readonly by: Cipher['by'];
  /** The given algorithm. */
  readonly algorithm: Plain;
  /** Usages of the key; by default both. */
  readonly usages?: readonly string[];
  /** The tested calls; by default both. */
  readonly tried?: 'encrypt' | 'decrypt';
  /** The value in place of the key. */
  readonly key?: Plain;
}

/** Calls that are refused, with data that is valid for the other direction. */
export const refusesCall = endsAsNode(({ by, algorithm, usages, tried, key = '$key' }: WrongCipherCall) => {
  const data = sealedByNode({ by }, VIEWED);
  const members = OPERATIONS.filter((member) => tried === undefined || member === tried);
  const calls = members.map((member) => call(member, member, decode(algorithm), decode(key), data));
  return [...reading({ by }, usages), ...calls.map(refused)];
});

/** A call of RSA-OAEP with a key of the pair. The data to decrypt was encrypted in another way, or is damaged. */
interface WrongOaepCall extends Cipher, Damage {
  readonly member: 'encrypt' | 'decrypt';
  readonly half: Half;
  readonly bytes?: number;
  readonly sealed?: Partial<Cipher>;
}

export const refusesOaep = endsAsNode(({ member, half, bytes = 32, sealed, ...of }: WrongOaepCall) => {
  const data = member === 'encrypt' ? filler(bytes) : damaged(sealedByNode({ ...of, ...sealed }, bytes), of);
  return [...reading(of), refused(call('wrong', member, algorithmOf(of), `$${half}`, data))];
});

/** Keys of this number of bytes, which a key of AES-KW of `size` bytes wraps. */
interface KeyWrapRow {
  readonly size: number;
  readonly sizes: readonly number[];
}

const carriedBy = ({ size }: KeyWrapRow, bytes = 0): WrappedKeyRow => ({
  ...{ by: 'AES-KW', format: 'raw', carried: 'hmac' },
  ...{ size, bytes },
});

/** Keys of each size, in both directions. */
export const wrapsSizes = endsAsNode((of: KeyWrapRow) => [
  ...wrappers(carriedBy(of)),
  ...of.sizes.flatMap((bytes) => carried(carriedBy(of, bytes))),
]);

/** One flipped bit in any block makes a wrapped key invalid. */
export const unwrapsNone = endsAsNode((of: KeyWrapRow) => {
  const damagedKeys = (bytes: number): readonly SubtleCall[] => {
    const whole = wrappedByNode(carriedBy(of, bytes));
    const changes = Array.from({ length: whole.length / 8 }, (_, block) =>
      changed(whole, block * 8 + (block % 8), 1 << (block % 8)),
    );
    return changes.map((one, i) => refused(unwrapping(carriedBy(of, bytes), one, { as: `changed${bytes}_${i}` })));
  };
  return [...wrappers(carriedBy(of)), ...of.sizes.flatMap(damagedKeys)];
});

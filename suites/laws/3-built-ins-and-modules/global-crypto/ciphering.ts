/** 3/global-crypto/crypto-subtle-encrypt and decrypt with AES, and keys that AES-KW wraps. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { changed, damaged } from '../../support/damages.js';
import { byNode, call, endsAsNode, keeping, overwriting, refusable, refused, type SubtleCall, view } from './calls.js';
import { filler, secretOf } from './fixed-keys.js';
import { defined } from './node-subtle.js';
import { carried, unwrapping, type WrappedKeyRow, wrappedByNode, wrappers } from './wrapping.js';

/** A cipher with its key and parameters; numbers of bytes stand for bytes. */
interface AesCipher {
  readonly by: 'AES-CBC' | 'AES-CTR' | 'AES-GCM';
  /** Bytes of the key. */
  readonly size: number;
  /** The first block of a counter; in all other cases it is `BLOCK`. */
  readonly counter?: string;
  /** Bits of the counter. */
  readonly length?: number;
  readonly tagLength?: number;
  /** Bytes of additional data; none is not the same as nothing said of them. */
  readonly added?: number;
}

/** All that goes into a cipher besides the data. */
interface CipherInputs {
  readonly key: Buffer;
  readonly start: Buffer;
  readonly added: Buffer | undefined;
  readonly tagLength: number | undefined;
}

const BLOCK = Buffer.from('f0e1d2c3b4a5968778695a4b3c2d1e0f', 'hex');
const BYTES_OF_BLOCK = 16;

const partsOf = ({ size, counter, tagLength, added }: AesCipher): CipherInputs => ({
  key: secretOf(size),
  start: counter === undefined ? BLOCK : Buffer.from(counter, 'hex'),
  added: added === undefined ? undefined : filler(added + 1).subarray(1),
  tagLength,
});

/** The parameters as calls are given them; what is not said is not there. */
function algorithmOf({ by: name, length = 64 }: AesCipher, { start, added, tagLength }: CipherInputs): object {
  const initial = name === 'AES-CTR' ? { counter: start, length } : { iv: start };
  return defined({ name, ...initial, additionalData: added, tagLength });
}

const imported = (by: string, key: Buffer, usages: readonly string[] = ['encrypt', 'decrypt']): SubtleCall =>
  call('key', 'importKey', 'raw', key, { name: by }, false, usages);

function sealedByNode(of: AesCipher, data: Buffer): Buffer {
  const parts = partsOf(of);
  return byNode([imported(of.by, parts.key), call('sealed', 'encrypt', algorithmOf(of, parts), '$key', data)]);
}

/** Data of each size, in both directions. */
export const seals = endsAsNode((of: AesCipher & { readonly sizes: readonly number[] }) => {
  const algorithm = algorithmOf(of, partsOf(of));
  const both = (size: number): readonly SubtleCall[] => [
    call(`sealed${size}`, 'encrypt', algorithm, '$key', filler(size)),
    call(`opened${size}`, 'decrypt', algorithm, '$key', sealedByNode(of, filler(size))),
  ];
  return [imported(of.by, secretOf(of.size)), ...of.sizes.flatMap(both)];
});

/** As many blocks as there are counters are encrypted, and one more is refused. Where the counter wraps, a host may refuse. */
export const counts = endsAsNode((of: AesCipher & { readonly bytes: number }) => {
  const { key, start } = partsOf(of);
  const counters = 2n ** BigInt(of.length ?? 0);
  const first = BigInt(`0x${start.toString('hex')}`) % counters;
  const blocks = BigInt(Math.ceil(of.bytes / BYTES_OF_BLOCK));
  const judged = (one: SubtleCall): SubtleCall =>
    blocks > counters ? refused(one) : first + blocks > counters ? refusable(one) : one;
  const both = ['encrypt', 'decrypt'].map((member) =>
    judged(call(member, member, algorithmOf(of, partsOf(of)), '$key', filler(of.bytes))),
  );
  return [imported(of.by, key), ...both];
});

/** One thing that differs between encryption and decryption. */
interface CipherChange extends AesCipher {
  readonly bytes: number;
  readonly of: 'data' | 'start' | 'added' | 'key' | 'tagLength' | 'nothing';
  /** A bit of the byte there is turned; from the end, where it is negative. */
  readonly at?: number;
  /** So many bytes are missing at the end, or are there besides. */
  readonly cut?: number;
  readonly more?: number;
  /** Instead of it; additional data that are left out have none. */
  readonly to?: number;
}

function partsForOpening(of: CipherChange, data: Buffer): CipherInputs & { readonly data: Buffer } {
  const parts = { ...partsOf(of), data };
  if (of.of === 'nothing') return parts;
  if (of.of === 'tagLength') return { ...parts, tagLength: of.to };
  const isChanged = of.of !== 'added' || of.at !== undefined || of.cut !== undefined || of.more !== undefined;
  if (isChanged) return { ...parts, [of.of]: damaged(parts[of.of] ?? Buffer.of(), of) };
  return { ...parts, added: of.to === undefined ? undefined : filler(of.to) };
}

/** What was changed is decrypted as Node decrypts it, which is not at all where Node refuses. */
export const opens = endsAsNode((of: CipherChange) => {
  const parts = partsForOpening(of, sealedByNode(of, filler(of.bytes)));
  return [imported(of.by, parts.key), call('opened', 'decrypt', algorithmOf(of, parts), '$key', parts.data)];
});

/** Whole elements of every view. */
const VIEWED = 40;

/** A call of each operation, and its bytes by the names that it has for them. */
const named = (
  of: AesCipher,
): readonly (readonly [operation: string, bytes: { readonly [name: string]: Uint8Array }, SubtleCall])[] =>
  (['encrypt', 'decrypt'] as const).map((operation) => {
    const parts = Object.entries(algorithmOf(of, partsOf(of)));
    const data = operation === 'encrypt' ? filler(VIEWED) : sealedByNode(of, filler(VIEWED));
    const all = [...parts, ['data', data] as const].filter(([, value]) => value instanceof Uint8Array);
    const bytes = Object.fromEntries(all.map(([name, value]) => [`${operation}_${name}`, value]));
    const isNamed = (name: string): boolean => `${operation}_${name}` in bytes;
    const algorithm = parts.map(([name, value]) => [name, isNamed(name) ? `$${operation}_${name}` : value]);
    return [operation, bytes, call(operation, operation, Object.fromEntries(algorithm), '$key', `$${operation}_data`)];
  });

/** Data and parameters are bytes of any kind, of which only those count that a view shows. */
export const seesBytes = endsAsNode((of: AesCipher & { readonly kind: string }) => [
  imported(of.by, secretOf(of.size)),
  ...named(of).flatMap(([, bytes, one]) => [
    ...Object.entries(bytes).map(([name, value]) => view(name, of.kind, value)),
    one,
  ]),
]);

/** What a call was given may change once it was made. */
export const keepsBytes = endsAsNode((of: AesCipher & { readonly changed: 'data' | 'start' | 'added' }) => {
  const start = of.by === 'AES-CTR' ? 'counter' : 'iv';
  const changed = { data: 'data', start, added: 'additionalData' }[of.changed];
  const calls = named(of).flatMap(([operation, bytes, one]) => [
    ...keeping(bytes),
    overwriting(`${operation}_${changed}`, one),
  ]);
  return [imported(of.by, secretOf(of.size)), ...calls];
});

/** Parameters, a key or data with which neither encrypt nor decrypt does anything. */
interface WrongCipherCall {
  readonly by: AesCipher['by'];
  /** What stands for the algorithm. */
  readonly algorithm: Plain;
  /** Usages of the key, which has both without. */
  readonly usages?: readonly string[];
  /** What is tried, which is both without. */
  readonly tried?: 'encrypt' | 'decrypt';
  /** What stands for the key. */
  readonly key?: Plain;
}

/** Calls that are refused, with data that are right for the other direction. */
export const sealsNothing = endsAsNode((of: WrongCipherCall) => {
  const { by, usages, tried } = of;
  const key = of.key === undefined ? '$key' : decode(of.key);
  const data = sealedByNode({ by, size: 16 }, filler(VIEWED));
  const members = tried === undefined ? ['encrypt', 'decrypt'] : [tried];
  return [
    imported(by, secretOf(16), usages),
    ...members.map((member) => refused(call(member, member, decode(of.algorithm), key, data))),
  ];
});

/** Keys of so many bytes, which a key of AES-KW of `size` bytes wraps. */
interface KeyWrapRow {
  readonly size: number;
  readonly sizes: readonly number[];
}

const carriedBy = ({ size }: KeyWrapRow, bytes: number): WrappedKeyRow => ({
  by: 'AES-KW',
  format: 'raw',
  carried: 'hmac',
  size,
  bytes,
});

/** Keys of each size, in both directions. */
export const wraps = endsAsNode((of: KeyWrapRow) => [
  ...wrappers(carriedBy(of, 0)),
  ...of.sizes.flatMap((bytes) => carried(carriedBy(of, bytes))),
]);

/** One bit that is turned in any block makes a wrapped key none. */
export const unwrapsNone = endsAsNode((of: KeyWrapRow) => {
  const damaged = (bytes: number): readonly SubtleCall[] => {
    const whole = wrappedByNode(carriedBy(of, bytes));
    const changes = Array.from({ length: whole.length / 8 }, (_, block) =>
      changed(whole, block * 8 + (block % 8), 1 << (block % 8)),
    );
    return changes.map((one, i) => refused(unwrapping(carriedBy(of, bytes), one, { as: `changed${bytes}_${i}` })));
  };
  return [...wrappers(carriedBy(of, 0)), ...of.sizes.flatMap(damaged)];
});

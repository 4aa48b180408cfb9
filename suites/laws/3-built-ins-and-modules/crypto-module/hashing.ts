/** 3/crypto-module: hashes and HMACs. The oracles are the vectors of the standards and Node's crypto. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { equal, matches, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes, cutInPieces, fourElements, unicodeText, viewOf } from '../../support/arbitraries.js';
import { differential, type Tools } from '../../support/differential.js';
import { type HashWork, KEY } from './copies.js';

/** Repeated text, or a part of a typed array; otherwise the data unchanged. */
type HashPiece = {
  readonly data: unknown;
  readonly times?: number;
  readonly part?: readonly [from: number, to: number];
};

interface HashOrder {
  readonly algorithm: string;
  readonly key: HashPiece | undefined;
  readonly pieces: readonly HashPiece[];
  /** Null: `digest` is called without it. */
  readonly encoding: string | null;
}

const digested = ({ algorithm, key, pieces, encoding }: HashOrder, t: Tools): unknown => {
  const given = (piece: HashPiece): unknown => {
    if (piece.times !== undefined) return t.invoke(piece.data, 'repeat', [piece.times]);
    return piece.part === undefined ? piece.data : t.invoke(piece.data, 'subarray', piece.part);
  };
  const work = key === undefined ? t.crypto.createHash(algorithm) : t.crypto.createHmac(algorithm, given(key));
  pieces.forEach((piece) => {
    work.update(given(piece));
  });
  return encoding === null ? work.digest() : work.digest(encoding);
};

const orderOf = ({ algorithm, work }: HashWork, pieces: readonly HashPiece[], encoding: string | null = 'hex') => {
  return { algorithm, key: work === 'hmac' ? { data: KEY } : undefined, pieces, encoding };
};

type RepeatedData = ({ readonly hex: string } | { readonly text: string }) & { readonly times?: number };
interface HashVector extends HashWork {
  readonly secret?: RepeatedData;
  readonly message: RepeatedData;
  readonly digests: { readonly [algorithm: string]: string };
  /** The default is hex. */
  readonly encoding?: string;
  /** The standard shows the beginning of the digest. */
  readonly cut?: boolean;
}

const repeated = ({ times = 1, ...of }: RepeatedData): HashPiece =>
  'hex' in of ? { data: Buffer.from(of.hex.repeat(times), 'hex') } : { data: of.text, times };

export const vector = example({
  input: ({ secret, message, encoding, ...work }: HashVector): HashOrder => ({
    ...orderOf(work, [repeated(message)], encoding),
    key: secret === undefined ? undefined : repeated(secret),
  }),
  probe: digested,
  expect: ({ algorithm, digests, cut }) => {
    const digest = digests[algorithm] ?? 'none';
    return cut ? matches(new RegExp(`^${digest}`)) : equal(digest);
  },
});

const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const whole = (data: unknown): HashPiece[] => [{ data }];

/** Drawn data for an algorithm or a kind of view. */
const DRAWN = {
  nothing: () => fc.constantFrom([], whole(''), whole(new Uint8Array()), ['', new Uint8Array()].flatMap(whole)),
  bytes: () => bytes(200).map(whole),
  text: () => unicodeText(60).map(whole),
  pieces: () => fc.tuple(cutInPieces(bytes(160)), unicodeText(8)).map((all) => all.flat().flatMap(whole)),
  blocks: ({ block = 64 }) => aroundBlocks(block).chain((length) => fc.oneof(sized(length), filled(length)).map(whole)),
  'longer-than-block': ({ block = 64 }) =>
    fc.integer({ min: block + 1, max: block + 40 }).chain((length) => sized(length).map(whole)),
  view: ({ view = 'Uint8Array' }) => viewOf(view).map(whole),
  part: ({ view = 'Uint8Array' }) =>
    fc
      .tuple(viewOf(view), fc.integer({ min: 1, max: 8 }), fc.nat({ max: 8 }))
      .map(([data, from, size]) => [{ data, part: [from, from + size] }]),
  inner: ({ view = 'Uint8Array' }) => fc.constant([{ data: fourElements(view), part: [1, 3] }]),
} satisfies { readonly [of: string]: (of: Omit<HashWork, 'algorithm'>) => fc.Arbitrary<HashPiece[]> };

/** Lengths at which padding needs another block, or just does not. */
const aroundBlocks = (block: number): fc.Arbitrary<number> =>
  fc
    .tuple(fc.nat({ max: 3 }), fc.oneof(fc.constantFrom(-17, -16, -9, -8, -1, 0, 1), fc.integer({ min: -18, max: 2 })))
    .map(([blocks, more]) => Math.max(0, blocks * block + more));

const filled = (length: number) => fc.nat({ max: 255 }).map((byte) => new Uint8Array(length).fill(byte));

/** Digests with one algorithm or any of several. The drawn data is added, or is the key. */
interface Digests extends Omit<HashWork, 'algorithm'> {
  readonly algorithm: string | readonly string[];
  readonly of: keyof typeof DRAWN;
  readonly as?: 'key';
  readonly encoding?: string | null;
}

export const digests = differential(
  ({ algorithm, of, as, encoding, ...work }: Digests) =>
    fc
      .tuple(fc.constantFrom(...[algorithm].flat()), DRAWN[of](work), bytes(20).map(whole))
      .map(([one, pieces, message]) => {
        const order = orderOf({ ...work, algorithm: one }, as === 'key' ? message : pieces, encoding);
        return as === 'key' ? { ...order, key: pieces[0] } : order;
      }),
  digested,
);

/** Whichever call throws: the first, `update` or `digest`. */
export const refuses = example({
  input: ({ data = 'abc', encoding, ...work }: HashWork & { data?: Plain; encoding?: string; error?: 'TypeError' }) =>
    orderOf(work, whole(decode(data)), encoding),
  probe: digested,
  expect: ({ error }) => (error === undefined ? throws() : throws(error)),
});

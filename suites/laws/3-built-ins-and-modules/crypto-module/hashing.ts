/**
 * 3/crypto-module: hashes and HMACs. The oracles are the vectors of the standards and Node's crypto. A law whose data has a
 * key speaks of an HMAC, else of a hash.
 */

import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import {
  bytes,
  cutInPieces,
  fourElements,
  shown,
  type TypedArray,
  unicodeText,
  type ViewKind,
  viewOf,
} from '../../support/arbitraries.js';

export { absent, present } from '../../support/common.js';
export { copyIsNotThere, copyIsThere, sideBySide } from './copies.js';
export { innerElementsAsKey, keyAroundBlock, keyOfAnyKind, keyText, longKeyIsHashed } from './keys.js';

/** What a law is told; `key` makes it an HMAC. `block`, in bytes, is for the laws that ask for it. */
interface Work {
  readonly algorithm: string;
  readonly key?: string;
  readonly block?: number;
}

/** How a probe begins: `t.crypto[make](algorithm, key)`. A hash ignores the key. */
interface Begin {
  readonly make: 'createHash' | 'createHmac';
  readonly algorithm: string;
  readonly key: string;
}

/** Bytes as hexadecimal digits or as text in UTF-8, so many times over. */
type Octets = ({ readonly hex: string } | { readonly text: string }) & { readonly times?: number };

interface Digests {
  readonly algorithm: string;
  readonly digests: { readonly [algorithm: string]: string };
}
type HashVector = Digests & { readonly text: string; readonly times?: number };
type HmacVector = Digests & { readonly key: Octets; readonly message: Octets };

const begin = ({ algorithm, key }: Work): Begin => ({
  make: key === undefined ? 'createHash' : 'createHmac',
  algorithm,
  key: key ?? '',
});
const begun = ({ algorithm, key }: Work): Hash | Hmac =>
  key === undefined ? createHash(algorithm) : createHmac(algorithm, key);
const hexOf = (work: Work, data: Uint8Array | string): string => begun(work).update(data).digest('hex');

function digestIn({ digests, algorithm }: Digests): string {
  const digest = digests[algorithm];
  if (digest === undefined) throw new Error(`the table has no digest of ${algorithm}`);
  return digest;
}

function octets(of: Octets): Buffer {
  const once = 'hex' in of ? Buffer.from(of.hex, 'hex') : Buffer.from(of.text);
  return Buffer.concat(Array.from({ length: of.times ?? 1 }, () => once));
}

/** A vector of the standard: `text`, `times` times over, in one update. */
export const hashVector = example({
  input: ({ algorithm, text, times = 1 }: HashVector) => ({ algorithm, text, times }),
  probe: (input: { algorithm: string; text: string; times: number }, t) =>
    t.crypto.createHash(input.algorithm).update(input.text.repeat(input.times)).digest('hex'),
  expect: (vector) => equal(digestIn(vector)),
});

/** A vector of the standard. RFC 4231 gives one digest shortened, so only as many digits as it gives are compared. */
export const hmacVector = example({
  input: (vector: HmacVector) => ({
    algorithm: vector.algorithm,
    key: octets(vector.key),
    message: octets(vector.message),
    digits: digestIn(vector).length,
  }),
  probe: (input: { algorithm: string; key: Buffer; message: Buffer; digits: number }, t) =>
    `${t.crypto.createHmac(input.algorithm, input.key).update(input.message).digest('hex')}`.slice(0, input.digits),
  expect: (vector) => equal(digestIn(vector)),
});

export const anyBytes = property({
  inputs: (work: Work) => bytes(200).map((data) => ({ ...begin(work), data })),
  probe: (input: Begin & { data: Uint8Array }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data).digest('hex'),
  expect: ({ data }, work) => equal(hexOf(work, data)),
});

/** A string counts as its UTF-8. */
export const anyText = property({
  inputs: (work: Work) => unicodeText(60).map((data) => ({ ...begin(work), data })),
  probe: (input: Begin & { data: string }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data).digest('hex'),
  expect: ({ data }, work) => equal(hexOf(work, data)),
});

/** Lengths at which the padding needs a block of its own, or just does not; `block` is in bytes. */
export const aroundBlocks = property({
  inputs: ({ block, ...work }: Work & { readonly block: number }) =>
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -18, max: 2 }), fc.nat({ max: 255 }))
      .map(([blocks, more, byte]) => ({ ...begin(work), length: blocks * block + more, byte })),
  probe: (input: Begin & { length: number; byte: number }, t) =>
    t.crypto[input.make](input.algorithm, input.key)
      .update(new Uint8Array(input.length).fill(input.byte))
      .digest('hex'),
  expect: ({ length, byte }, work) => equal(hexOf(work, Buffer.alloc(length, byte))),
});

/** However the data is cut into updates, of bytes and of text. */
export const anyPieces = property({
  inputs: (work: Work) =>
    fc
      .tuple(cutInPieces(bytes(160)), unicodeText(8))
      .map(([pieces, text]) => ({ ...begin(work), pieces: [...pieces, text] })),
  probe: (input: Begin & { pieces: (Uint8Array | string)[] }, t) => {
    const work = t.crypto[input.make](input.algorithm, input.key);
    for (let i = 0; i < input.pieces.length; i++) work.update(input.pieces[i]);
    return work.digest('hex');
  },
  expect: ({ pieces }, work) => equal(hexOf(work, Buffer.concat(pieces.map((piece) => Buffer.from(piece))))),
});

/** A typed array counts as the bytes that it shows: all of its memory, or those of a part that `subarray` gives. */
export const anyView = property({
  inputs: ({ view, part, ...work }: Work & { readonly view: ViewKind; readonly part: boolean }) =>
    fc.tuple(viewOf(view), fc.nat({ max: 8 }), fc.nat({ max: 8 })).map(([data, a, b]) => ({
      ...begin(work),
      data,
      ...(part ? { from: 1 + Math.min(a, b), to: 1 + Math.max(a, b) } : { from: 0, to: 8 }),
    })),
  probe: (input: Begin & { data: TypedArray; from: number; to: number }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data.subarray(input.from, input.to)).digest('hex'),
  expect: ({ data, from, to }, work) => equal(hexOf(work, shown(data.subarray(from, to)))),
});

/** The second and third of four elements. */
export const innerElements = example({
  input: ({ view, ...work }: Work & { readonly view: ViewKind }) => ({ ...begin(work), data: fourElements(view) }),
  probe: (input: Begin & { data: TypedArray }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data.subarray(1, 3)).digest('hex'),
  expect: ({ view, ...work }) => equal(hexOf(work, shown(fourElements(view).subarray(1, 3)))),
});

export const chaining = example({
  input: begin,
  probe: (input: Begin, t) => {
    const work = t.crypto[input.make](input.algorithm, input.key);
    return work.update('a') === work;
  },
  expect: () => equal(true),
});

/** A digest to which nothing was added is that of no bytes. */
export const nothingAdded = example({
  input: begin,
  probe: (input: Begin, t) => t.crypto[input.make](input.algorithm, input.key).digest('hex'),
  expect: (work: Work) => equal(hexOf(work, '')),
});

/** Digests of several algorithms in one encoding. */
export const inEncoding = property({
  inputs: ({ algorithms, encoding, ...work }: Encoded) =>
    fc
      .tuple(fc.constantFrom(...algorithms), bytes(40))
      .map(([algorithm, data]) => ({ ...begin({ ...work, algorithm }), encoding, data })),
  probe: (input: Begin & { encoding: string; data: Uint8Array }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data).digest(input.encoding),
  expect: ({ algorithm, data }, { encoding, ...work }) =>
    equal(
      begun({ ...work, algorithm })
        .update(data)
        .digest(encoding),
    ),
});

interface Encoded extends Omit<Work, 'algorithm'> {
  readonly algorithms: readonly string[];
  readonly encoding: 'hex' | 'base64' | 'base64url';
}

/** Without an encoding: a Buffer with the bytes of the digest. */
export const asBuffer = property({
  inputs: (work: Work) => bytes(40).map((data) => ({ ...begin(work), data })),
  probe: (input: Begin & { data: Uint8Array }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data).digest(),
  expect: ({ data }, work) => equal(begun(work).update(data).digest()),
});

/** Before digests were Buffers: a string of one character for each byte. */
export const asByteString = example({
  input: begin,
  probe: (input: Begin, t) => {
    const digest = t.crypto[input.make](input.algorithm, input.key).digest();
    return [typeof digest, digest.length];
  },
  expect: (work: Work) => equal(['string', begun(work).digest().length]),
});

/** What is refused once the digest was taken; the digest itself must have been right. */
export const refusedAfterDigest = example({
  input: ({ then, args, ...work }: Work & { readonly then: string; readonly args: readonly string[] }) => ({
    ...begin(work),
    then,
    args,
  }),
  probe: (input: Begin & { then: string; args: readonly string[] }, t) => {
    const work = t.crypto[input.make](input.algorithm, input.key).update('abc');
    return [work.digest('hex'), t.attempt(() => t.invoke(work, input.then, input.args))[0]];
  },
  expect: (work) => equal([hexOf(work, 'abc'), 'threw']),
});

export const refusedEncoding = example({
  input: ({ encoding, ...work }: Work & { readonly encoding: string }) => ({ ...begin(work), encoding }),
  probe: (input: Begin & { encoding: string }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update('abc').digest(input.encoding),
  expect: () => throws(),
});

/** Refused when the work begins, or at the latest when it ends. */
export const refusedAlgorithm = example({
  input: begin,
  probe: (input: Begin, t) => t.crypto[input.make](input.algorithm, input.key).update('abc').digest('hex'),
  expect: () => throws(),
});

/** Data that is neither text nor a typed array. */
export const otherData = example({
  input: ({ data, ...work }: Work & { readonly data: Plain }) => ({ ...begin(work), data: decode(data) }),
  probe: (input: Begin & { data: unknown }, t) =>
    t.crypto[input.make](input.algorithm, input.key).update(input.data).digest('hex'),
  expect: () => throws('TypeError'),
});

/** 3/crypto-module/crypto-create-hmac: the keys of HMACs. The oracle is Node's crypto. */

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import {
  bytes,
  fourElements,
  shown,
  type TypedArray,
  unicodeText,
  type ViewKind,
  viewOf,
} from '../../support/arbitraries.js';

/** `block`, in bytes, is for the laws that ask for it. */
interface Algorithm {
  readonly algorithm: string;
  readonly block?: number;
}
type Blocks = Required<Algorithm>;

/** Keys that fill a block, or just do not, or need to be hashed first. */
export const keyAroundBlock = property({
  inputs: ({ algorithm, block }: Blocks) =>
    fc
      .tuple(
        fc.constantFrom(0, 1, block - 1, block, block + 1, 2 * block, 3 * block + 1),
        fc.nat({ max: 255 }),
        bytes(20),
      )
      .map(([length, byte, data]) => ({ algorithm, length, byte, data })),
  probe: (input: { algorithm: string; length: number; byte: number; data: Uint8Array }, t) =>
    t.crypto
      .createHmac(input.algorithm, new Uint8Array(input.length).fill(input.byte))
      .update(input.data)
      .digest('hex'),
  expect: ({ algorithm, length, byte, data }) =>
    equal(createHmac(algorithm, Buffer.alloc(length, byte)).update(data).digest('hex')),
});

/** RFC 2104: a key longer than a block stands for its digest. */
export const longKeyIsHashed = property({
  inputs: ({ algorithm, block }: Blocks) =>
    fc
      .tuple(fc.uint8Array({ minLength: block + 1, maxLength: block + 40 }), bytes(20))
      .map(([key, data]) => ({ algorithm, key, data })),
  probe: (input: { algorithm: string; key: Uint8Array; data: Uint8Array }, t) => {
    const short = t.crypto.createHash(input.algorithm).update(input.key).digest();
    return [
      t.crypto.createHmac(input.algorithm, short).update(input.data).digest('hex'),
      t.crypto.createHmac(input.algorithm, input.key).update(input.data).digest('hex'),
    ];
  },
  expect: ({ algorithm, key, data }) => {
    const digest = createHmac(algorithm, key).update(data).digest('hex');
    return equal([digest, digest]);
  },
});

/** A string as key counts as its UTF-8. */
export const keyText = property({
  inputs: ({ algorithm }: Algorithm) =>
    fc.tuple(unicodeText(40), bytes(20)).map(([key, data]) => ({ algorithm, key, data })),
  probe: (input: { algorithm: string; key: string; data: Uint8Array }, t) =>
    t.crypto.createHmac(input.algorithm, input.key).update(input.data).digest('hex'),
  expect: ({ algorithm, key, data }) => equal(createHmac(algorithm, Buffer.from(key)).update(data).digest('hex')),
});

/** A typed array as key counts as the bytes that it shows: all of its memory, or those of a part of it. */
export const keyOfAnyKind = property({
  inputs: ({ algorithm, view, part }: Algorithm & { readonly view: ViewKind; readonly part: boolean }) =>
    fc.tuple(viewOf(view), fc.nat({ max: 8 }), fc.nat({ max: 8 })).map(([key, a, b]) => ({
      algorithm,
      key,
      ...(part ? { from: 1 + Math.min(a, b), to: 1 + Math.max(a, b) } : { from: 0, to: 8 }),
    })),
  probe: (input: { algorithm: string; key: TypedArray; from: number; to: number }, t) =>
    t.crypto.createHmac(input.algorithm, input.key.subarray(input.from, input.to)).update('abc').digest('hex'),
  expect: ({ algorithm, key, from, to }) =>
    equal(
      createHmac(algorithm, shown(key.subarray(from, to)))
        .update('abc')
        .digest('hex'),
    ),
});

/** The second and third of four elements as key. */
export const innerElementsAsKey = example({
  input: ({ algorithm, view }: Algorithm & { readonly view: ViewKind }) => ({ algorithm, key: fourElements(view) }),
  probe: (input: { algorithm: string; key: TypedArray }, t) =>
    t.crypto.createHmac(input.algorithm, input.key.subarray(1, 3)).update('abc').digest('hex'),
  expect: ({ algorithm, view }) =>
    equal(
      createHmac(algorithm, shown(fourElements(view).subarray(1, 3)))
        .update('abc')
        .digest('hex'),
    ),
});

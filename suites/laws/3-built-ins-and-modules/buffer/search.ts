/** Searching in Buffers: 3/buffer-module/buf-index-of, buf-includes and buf-last-index-of. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { differential, differentialExample, type Tools } from '../../support/differential.js';
import { callAll, callOn, returned, type Series } from './series.js';
import { type BytesEncoding, bytesOf, someText } from './texts.js';

export { atSizes } from '../../support/sizes.js';
export { onViews } from '../../support/views.js';
export { callsInTurn } from './series.js';

interface Member {
  readonly member: 'indexOf' | 'includes' | 'lastIndexOf';
}

/** What is looked for. Without an encoding a text is utf8. */
interface Kind {
  readonly sought: 'number' | 'buffer' | 'bytes' | 'text' | 'nothing';
  readonly encoding?: BytesEncoding;
}

/** What is looked for, and the bytes that it stands for. */
type Sought = readonly [value: Uint8Array | string | number, bytes: Uint8Array];

function soughts({ sought, encoding = 'utf8' }: Kind, least: number): fc.Arbitrary<Sought> {
  const some = bytes(4).filter(({ length }) => length > 0);
  switch (sought) {
    case 'number':
      return fc
        .oneof(fc.constantFrom(least, 1, 127, 128, 255), fc.integer({ min: least, max: 255 }))
        .map((n) => [n, Uint8Array.of(n)]);
    case 'buffer':
      return some.map((drawn) => [Buffer.from(drawn), drawn]);
    case 'bytes':
      return some.map((drawn) => [drawn, drawn]);
    case 'text':
      return someText({ encoding }).map((drawn) => [drawn.text, bytesOf(drawn)]);
    case 'nothing':
      return fc.constantFrom('', Buffer.alloc(0)).map((value) => [value, Buffer.alloc(0)]);
  }
}

/** Bytes among which those sought stand whole up to three times, and their beginning and end besides. */
function haystackFor(sought: Uint8Array): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    { weight: 2, arbitrary: bytes(4) },
    { weight: 2, arbitrary: fc.constant(sought) },
    { weight: 1, arbitrary: fc.constantFrom(sought.subarray(1), sought.subarray(0, -1)) },
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => Buffer.concat(pieces));
}

/** A Buffer to search in that begins inside its memory, and arguments; 0 is not looked for from the end. */
const searches = (kind: Kind, offsets: (length: number) => fc.Arbitrary<readonly number[]>, least = 0) =>
  fc.tuple(soughts(kind, least), bytes(3)).chain(([[value, sought], before]) =>
    haystackFor(sought).chain((haystack) =>
      offsets(haystack.length).map((offset) => ({
        memory: Buffer.concat([before, haystack]),
        skipped: before.length,
        args: [value, ...offset, ...(kind.encoding === undefined ? [] : [kind.encoding])],
      })),
    ),
  );

export const finds = differential(
  ({ member, from, ...kind }: Member & Kind & { from?: boolean }) =>
    searches(
      kind,
      (length) => {
        const most = kind.sought === 'nothing' ? length : length + 2;
        return from === true ? fc.nat({ max: most }).map((at) => [at]) : fc.constant([]);
      },
      member === 'lastIndexOf' ? 1 : 0,
    ).map(({ args, ...memory }): Series => ({ ...memory, calls: [callOn('buf', member, ...args)] })),
  callAll,
);

/** Offsets may be negative, whatever that means. */
export const agrees = differential(
  (kind: Kind) => searches(kind, () => fc.integer({ min: -12, max: 12 }).map((at) => [at])),
  ({ memory, args }: { memory: Buffer; args: readonly unknown[] }, t: Tools) =>
    t.invoke(memory, 'includes', args) === (t.invoke(memory, 'indexOf', args) !== -1),
);

/** Each byte is there once, at its own index. */
export const findsEvery = differentialExample(
  ({ member, least }: Member & { least: number }): Series => ({
    memory: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    skipped: 0,
    calls: Array.from({ length: 256 - least }, (_, i) => callOn('buf', member, i + least)),
  }),
  callAll,
);

/** A row of a table that serves all members: what is looked for, and where it begins first and last. */
interface Vector extends Member {
  readonly value: Plain;
  readonly byteOffset?: number;
  readonly first: number;
  readonly last: number;
}

const PICKED: { readonly [member in Member['member']]: (found: Vector) => number | boolean } = {
  indexOf: ({ first }) => first,
  includes: ({ first }) => first !== -1,
  lastIndexOf: ({ last }) => last,
};

export const vector = example({
  input: ({ member, value, byteOffset }: Vector): Series => ({
    memory: Buffer.from('ee010203010203', 'hex'),
    skipped: 1,
    calls: [callOn('buf', member, decode(value), ...(byteOffset === undefined ? [] : [byteOffset]))],
  }),
  probe: callAll,
  expect: (row) => record({ outcomes: returned(PICKED[row.member](row)) }),
});

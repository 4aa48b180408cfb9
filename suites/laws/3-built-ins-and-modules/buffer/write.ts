/** Strings written into Buffers: 3/buffer-module/buf-write. */
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { differential, differentialExample } from '../../support/differential.js';
import { callAll, callOn, placeFor, returned, type Series } from './series.js';
import { type BytesEncoding, bytesOf, cuttableText, type EncodedText, someText } from './texts.js';

export { atSizes } from '../../support/sizes.js';

interface Vector extends EncodedText {
  /** In hex. */
  readonly bytes: string;
  /** Of the Buffer; without it there is no byte to spare. */
  readonly size?: number;
  readonly offset?: number;
  readonly returned?: boolean;
}

/** Into bytes that are all 0xee. */
export const vector = example({
  input: ({ text, encoding, bytes, offset, size = bytes.length / 2, returned = false }: Vector): Series => {
    const args = offset === undefined ? [text, encoding] : [text, offset, encoding];
    return { memory: Buffer.alloc(size, 0xee), skipped: 0, calls: [callOn('buf', 'write', ...args)], returned };
  },
  probe: callAll,
  expect: (of) => {
    const written = Buffer.from(of.bytes, 'hex');
    const memory = Buffer.alloc(of.size ?? written.length, 0xee);
    memory.set(written, of.offset);
    return equal({ outcomes: of.returned ? returned(written.length) : [['returned']], memory });
  },
});

interface Writing {
  /** Left out, and utf8, where there is none. */
  readonly encoding?: BytesEncoding;
  readonly given: 'nothing' | 'offset' | 'offset-and-length';
  /** The text does not fit whole: cut between characters, or anywhere. */
  readonly cut?: 'between' | 'anywhere';
}

/** A text and the length of its place. */
function texts({ encoding = 'utf8', cut }: Writing): fc.Arbitrary<readonly [EncodedText, number]> {
  const drawn = cut === 'between' ? cuttableText({ encoding }) : someText({ encoding });
  return drawn.chain((one) => {
    const { length } = bytesOf(one);
    return (cut === undefined ? fc.constant(length) : fc.integer({ min: 1, max: length })).map((space) => [one, space]);
  });
}

/** The end of a place is told by the length, or is the Buffer's own with more memory behind. */
export const writes = differential(
  (of: Writing) =>
    texts(of).chain(([{ text }, length]) =>
      placeFor(length).map(({ memory, skipped, offset }): Series => {
        const start = skipped + offset;
        const encoding = of.encoding === undefined ? [] : [of.encoding];
        const place = { nothing: [], offset: [offset], 'offset-and-length': [offset, length] }[of.given];
        const calls = [callOn('buf', 'write', text, ...place, ...encoding)];
        const from = of.given === 'nothing' ? start : skipped;
        return { memory, skipped: from, calls, to: of.given === 'offset-and-length' ? memory.length : start + length };
      }),
    ),
  callAll,
);

/** Into space of each size up to the text's own, bounded by the end of the Buffer or by the length. */
export const cuts = differentialExample(
  ({ text, by }: { text: string; by: 'end' | 'length' }) => {
    return { text, by, sizes: Array.from({ length: Buffer.byteLength(text) }, (_, i) => i + 1) };
  },
  ({ text, by, sizes }, t) =>
    sizes.map((size) => {
      const memory = Buffer.alloc(sizes.length + 2, 0xee);
      t.invoke(by === 'end' ? memory.subarray(0, size) : memory, 'write', by === 'end' ? [text] : [text, 0, size]);
      return memory;
    }),
);

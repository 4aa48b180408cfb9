/** Vectors of strings, their bytes (RFC 3629 and RFC 4648), and written strings; fills with empty values. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { either, equal, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { differentialExample } from '../../support/differential.js';
import { follow, gives } from '../../support/steps.js';
import { seriesOrder } from './numbers.js';

/** A text, by default in utf8, and its bytes in hex. */
type StringVector = { readonly encoding?: string; readonly text: string; readonly bytes: string };

/** Conversions from and to strings. */
const STEPS = {
  from: { step: ['Buffer', 'from', '$text'], made: ({ bytes }: StringVector): Plain => ({ $buffer: bytes }) },
  byteLength: { step: ['Buffer', 'byteLength', '$text'], made: ({ bytes }: StringVector): Plain => bytes.length / 2 },
  toString: { step: ['$buf', 'toString'], made: ({ text }: StringVector): Plain => text },
} as const;

export const converts: Law<StringVector & { readonly by: keyof typeof STEPS }> = ({ by, ...of }) => {
  const { step, made } = STEPS[by];
  const steps = [[...step, ...(of.encoding === undefined ? [] : [of.encoding])]];
  return gives({ text: of.text, buf: { $buffer: of.bytes }, steps, thens: [made(of)] });
};

/** The size is that of the Buffer, by default exactly that of the bytes. */
type StringWrite = StringVector & { readonly size?: number; readonly offset?: number; readonly returned?: boolean };

/** Into bytes that are all 0xee. */
export const writes = example({
  input: ({ text, encoding = 'utf8', bytes, offset, size = bytes.length / 2, returned = false }: StringWrite) => {
    const args = offset === undefined ? [text, encoding] : [text, offset, encoding];
    return seriesOrder({ memory: Buffer.alloc(size, 0xee), steps: [['$buf', 'write', ...args]], returned });
  },
  probe: follow,
  expect: (of) => {
    const written = Buffer.from(of.bytes, 'hex');
    const memory = Buffer.alloc(of.size ?? written.length, 0xee);
    memory.set(written, of.offset);
    return equal({ it: [of.returned ? ['returned', written.length] : ['returned'], ['returned', memory]] });
  },
});

/** Into space of each size up to that of the text, bounded by the end of the Buffer or by the length. */
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

/** Filling with an empty value ends with an exception, or with the length of the Buffer, which keeps the requested size. */
export const endsWithEmptyBytes = example({
  input: ({ call, value }: { call: 'alloc' | 'fill'; value: Plain }) => ({ call, value: decode(value) }),
  probe: (input, t) => {
    const buf = input.call === 'alloc' ? t.invoke(Buffer, 'alloc', [5, input.value]) : Buffer.alloc(5);
    if (input.call === 'fill') t.invoke(buf, 'fill', [input.value]);
    return Buffer.isBuffer(buf) && buf.length;
  },
  expect: () => either(throws(), equal(5)),
});

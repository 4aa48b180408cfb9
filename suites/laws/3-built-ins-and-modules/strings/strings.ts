/** 3/strings. Oracles: ECMAScript in this process for strings; for byte strings the data that they are created from. */
import fc from 'fast-check';
import { equal, responses } from '../../../language/expectation.js';
import { example, exchangeProperty } from '../../../language/law.js';
import { http, location } from '../../../language/setup.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { bmpText, bytes, unicodeText } from '../../support/arbitraries.js';
import { onDrawn } from '../../support/steps.js';

/** Arguments of a string method. */
const ARGUMENTS = {
  /** In the text or near its ends. */
  index: ({ length }: string) => fc.integer({ min: -2, max: length + 2 }),
  inside: ({ length }: string) => fc.nat({ max: length - 1 }),
  position: ({ length }: string) => fc.nat({ max: length + 2 }),
  part: (text: string) =>
    fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 3 })).map(([from, size]) => text.slice(from, from + size)),
  text: () => bmpText(4),
  count: () => fc.nat({ max: 3 }),
} as const;

/** None, or 30 to 66 characters of one to three bytes: an engine may keep the offset of every 32nd character. */
const beginning = fc
  .oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 30, max: 66 }))
  .map((size) => 'aé€'.repeat(22).slice(0, size));

const nonEmpty = fc
  .tuple(beginning, bmpText(1), bmpText(12))
  .map(([before, first, rest]) => `${before}${first || 'a'}${rest}`);

/** Further parameters of rows. */
type StringDraw = { readonly takes?: readonly (keyof typeof ARGUMENTS)[]; readonly encoding?: BufferEncoding };

/** A text, numbers of its code units and code points, and the indexes of its units and of the end. */
const asSubjects = (text: string) => {
  const units = Array.from(text.split(''), (unit) => unit.charCodeAt(0));
  const points = Array.from(text, (character) => character.codePointAt(0));
  return { text, units, points, indexes: [...units.keys(), units.length] };
};

/** Bytes, and the text that they mean; texts in their encodings, and the number of each byte, followed by no more. */
const asBytes = (text: string, charset: 'latin1' | 'utf8', encoding: BufferEncoding = 'hex') => {
  const all = Buffer.from(text, charset);
  const shown = { hex: all.toString('hex'), encoded: all.toString(encoding), codes: [...all, Number.NaN] };
  return { text, bytes: Uint8Array.from(all), list: [...all], indexes: [...all.keys(), all.length], ...shown };
};

export const drawn = onDrawn<string, StringDraw>({
  /** Characters that are one code unit each. */
  bmp: () => fc.tuple(beginning, bmpText(20)).map(([before, rest]) => asSubjects(before + rest)),
  any: () => unicodeText(20).map(asSubjects),
  pair: () => fc.integer({ min: 0x10000, max: 0x10ffff }).map((point) => asSubjects(String.fromCodePoint(point))),
  arguments: ({ takes = [] }) =>
    nonEmpty.chain((text) =>
      fc.tuple(...takes.map((kind) => ARGUMENTS[kind](text))).map(([first, second]) => ({ text, first, second })),
    ),
  utf8: ({ encoding }) => unicodeText(20).map((text) => asBytes(text, 'utf8', encoding)),
  /** One character for each byte. */
  latin1: ({ encoding }) => bytes(30).map((all) => asBytes(Buffer.from(all).toString('latin1'), 'latin1', encoding)),
});

/** Order is that of code units. */
export const ordered = example({
  probe: ({ less, more }) => [less < more, more < less, [more, less].sort()[0] === less],
  expect: (_: { given: { less: string; more: string } }) => equal([true, false, true]),
});

/** Bytes that are not text, in a request body. */
export const binaryBody = exchangeProperty({
  setup: [http(location('/body', { js_content: (r: HttpRequestObject, t: World) => t.answer(r, r.requestBuffer) }))],
  inputs: () => fc.uint8Array({ minLength: 1, maxLength: 60 }),
  send: (body, at) => ({ requests: [{ method: 'POST', target: at('/body'), body }] }),
  expect: (body) => responses([{ status: 200, answer: Buffer.from(body) }]),
});

/** Bytes of a header that are not valid UTF-8, read from the header's variable. */
export const binaryVariable = exchangeProperty({
  setup: [
    http(
      location('/variable', {
        js_content: (r: HttpRequestObject, t: World) => t.answer(r, r.rawVariables.http_x_bytes),
      }),
    ),
  ],
  inputs: () =>
    fc
      .uint8Array({ minLength: 1, maxLength: 20 })
      .map((drawn) => String.fromCharCode(...drawn.map((byte) => (byte >= 0x80 ? byte : 0x30 + (byte % 0x4b))))),
  send: (value, at) => ({ requests: [{ target: at('/variable'), headers: [['X-Bytes', value]] }] }),
  expect: (value) => responses([{ status: 200, answer: Buffer.from(value, 'latin1') }]),
});

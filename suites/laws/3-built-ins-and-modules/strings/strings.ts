/** 3/strings. The oracle for strings is ECMAScript as this process runs it. */
import fc from 'fast-check';
import { equal, responses } from '../../../language/expectation.js';
import { example, exchangeProperty } from '../../../language/law.js';
import { http, location } from '../../../language/setup.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { bmpText, unicodeText } from '../../support/arbitraries.js';
import { differential } from '../../support/differential.js';

/** What a method is given that is called on a text. */
const ARGUMENTS = {
  /** In the text or near its ends. */
  index: ({ length }: string) => fc.integer({ min: -2, max: length + 2 }),
  inside: ({ length }: string) => fc.nat({ max: length - 1 }),
  part: (text: string) =>
    fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 3 })).map(([from, size]) => text.slice(from, from + size)),
  text: () => bmpText(4),
  count: () => fc.nat({ max: 3 }),
} as const;

const nonEmpty = fc.tuple(bmpText(1), bmpText(12)).map(([first, rest]) => `${first || 'a'}${rest}`);

/** Methods on characters that are one code unit each. */
export const methodOnBmp = differential(
  ({ method, takes }: { method: string; takes: readonly (keyof typeof ARGUMENTS)[] }) =>
    nonEmpty.chain((text) =>
      fc.tuple(...takes.map((kind) => ARGUMENTS[kind](text))).map((args) => ({ text, method, args })),
    ),
  ({ text, method, args }, t) => t.invoke(text, method, args),
);

const unitsIn = (text: string): number[] => {
  const units: number[] = [];
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
  return units;
};

export const anyUnits = differential((_: object) => bmpText(20), unitsIn);

const TEXTS = {
  bmp: bmpText(20),
  any: unicodeText(20),
  pair: fc.integer({ min: 0x10000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
} as const;

/** Texts made of numbers of code units or code points one by one, how they compare, and their UTF-8. */
export const madeOf = differential(
  ({ by, of }: { by: 'fromCharCode' | 'fromCodePoint'; of: keyof typeof TEXTS }) =>
    TEXTS[of].map((text) => {
      const points = Array.from(text, (character) => character.codePointAt(0));
      return { text, by, numbers: by === 'fromCharCode' ? unitsIn(text) : points };
    }),
  ({ text, by, numbers }, t) => {
    let made = '';
    numbers.forEach((number) => {
      made += t.invoke(String, by, [number]);
    });
    return [made, made === text, Buffer.from(made)];
  },
);

/** Order is that of code units. */
export const ordered = example({
  probe: ({ less, more }) => [less < more, more < less, [more, less].sort()[0] === less],
  expect: (_: { given: { less: string; more: string } }) => equal([true, false, true]),
});

/** Text made of bytes: its characters are those that decoding gives, and its UTF-8 is theirs. */
export const madeOfBytes = differential(
  (_: object) => unicodeText(20).map((text) => Uint8Array.from(Buffer.from(text))),
  (data, t) => {
    const md5 = `${t.crypto.createHash('md5').update(Buffer.from(data)).digest('hex')}`;
    const decoded = [Buffer.from(data).toString(), new TextDecoder().decode(data)];
    return decoded.concat(atob(Buffer.from(data).toString('base64')), md5).map((text) => [text, Buffer.from(text)]);
  },
);

/** Since byte strings are gone the argument has no meaning. */
export const encodingIgnored = differential(
  ({ encoding }: { encoding: string }) => unicodeText(20).map((text) => ({ text, encoding })),
  ({ text, encoding }, t) => t.invoke(text, 'toString', [encoding]),
);

/** Bytes that are no text, in a request body. */
export const binaryBody = exchangeProperty({
  setup: [http(location('/body', { js_content: (r: HttpRequest, t: World) => t.answer(r, r.requestBuffer) }))],
  inputs: () => fc.uint8Array({ minLength: 1, maxLength: 60 }),
  send: (body, _, at) => ({ requests: [{ method: 'POST', target: at('/body'), body }] }),
  expect: (body) => responses([{ status: 200, answer: Buffer.from(body) }]),
});

/** Bytes that a header may hold and that are no UTF-8 by themselves, in the variable of one. */
export const binaryVariable = exchangeProperty({
  setup: [
    http(location('/variable', { js_content: (r: HttpRequest, t: World) => t.answer(r, r.rawVariables.http_x_bytes) })),
  ],
  inputs: () =>
    fc
      .uint8Array({ minLength: 1, maxLength: 20 })
      .map((drawn) => String.fromCharCode(...drawn.map((byte) => (byte >= 0x80 ? byte : 0x30 + (byte % 0x4b))))),
  send: (value, _, at) => ({ requests: [{ target: at('/variable'), headers: [['X-Bytes', value]] }] }),
  expect: (value) => responses([{ status: 200, answer: Buffer.from(value, 'latin1') }]),
});

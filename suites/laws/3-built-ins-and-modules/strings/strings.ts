/**
 * 3/strings. The oracle for strings is ECMAScript as this process runs it; members that were removed are tried on the
 * versions that had them.
 */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { bmpText, unicodeText } from '../../support/arbitraries.js';

export { absent, present } from '../../support/common.js';
export { binaryBody, binaryVariable } from './binary.js';
export {
  bytesFromArray,
  bytesFromEncoded,
  fromBytes,
  fromUtf8,
  toBytes,
  toEncoded,
  toUtf8,
} from './bytes.js';

/** What a method is given: a number in the text or near its ends, one in it, a part of it, another text, a small count. */
type Argument = 'index' | 'inside' | 'part' | 'text' | 'count';

interface Method {
  readonly method: string;
  readonly takes: readonly Argument[];
}
type Call = { readonly text: string; readonly method: string; readonly args: readonly (string | number)[] };

const argument = (text: string, kind: Argument): fc.Arbitrary<string | number> => {
  switch (kind) {
    case 'index':
      return fc.integer({ min: -2, max: text.length + 2 });
    case 'inside':
      return fc.nat({ max: text.length - 1 });
    case 'part':
      return fc
        .tuple(fc.nat({ max: text.length }), fc.nat({ max: 3 }))
        .map(([from, size]) => text.slice(from, from + size));
    case 'text':
      return bmpText(4);
    case 'count':
      return fc.nat({ max: 3 });
  }
};

function answer({ text, method, args }: Call): unknown {
  const of: unknown = Reflect.get(String.prototype, method);
  if (typeof of !== 'function') throw new Error(`strings have no method ${method}`);
  return Reflect.apply(of, text, args);
}

const nonEmpty = fc.tuple(bmpText(1), bmpText(12)).map(([first, rest]) => `${first || 'a'}${rest}`);

/** Methods on characters that are one code unit each. */
export const methodOnBmp = property({
  inputs: ({ method, takes }: Method) =>
    nonEmpty.chain((text) =>
      fc.tuple(...takes.map((kind) => argument(text, kind))).map((args): Call => ({ text, method, args })),
    ),
  probe: (input: Call, t) => t.invoke(input.text, input.method, input.args),
  expect: (call) => equal(answer(call)),
});

/** Methods where characters are two code units; the results hold no half of one. */
export const methodOnPairs = example({
  input: ({ text, method, args }: Call) => ({ text, method, args }),
  probe: (input: Call, t) => t.invoke(input.text, input.method, input.args),
  expect: (call) => equal(answer(call)),
});

export const lengthOf = example({
  input: ({ text }: { readonly text: string; readonly length: number }) => text,
  probe: (text: string) => text.length,
  expect: ({ length }) => equal(length),
});

/** All code units, one by one. */
export const codeUnits = property({
  inputs: (_: object) => bmpText(20),
  probe: (text: string) => {
    const units: number[] = [];
    for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
    return units;
  },
  expect: (text) => equal(Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))),
});

export const codeUnitsOf = example({
  input: ({ text }: { readonly text: string }) => text,
  probe: (text: string) => {
    const units: number[] = [];
    for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
    return units;
  },
  expect: ({ text }) => equal(Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))),
});

export const madeOfCodeUnits = property({
  inputs: (_: object) => bmpText(20).map((text) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))),
  probe: (units: readonly number[]) => {
    let text = '';
    units.forEach((unit) => {
      text += String.fromCharCode(unit);
    });
    return text;
  },
  expect: (units) => equal(String.fromCharCode(...units)),
});

/** Any characters, made of their numbers, compared and joined, and with their UTF-8. */
export const madeOfCodePoints = property({
  inputs: (_: object) =>
    unicodeText(20).map((text) => ({ text, points: Array.from(text, (character) => character.codePointAt(0) ?? 0) })),
  probe: (input: { text: string; points: readonly number[] }) => {
    let made = '';
    input.points.forEach((point) => {
      made += String.fromCodePoint(point);
    });
    return [made, made === input.text, Buffer.from(made)];
  },
  expect: ({ text }) => equal([text, true, Buffer.from(text)]),
});

/** Two halves of a character, joined, are that character. */
export const joinedHalves = property({
  inputs: (_: object) => fc.integer({ min: 0x10000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
  probe: (whole: string) => {
    const point = Number(whole.codePointAt(0)) - 0x10000;
    const high = String.fromCharCode(0xd800 + (point >> 10));
    const low = String.fromCharCode(0xdc00 + (point & 0x3ff));
    return high + low === whole;
  },
  expect: () => equal(true),
});

/** Order is that of code units. */
export const ordered = example({
  input: ({ less, more }: { readonly less: string; readonly more: string }) => ({ less, more }),
  probe: (input: { less: string; more: string }) => [
    input.less < input.more,
    input.more < input.less,
    [input.more, input.less].sort()[0] === input.less,
  ],
  expect: () => equal([true, false, true]),
});

/** A regular expression without the flag `u` sees code units. */
export const matched = example({
  input: ({ text, pattern }: { readonly text: string; readonly pattern: string; readonly matches: boolean }) => ({
    text,
    pattern,
  }),
  probe: (input: { text: string; pattern: string }) => new RegExp(input.pattern).test(input.text),
  expect: ({ matches }) => equal(matches),
});

/** Text made of bytes: its characters are those that decoding gives, and its UTF-8 is theirs. */
export const madeOfBytes = property({
  inputs: (_: object) => unicodeText(20).map((text) => Uint8Array.from(Buffer.from(text))),
  probe: (data: Uint8Array, t) => {
    const made = [
      Buffer.from(data).toString(),
      new TextDecoder().decode(data),
      atob(Buffer.from(data).toString('base64')),
      `${t.crypto.createHash('md5').update(Buffer.from(data)).digest('hex')}`,
    ];
    return made.map((text) => [text, Buffer.from(text)]);
  },
  expect: (data) => {
    const text = Buffer.from(data).toString();
    const made = [text, text, Buffer.from(data).toString('latin1'), md5(data)];
    return equal(made.map((one) => [one, Buffer.from(one)]));
  },
});

const md5 = (data: Uint8Array): string => createHash('md5').update(data).digest('hex');

/** Since byte strings are gone the argument has no meaning. */
export const encodingIgnored = property({
  inputs: ({ encoding }: { readonly encoding: string }) => unicodeText(20).map((text) => ({ text, encoding })),
  probe: (input: { text: string; encoding: string }, t) => t.invoke(input.text, 'toString', [input.encoding]),
  expect: ({ text }) => equal(text),
});

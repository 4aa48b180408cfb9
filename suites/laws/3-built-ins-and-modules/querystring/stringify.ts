/** 3/query-string-module: stringify and encode, escape. The oracles are tables and ECMAScript's encodeURIComponent. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { anyDelimiters, anyPairs, type Delimiters, together } from './pairs.js';

interface Named {
  readonly as?: 'stringify' | 'encode';
}
interface Stringified extends Named {
  /** In the tagged encoding. */
  readonly args: readonly Plain[];
  readonly gives: string;
}
type Values = { [key: string]: unknown };

export const stringifies = example({
  input: ({ args, as = 'stringify' }: Stringified) => ({ as, args: args.map(decode) }),
  probe: (input: { as: string; args: readonly unknown[] }, t) => t.invoke(t.querystring, input.as, input.args),
  expect: ({ gives }) => equal(gives),
});

/** Keys in their order, arrays as repeated keys, everything in UTF-8 with percent signs. */
function written(object: object, { separator = '&', equal = '=' }: Partial<Delimiters> = {}): string {
  const parts = Object.entries(object).flatMap(([key, value]) =>
    [value].flat().map((item) => `${encodeURIComponent(key)}${equal}${encodeURIComponent(String(item))}`),
  );
  return parts.join(separator);
}

/** Keys that are whole numbers have an order of their own, which not every engine has alike. */
const anyObject = anyPairs.map((pairs) => together(pairs.filter(([key]) => !/^\d/.test(key))));

export const stringifiesAny = property({
  inputs: ({ as = 'stringify' }: Named) => anyObject.map((object) => ({ as, object })),
  probe: (input: { as: 'stringify' | 'encode'; object: object }, t) => t.querystring[input.as](input.object),
  expect: ({ object }) => equal(written(object)),
});

export const stringifiesBetween = property({
  inputs: ({ as = 'stringify' }: Named) =>
    fc.tuple(anyObject, anyDelimiters).map(([object, delimiters]) => ({ as, object, ...delimiters })),
  probe: (input: { as: 'stringify' | 'encode'; object: object } & Delimiters, t) =>
    t.querystring[input.as](input.object, input.separator, input.equal),
  expect: ({ object, ...delimiters }) => equal(written(object, delimiters)),
});

export const numbersAndBooleans = property({
  inputs: (_: object) =>
    fc
      .array(
        fc.oneof(
          fc.integer(),
          fc.boolean(),
          fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8),
        ),
        {
          minLength: 1,
          maxLength: 5,
        },
      )
      .map((values) => ({ object: { one: values[0], all: values } })),
  probe: (input: { object: Values }, t) => t.querystring.stringify(input.object),
  expect: ({ object }) => equal(written(object)),
});

/** What stringify writes parse reads again. */
export const roundTrips = property({
  inputs: (_: object) => fc.tuple(anyObject, anyDelimiters).map(([object, delimiters]) => ({ object, ...delimiters })),
  probe: (input: { object: object } & Delimiters, t) =>
    t.querystring.parse(
      t.querystring.stringify(input.object, input.separator, input.equal),
      input.separator,
      input.equal,
    ),
  expect: ({ object }) => equal(object),
});

/** The function is given keys and values as they are. */
export const namedEncoder = property({
  inputs: (_: object) => anyObject.map((object) => ({ object })),
  probe: (input: { object: object }, t) =>
    t.querystring.stringify(input.object, '&', '=', { encodeURIComponent: (part: string) => `<${part}>` }),
  expect: ({ object }) => equal(marked(object)),
});

/** A script may put a function of its own in the place of escape. */
export const replacedEscape = property({
  inputs: (_: object) => anyObject.map((object) => ({ object })),
  probe: (input: { object: object }, t) => {
    const before = t.querystring.escape;
    t.querystring.escape = (part: string) => `<${part}>`;
    const tried = t.attempt(() => t.querystring.stringify(input.object));
    t.querystring.escape = before;
    return tried[1];
  },
  expect: ({ object }) => equal(marked(object)),
});

const marked = (object: object): string =>
  Object.entries(object)
    .flatMap(([key, value]) => [value].flat().map((item) => `<${key}>=<${item}>`))
    .join('&');

export const encoderThrows = example({
  input: (_: object) => ({ a: '1' }),
  probe: (object: object, t) =>
    t.querystring.stringify(object, '&', '=', {
      encodeURIComponent: () => {
        throw new RangeError('no');
      },
    }),
  expect: () => throws('RangeError'),
});

export const escapes = example({
  input: ({ text }: { readonly text: string; readonly gives: string }) => text,
  probe: (text: string, t) => t.querystring.escape(text),
  expect: ({ gives }) => equal(gives),
});

export const escapesAny = property({
  inputs: (_: object) => unicodeText(30),
  probe: (text: string, t) => [t.querystring.escape(text), t.querystring.unescape(t.querystring.escape(text))],
  expect: (text) => equal([encodeURIComponent(text), text]),
});

/** All 128 ASCII characters: the unreserved ones stay, the others become three. */
export const escapesEachAscii = example({
  input: (_: object) => ASCII,
  probe: (text: string, t) => t.querystring.escape(text),
  expect: () =>
    equal(
      ASCII.replace(/[^A-Za-z0-9_.!~*'()-]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`),
    ),
});

const ASCII = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));

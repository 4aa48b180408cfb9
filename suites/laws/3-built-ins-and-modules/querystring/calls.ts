/**
 * 3/query-string-module: parse and decode, unescape. The oracles are tables and a plain model; the other direction stands in
 * querystring-stringify.ts.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, satisfies, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { unicodeText } from '../../support/arbitraries.js';
import { anyDelimiters, anyPairs, type Delimiters, type Pair, together } from './pairs.js';

export { absent, present } from '../../support/common.js';
export {
  encoderThrows,
  escapes,
  escapesAny,
  escapesEachAscii,
  namedEncoder,
  numbersAndBooleans,
  replacedEscape,
  roundTrips,
  stringifies,
  stringifiesAny,
  stringifiesBetween,
} from './stringify.js';

interface Parsed {
  /** In the tagged encoding, as the result. */
  readonly args: readonly Plain[];
  readonly gives: Plain;
  readonly as?: 'parse' | 'decode';
}
interface Named {
  readonly as?: 'parse' | 'decode';
}

export const parses = example({
  input: ({ args, as = 'parse' }: Parsed) => ({ as, args: args.map(decode) }),
  probe: (input: { as: string; args: readonly unknown[] }, t) => t.invoke(t.querystring, input.as, input.args),
  expect: ({ gives }) => equal(decode(gives)),
});

/** A probe: a text with the default delimiters. */
const parsed = (input: { as: 'parse' | 'decode'; text: string }, t: World): unknown =>
  t.querystring[input.as](input.text);

/** Pairs of any text, percent-encoded. */
export const parsesAny = property({
  inputs: ({ as = 'parse' }: Named) => anyPairs.map((pairs) => ({ as, text: written(pairs) })),
  probe: parsed,
  expect: ({ text }) => equal(modelled(text)),
});

const written = (pairs: readonly Pair[], { separator = '&', equal = '=' }: Partial<Delimiters> = {}): string =>
  pairs.map(([key, value]) => `${encodeURIComponent(key)}${equal}${encodeURIComponent(value)}`).join(separator);

/** Text in which everything that parse looks for stands in any order; all that is percent-encoded is well-formed. */
const knotted = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '&',
        '=',
        '+',
        '%',
        'a',
        'b',
        '%61',
        '%26',
        '%3d',
        '%2B',
        '%25',
        '%C3%A9',
        '%e2%82%AC',
        '%zz',
        'é',
        '😀',
      ),
      unicodeText(2).map(encodeURIComponent),
    ),
    { maxLength: 20 },
  )
  .map((units) => units.join(''));

/** The model: cut at `&`, then at the first `=`; a blank for `+`; UTF-8 for runs of `%XX`; what repeats becomes an array. */
function modelled(text: string): object {
  const pieces = text.split('&').filter((piece) => piece !== '');
  return together(
    pieces.map((piece) => {
      const at = piece.indexOf('=');
      return at < 0 ? [decoded(piece), ''] : [decoded(piece.slice(0, at)), decoded(piece.slice(at + 1))];
    }),
  );
}

const decoded = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

export const parsesKnots = property({
  inputs: ({ as = 'parse' }: Named) => knotted.map((text) => ({ as, text })),
  probe: parsed,
  expect: ({ text }) => equal(modelled(text)),
});

/** Pairs written with other delimiters, which stand in no key or value. */
export const parsesBetween = property({
  inputs: ({ as = 'parse' }: Named) =>
    fc
      .tuple(anyPairs, anyDelimiters)
      .map(([pairs, delimiters]) => ({ as, text: written(pairs, delimiters), ...delimiters })),
  probe: (input: { as: 'parse' | 'decode'; text: string } & Delimiters, t) =>
    t.querystring[input.as](input.text, input.separator, input.equal),
  expect: ({ text, ...signs }) => equal(modelled(text.replaceAll(signs.separator, '&').replaceAll(signs.equal, '='))),
});

/** Bytes that are no UTF-8, as hexadecimal digits. */
interface Malformed {
  readonly bytes: string;
}
const escaped = (bytes: string): string => bytes.replace(/../g, '%$&');

/** How many replacements one sequence gives is left open: as many as there are, at least one, count as one. */
const onceReplaced = (wanted: string) =>
  satisfies(`is ${JSON.stringify(wanted)}, with one U+FFFD or several in each place`, (value) => {
    const got = typeof value === 'string' ? value.replace(/\ufffd+/g, '\ufffd') : value;
    return got === wanted || `it is ${JSON.stringify(value)}`;
  });

export const replacesInValue = property({
  inputs: ({ bytes }: Malformed) => plainAround.map(([before, after]) => ({ before, text: escaped(bytes), after })),
  probe: (input: { before: string; text: string; after: string }, t) =>
    t.querystring.parse(`a=${input.before}${input.text}${input.after}&b=c`).a,
  expect: ({ before, after }) => onceReplaced(`${before}\ufffd${after}`),
});

export const replacesInKey = property({
  inputs: ({ bytes }: Malformed) => plainAround.map(([before, after]) => ({ before, text: escaped(bytes), after })),
  probe: (input: { before: string; text: string; after: string }, t) =>
    Object.keys(t.querystring.parse(`${input.before}${input.text}${input.after}=c`))[0],
  expect: ({ before, after }) => onceReplaced(`${before}\ufffd${after}`),
});

export const replacesWhenUnescaped = property({
  inputs: ({ bytes }: Malformed) => plainAround.map(([before, after]) => ({ before, text: escaped(bytes), after })),
  probe: (input: { before: string; text: string; after: string }, t) =>
    t.querystring.unescape(`${input.before}${input.text}${input.after}`),
  expect: ({ before, after }) => onceReplaced(`${before}\ufffd${after}`),
});

/** Text that is not percent-encoded, so that a malformed sequence ends where it begins. */
const plain = fc.string({ unit: fc.constantFrom('a', 'f', '0', 'z', '-', 'é', '€', '😀'), maxLength: 6 });
const plainAround = fc.tuple(plain, plain);

/** `pairs` distinct keys, numbered, of which the first `kept` are read. Without `maxKeys` there are no options, unless said. */
interface Limited {
  readonly pairs: number;
  readonly kept: number;
  readonly maxKeys?: number;
  readonly options?: boolean;
}

export const limits = example({
  input: ({ pairs, maxKeys, options = maxKeys !== undefined }: Limited) => ({
    pairs,
    options: options ? (maxKeys === undefined ? {} : { maxKeys }) : undefined,
  }),
  probe: (input: { pairs: number; options: object | undefined }, t) => {
    const pairs: string[] = [];
    for (let i = 0; i < input.pairs; i++) pairs.push(`k${i}=v`);
    const text = pairs.join('&');
    const read =
      input.options === undefined ? t.querystring.parse(text) : t.querystring.parse(text, null, null, input.options);
    const numbers = Object.keys(read).map((key) => Number(key.slice(1)));
    let last = -1;
    for (let i = 0; i < numbers.length; i++) last = Math.max(last, Number(numbers[i]));
    return [numbers.length, last];
  },
  expect: ({ kept }) => equal([kept, kept - 1]),
});

/** The first so many pairs count, whether their keys differ or not. */
export const limitsAny = property({
  inputs: (_: object) =>
    fc
      .tuple(fc.array(fc.constantFrom('a=1', 'b=2', 'c=3', 'a=4'), { maxLength: 12 }), fc.integer({ min: 1, max: 14 }))
      .map(([pairs, maxKeys]) => ({ text: pairs.join('&'), maxKeys })),
  probe: (input: { text: string; maxKeys: number }, t) =>
    t.querystring.parse(input.text, null, null, { maxKeys: input.maxKeys }),
  expect: ({ text, maxKeys }) => equal(modelled(text.split('&').slice(0, maxKeys).join('&'))),
});

/** What the function is given: keys and values as they are written. An empty one need not be given to it. */
const rawPairs = fc
  .array(fc.tuple(rawPart(), rawPart()), { maxLength: 6 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

function rawPart(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom('a', 'b', '+', '%20', '%FF', '%', 'é'), minLength: 1, maxLength: 4 });
}

export const namedDecoder = property({
  inputs: (_: object) => rawPairs.map((text) => ({ text })),
  probe: (input: { text: string }, t) =>
    t.querystring.parse(input.text, '&', '=', { decodeURIComponent: (part: string) => `<${part}>` }),
  expect: ({ text }) => equal(marked(text)),
});

/** A script may put a function of its own in the place of unescape. */
export const replacedUnescape = property({
  inputs: (_: object) => rawPairs.map((text) => ({ text })),
  probe: (input: { text: string }, t) => {
    const before = t.querystring.unescape;
    t.querystring.unescape = (part: string) => `<${part}>`;
    const tried = t.attempt(() => t.querystring.parse(input.text));
    t.querystring.unescape = before;
    return tried[1];
  },
  expect: ({ text }) => equal(marked(text)),
});

const marked = (text: string): object =>
  together(
    text
      .split('&')
      .filter((piece) => piece !== '')
      .map((piece) => {
        const at = piece.indexOf('=');
        return [`<${piece.slice(0, at)}>`, `<${piece.slice(at + 1)}>`];
      }),
  );

export const decoderThrows = example({
  input: (_: object) => 'a=1',
  probe: (text: string, t) =>
    t.querystring.parse(text, '&', '=', {
      decodeURIComponent: () => {
        throw new RangeError('no');
      },
    }),
  expect: () => throws('RangeError'),
});

export const unescapesAny = property({
  inputs: (_: object) => knotted.map((text) => ({ text })),
  probe: (input: { text: string }, t) => t.querystring.unescape(input.text),
  expect: ({ text }) => equal(decoded(text)),
});

/** All 128 ASCII characters, each by its number in hexadecimal digits of both cases. */
export const unescapesEachAscii = example({
  input: (_: object) => ({ lower: everyAscii, upper: everyAscii.toUpperCase() }),
  probe: (input: { lower: string; upper: string }, t) => [
    t.querystring.unescape(input.lower),
    t.querystring.unescape(input.upper),
  ],
  expect: () => equal([ASCII, ASCII]),
});

const ASCII = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));
const everyAscii = escaped(Buffer.from(ASCII).toString('hex'));

/** 3/query-string-module. The oracles are vectors, plain models of parse and stringify, and ECMAScript's encodeURIComponent. */
import fc from 'fast-check';
import { equal, matches } from '../../../language/expectation.js';
import { example, type GivenThen, property } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { percent, type QueryPair, together } from '../../support/spelling.js';
import { onDrawn } from '../../support/steps.js';

type Signs = readonly [separator: string, equal: string];
const USUAL: Signs = ['&', '='];

/**
 * Names that every object has are tested separately. If a key begins with `$`, the tagged encoding preserves the order of
 * the keys, which differs between engines.
 */
const key = fc
  .oneof(fc.constantFrom('', 'a', 'b', 'c', 'a b', '0', 'é'), unicodeText(6))
  .filter((drawn) => !(drawn in Object.prototype || drawn.startsWith('$')));

/** Up to eight pairs; keys are often the same. */
const somePairs: fc.Arbitrary<QueryPair[]> = fc.array(fc.tuple(key, unicodeText(8)), { maxLength: 8 });

/** Keys that are whole numbers are ordered differently by some engines. */
const someObject = somePairs.map((pairs) => together(pairs.filter(([name]) => !/^\d/.test(name))));

/** Delimiters that `encodeURIComponent` never leaves in its result, of one character and of several. */
const someSigns = fc.constantFrom<Signs[]>(
  ...[['&', '='], [';', ':'], [',', '=>'], ['&&', ':='], ['$', '^'], ['|', '?'], ['\n', '\t'], ['[]', '\\'], ['é', '→'], ['😀', '€€']] as const,
); // biome-ignore format: a table

const joined = (pairs: readonly QueryPair[], [separator, equal] = USUAL): string =>
  pairs.map((pair) => pair.map(encodeURIComponent).join(equal)).join(separator);

/** Texts with a meaning for parse, in any order; all percent-encoding is well-formed. */
const knots = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'&=++%abé', '😀', '%61', '%26', '%3d', '%2B', '%25', '%C3%A9', '%e2%82%AC', '%zz'),
    unicodeText(2).map(encodeURIComponent),
  ),
  maxLength: 20,
});

/** A written key or value. An empty one need not be passed to a function, which may receive a blank for a plus sign. */
const raw = fc.string({ unit: fc.constantFrom('a', 'b', '%20', '%FF', '%', 'é'), minLength: 1, maxLength: 4 });
const fewPairs = fc.array(fc.constantFrom('a=1', 'b=2', 'c=3', 'a=4'), { maxLength: 12 });
const fraction = fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8);
const number = fc.oneof(fc.integer(), fc.boolean(), fraction);

/** A blank for `+`; UTF-8 for runs of `%XX`. */
const unescaped = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

/** The result of a script's function for a key or value: the steps' `mark`. */
const marked = (part: string): string => `<${part}>`;

/** Split at the separator, then at the first equal sign. */
function parsed(text: string, [separator, equal]: Signs, decoded: (part: string) => string, maxKeys?: number) {
  const pieces = text.split(separator).filter((piece) => piece !== '');
  const pairs = pieces.map((piece): QueryPair => {
    const [key = '', ...rest] = piece.split(equal);
    return [decoded(key), decoded(rest.join(equal))];
  });
  return together(pairs.slice(0, maxKeys));
}

const asText = (text: string, signs = USUAL, maxKeys?: number) => ({
  ...{ text, separator: signs[0], equal: signs[1], maxKeys, marked: parsed(text, signs, marked) },
  parsed: parsed(text, signs, unescaped, maxKeys),
});

/** Keys in their order, arrays as repeated keys. */
const written = (object: object, [separator, equal]: Signs, encoded: (part: string) => string): string =>
  Object.entries(object)
    .flatMap(([key, value]) => [value].flat().map((item) => `${encoded(key)}${equal}${encoded(`${item}`)}`))
    .join(separator);

const asObject = (object: object, signs = USUAL) => ({
  ...{ object, separator: signs[0], equal: signs[1] },
  ...{ text: written(object, signs, encodeURIComponent), marked: written(object, signs, marked) },
});

export const drawn = onDrawn({
  pairs: () => somePairs.map((pairs) => asText(joined(pairs))),
  between: () => fc.tuple(somePairs, someSigns).map(([pairs, signs]) => asText(joined(pairs, signs), signs)),
  knots: () => knots.map((text) => asText(text)),
  percents: () =>
    knots
      .map((text) => text.replaceAll('+', 'a'))
      .map((text) => ({ text, plain: unescaped(text), escaped: encodeURIComponent(text) })),
  raw: () =>
    fc
      .array(fc.tuple(raw, raw), { maxLength: 6 })
      .map((pairs) => asText(pairs.map((pair) => pair.join('=')).join('&'))),
  limited: () =>
    fc.tuple(fewPairs, fc.integer({ min: 1, max: 14 })).map(([pairs, most]) => asText(pairs.join('&'), USUAL, most)),
  objects: () => someObject.map((object) => asObject(object)),
  objectsBetween: () => fc.tuple(someObject, someSigns).map(([object, signs]) => asObject(object, signs)),
  numbers: () => fc.array(number, { minLength: 1, maxLength: 5 }).map((all) => asObject({ one: all[0], all })),
  text: () => unicodeText(30).map((text) => ({ text, escaped: encodeURIComponent(text) })),
});

/** Text without percent-encoding, so that a malformed sequence ends where it begins. */
const around = fc.string({ unit: fc.constantFrom('a', 'f', '0', 'z', '-', 'é', '€', '😀'), maxLength: 6 });

/** Bytes (in hex) that are not UTF-8. The number of replacements for a sequence is left open, so any number is accepted. */
export const replaces = property({
  inputs: ({ bytes, ...of }: { bytes: string; in: 'value' | 'key' | 'text' }) =>
    fc.tuple(around, around).map((parts) => ({ ...of, parts, text: parts.join(percent(Buffer.from(bytes, 'hex'))) })),
  probe: (input, t) => {
    if (input.in === 'text') return t.querystring.unescape(input.text);
    if (input.in === 'value') return t.querystring.parse(`a=${input.text}&b=c`).a;
    return Object.keys(t.querystring.parse(`${input.text}=c`))[0];
  },
  expect: ({ parts }) => matches(new RegExp(`^${parts.join('\ufffd+')}$`)),
});

/** `pairs` distinct keys, numbered; the first `then` of them are read. The text is the first of `args`. */
export const limits = example({
  probe: ({ pairs, args }, t) => {
    let text = 'k0=v';
    for (let i = 1; i < pairs; i++) text += `&k${i}=v`;
    const all = args.map((arg, i) => (i === 0 ? text : arg));
    const numbers = Object.keys(Object(t.invoke(t.querystring, 'parse', all))).map((key) => Number(key.slice(1)));
    return [numbers.length, numbers.reduce((last, number) => Math.max(last, number), -1)];
  },
  expect: ({ then }: GivenThen<{ pairs: number; args: readonly unknown[] }, number>) => equal([then, then - 1]),
});

const ASCII = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));

/** All 128 ASCII characters: escape keeps the unreserved ones; unescape reads their numbers with digits in either case. */
export const eachAscii = example({
  input: ({ member }: { readonly member: 'escape' | 'unescape' }) => ({
    member,
    texts: member === 'escape' ? [ASCII] : [percent(ASCII), percent(ASCII).toUpperCase()],
  }),
  probe: ({ member, texts }, t) => texts.map((text) => t.querystring[member](text)),
  expect: ({ member }) => equal(member === 'escape' ? [encodeURIComponent(ASCII)] : [ASCII, ASCII]),
});

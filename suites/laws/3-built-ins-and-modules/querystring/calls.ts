/** 3/query-string-module. The oracles are vectors, a plain model of parse, and ECMAScript's encodeURIComponent. */
import fc from 'fast-check';
import { equal, matches, throws } from '../../../language/expectation.js';
import { example, type GivenThen, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { unicodeText } from '../../support/arbitraries.js';
import { percent } from '../../support/spelling.js';
import { knots, OBJECTS, type QueryPair, TEXTS, together } from './pairs.js';

/** A call of one of the functions, and where keys and values go through a function of the script: one that marks them, or throws. */
interface Call {
  readonly member: string;
  readonly args: readonly unknown[];
  /** Name of an option, or of the function of the module in whose place the script's is put meanwhile. */
  readonly option?: string;
  readonly replaces?: 'escape' | 'unescape';
  readonly fails?: boolean;
}

const called = (input: Call, t: World): unknown => {
  const own = (part: unknown) => {
    if (input.fails) throw new RangeError('no');
    return `<${part}>`;
  };
  const options: { [name: string]: unknown } = {};
  if (input.option !== undefined) options[input.option] = own;
  const args = input.option === undefined ? input.args : input.args.concat('&', '=', options);
  if (input.replaces === undefined) return t.invoke(t.querystring, input.member, args);
  const before = t.querystring[input.replaces];
  t.querystring[input.replaces] = own;
  const tried = t.attempt(() => t.invoke(t.querystring, input.member, args));
  t.querystring[input.replaces] = before;
  return tried[1];
};

type How = Omit<Call, 'args'>;

const calling = (how: How, drawn: fc.Arbitrary<readonly unknown[]>): fc.Arbitrary<Call> =>
  drawn.map((args) => ({ ...how, args }));

const converter = (of: How, plain: (text: string) => string) =>
  of.option === undefined && of.replaces === undefined ? plain : (text: string) => `<${text}>`;

/** A blank for `+`; UTF-8 for runs of `%XX`. */
const unescaped = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

/** Cut at the separator, then at the first equal sign. */
export const parses = property({
  inputs: ({ of, ...how }: How & { of: keyof typeof TEXTS }) => calling(how, TEXTS[of]),
  probe: called,
  expect: ({ args: [text, separator, sign, options] }, call) => {
    const decoded = converter(call, unescaped);
    const pieces = `${text}`.split(`${separator ?? '&'}`).filter((piece) => piece !== '');
    const pairs = pieces.map((piece): QueryPair => {
      const [key = '', ...rest] = piece.split(`${sign ?? '='}`);
      return [decoded(key), decoded(rest.join(`${sign ?? '='}`))];
    });
    const most = options instanceof Object && 'maxKeys' in options ? Number(options.maxKeys) : pairs.length;
    return equal(together(pairs.slice(0, most)));
  },
});

/** Keys in their order, arrays as repeated keys, everything in UTF-8 with percent signs. */
export const stringifies = property({
  inputs: ({ of, ...how }: How & { of: keyof typeof OBJECTS }) => calling(how, OBJECTS[of]),
  probe: called,
  expect: ({ args: [object, separator = '&', sign = '='] }, call) => {
    const encoded = converter(call, encodeURIComponent);
    const pairs = Object.entries(Object(object)).flatMap(([key, value]) =>
      [value].flat().map((item) => `${encoded(key)}${sign}${encoded(`${item}`)}`),
    );
    return equal(pairs.join(`${separator}`));
  },
});

/** What stringify writes parse reads again. */
export const roundTrips = property({
  inputs: (_: object) => OBJECTS.between,
  probe: (args, t) => {
    const text = t.invoke(t.querystring, 'stringify', args);
    return t.invoke(t.querystring, 'parse', [text, args[1], args[2]]);
  },
  expect: ([object]) => equal(object),
});

export const passesErrors = example({
  probe: called,
  expect: (_: { given: Call }) => throws('RangeError'),
});

/** Text that is not percent-encoded, so that a malformed sequence ends where it begins. */
const around = fc.string({ unit: fc.constantFrom('a', 'f', '0', 'z', '-', 'é', '€', '😀'), maxLength: 6 });

/** Bytes (in hex) that are no UTF-8. How many replacements one sequence gives is left open: any number will do. */
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

/** `pairs` distinct keys, numbered, of which the first `then` are read; the text is the first of `args`. */
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

type Converter = { readonly member: 'escape' | 'unescape' };

export const converts = property({
  inputs: ({ member }: Converter) => (member === 'escape' ? unicodeText(30) : knots).map((text) => ({ member, text })),
  probe: ({ member, text }, t) => [t.querystring[member](text), t.querystring.unescape(t.querystring.escape(text))],
  expect: ({ member, text }) => equal([member === 'escape' ? encodeURIComponent(text) : unescaped(text), text]),
});

const ASCII = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));

/** All 128 ASCII characters: escape keeps the unreserved ones; unescape reads their numbers with digits of both cases. */
export const eachAscii = example({
  input: ({ member }: Converter) => ({
    member,
    texts: member === 'escape' ? [ASCII] : [percent(ASCII), percent(ASCII).toUpperCase()],
  }),
  probe: ({ member, texts }, t) => texts.map((text) => t.querystring[member](text)),
  expect: ({ member }) => equal(member === 'escape' ? [encodeURIComponent(ASCII)] : [ASCII, ASCII]),
});

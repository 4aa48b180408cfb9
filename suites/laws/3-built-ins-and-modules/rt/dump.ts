/** 3/rt/rt-dump: the texts of values of every kind. */
import fc from 'fast-check';
import { anything, attempted, type Expectation, matches, record, satisfies } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { makeValue } from '../../support/script-values.js';

interface DumpRow {
  /** A name for `makeValue`. */
  readonly value: string;
}

/** Dumps the value twice, and inspects the value before and after. */
const look = liftedWith((input: DumpRow, t, make) => {
  if (typeof t.at('rt.dump') !== 'function') t.lacking('rt.dump is missing');
  const dumped = make(input.value, t);
  const properties = (): unknown[] => {
    const isObject = (typeof dumped === 'object' && dumped !== null) || typeof dumped === 'function';
    if (!isObject || input.value === 'longest-list' || input.value === 'far-hole') return [];
    return Object.getOwnPropertyNames(dumped).map((name) => Object.getOwnPropertyDescriptor(dumped, name));
  };
  // The values of properties, unchanged: a list of them is compared by identity.
  const parts = (): unknown[] => {
    const all: unknown[] = [Object.isExtensible(dumped)];
    properties().forEach((one) => {
      const of: { [name: string]: unknown } = Object(one);
      all.push(of.value, of.get, of.set, of.enumerable, of.writable, of.configurable);
    });
    return all;
  };
  const before = input.value === 'global' ? [] : parts();
  const first = t.attempt(() => t.rt.dump(dumped));
  const again = t.attempt(() => t.rt.dump(dumped));
  const after = input.value === 'global' ? [] : parts();
  const isSame = (one: unknown, i: number): boolean => Object.is(one, after[i]);
  return {
    first: first[0] === 'returned' ? ['returned', typeof first[1]] : first,
    // Its text about memory changes from call to call.
    alike: input.value === 'global' || (first[0] === again[0] && first[1] === again[1]),
    kept: before.length === after.length && before.every(isSame),
  };
}, makeValue);

/** A string for a value of any kind, the same each time; the value does not change. */
export const dumpsAny = example({
  input: ({ value }: DumpRow) => ({ value }),
  probe: look,
  expect: () => record({ first: attempted('string'), alike: true, kept: true }),
});

/** The dumped value, or a name for `makeValue`; further arguments; the observed length of the text. */
interface DumpOrder {
  readonly made?: string;
  readonly given?: unknown;
  readonly more?: readonly unknown[];
  readonly first?: number;
}

const dump = liftedWith((input: DumpOrder, t, make) => {
  if (typeof t.at('rt.dump') !== 'function') t.lacking('rt.dump is missing');
  const args: unknown[] = [input.made === undefined ? input.given : make(input.made, t)];
  const ended = t.attempt(() => t.invoke(t.rt, 'dump', args.concat(input.more || [])));
  return input.first === undefined ? ended : [ended[0], `${ended[1]}`.slice(0, input.first)];
}, makeValue);

const dumpDrawn: Probe<DumpOrder> = ({ given }, t) => {
  if (typeof t.at('rt.dump') !== 'function') t.lacking('rt.dump is missing');
  return t.rt.dump(given);
};

/** Only the end of the call is expected: the documents leave the result open. Of long texts the beginning is observed. */
export const isRecorded = example({
  input: ({ value }: DumpRow): DumpOrder => ({ made: value, first: 200 }),
  probe: dump,
  expect: () => anything,
});

/** Parts of a value as often as the text must contain them, at least or, with `alone`, exactly. */
interface DumpPartsRow extends DumpRow {
  readonly parts: readonly string[];
  readonly alone?: boolean;
}

export const containsParts = example({
  input: ({ value }: DumpPartsRow): DumpOrder => ({ made: value }),
  probe: dump,
  expect: ({ parts, alone = false }) => attempted(holdsAll(parts, alone)),
});

/** A text that contains each of these as often as it is here. */
const holdsAll = (parts: readonly string[], alone: boolean): Expectation =>
  satisfies(`a text with ${alone ? 'just ' : ''}${parts.join(', ')}`, (text) => {
    const all = String(text);
    const missing = parts.filter((part) => {
      const more = all.split(part).length - 1 - parts.filter((one) => one === part).length;
      return more < 0 || (alone && more > 0);
    });
    return typeof text === 'string' && missing.length === 0
      ? true
      : `${all.slice(0, 200)} has not as often ${missing.join(', ')}`;
  });

/** Further arguments, which the documents do not have. */
export const isRecordedWith = example({
  input: ({ given }: { readonly given: readonly unknown[] }): DumpOrder => ({
    given: { a: [1, { b: 'x' }], c: {} },
    more: given,
  }),
  probe: dump,
  expect: () => anything,
});

/** Numbers in the form of ECMAScript, and the other primitives by their names. */
export const dumpsPrimitives = drawnProperty({
  inputs: () =>
    fc.oneof(
      fc.integer(),
      fc.integer({ min: -1000, max: 1000 }).map((n) => n / 8),
      fc.maxSafeInteger(),
      fc.constantFrom(NaN, Infinity, -Infinity, 1e21, 1e-7, 2 ** 53, Number.MAX_VALUE, 5e-324),
      fc.constantFrom(true, false, null, undefined),
    ),
  inputOf: (given): DumpOrder => ({ given }),
  probe: dumpDrawn,
  expect: (value) => matches(new RegExp(`^${String(value === 0 ? 0 : value).replace(/[.+]/g, '\\$&')}$`)),
});

/** Characters that are never escaped, after a unique one. */
const plainText = (minLength: number): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.oneof(fc.constantFrom(...'abcXYZ019 -_.,:;()[]{}<>/#'), fc.constantFrom(...'éß€漢\u{1f600}')),
      minLength,
      maxLength: minLength + 40,
    })
    .map((text) => `Q${text}`);

/** Only text around and between values, such as names of their kinds. */
const isPunctuation = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text.replace(/\b(?:Array|Object|String)\b(?:\(\d+\))?/g, ''));

/** Names of members, among them those of inherited ones. */
const NAMES = ['member', 'constructor', 'length'];

/** A string alone, and within others. */
const PLACES: readonly ((text: string) => unknown)[] = [
  (text) => text,
  (text) => [text],
  ...[...NAMES, ''].map((name) => (text: string) => ({ [name]: text })),
];

export const dumpsTexts = drawnProperty({
  inputs: ({ least }: { readonly least: number }) => fc.tuple(plainText(least), fc.constantFrom(...PLACES)),
  inputOf: ([text, within]): DumpOrder => ({ given: within(text) }),
  probe: dumpDrawn,
  expect: ([text]) =>
    satisfies(`${text}, and no other words`, (dumped) => {
      const [before = '', after, ...more] = typeof dumped === 'string' ? dumped.split(text) : [];
      const around = `${before.replace(new RegExp(NAMES.join('|')), '')} ${after}`;
      return (after !== undefined && more.length === 0 && isPunctuation(around)) || String(dumped).slice(0, 200);
    }),
});

/** Nested objects and lists; leaves are numbered, so that each has a unique text. */
type NestedShape = null | readonly NestedShape[] | { readonly [key: string]: NestedShape };

/** Only lists have an order. */
const shapes = (listsAlone: boolean): fc.Arbitrary<NestedShape> =>
  fc.letrec<{ shape: NestedShape }>((tie) => {
    const list = fc.array(tie('shape'), { maxLength: 5 });
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), tie('shape'), { maxKeys: 5 });
    return {
      shape: fc.oneof({ maxDepth: 5, depthSize: 'small' }, fc.constant(null), list, ...(listsAlone ? [] : [object])),
    };
  }).shape;

/** One list or object with many leaves. */
const wideShapes = (listsAlone: boolean): fc.Arbitrary<NestedShape> =>
  fc
    .integer({ min: 20, max: 300 })
    .map((size) =>
      listsAlone ? Array(size).fill(null) : Object.fromEntries(Array.from({ length: size }, (_, at) => [at, null])),
    );

/** The shape with a unique text at each place, and all of these texts. */
function filled(of: NestedShape): { readonly value: unknown; readonly marks: readonly string[] } {
  const marks: string[] = [];
  const mark = (kind: string): string => {
    const text = `${kind}${1000 + marks.length}z`;
    marks.push(text);
    return text;
  };
  const fill = (one: NestedShape): unknown => {
    if (one === null) return mark('leaf');
    if (Array.isArray(one)) return one.map(fill);
    return Object.fromEntries(Object.values(one).map((part) => [mark('key'), fill(part)]));
  };
  return { value: fill(of), marks };
}

const MARK = /(?:leaf|key)\d+z/g;

/** The text contains names of members and their strings, each once; those of lists in their order. */
export const dumpsNested = drawnProperty({
  inputs: ({ listsAlone, isWide = false }: { readonly listsAlone: boolean; readonly isWide?: boolean }) =>
    (isWide ? wideShapes : shapes)(listsAlone).map(filled),
  inputOf: ({ value }): DumpOrder => ({ given: value }),
  probe: dumpDrawn,
  expect: ({ marks }, { listsAlone }) =>
    satisfies(`${marks.join(', ')}, each once${listsAlone ? ' and in this order' : ''}`, (text) => {
      const all = typeof text === 'string' ? text : '';
      const found: string[] = all.match(MARK) ?? [];
      const right = listsAlone ? found.join() === marks.join() : found.sort().join() === [...marks].sort().join();
      const isAlone = typeof text === 'string' && isPunctuation(all.replace(MARK, ''));
      return (right && isAlone) || `found ${found.join()}${isAlone ? '' : ', and other words'}`;
    }),
});

/** 2/http-request-object: headers of every name on several lines, assigned as arrays, deleted and listed. */

import { isDeepStrictEqual } from 'node:util';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { encode, show } from '../../../../language/encoding.js';
import { type ExpectedValue, list, satisfies } from '../../../../language/expectation.js';
import { byRow } from '../../../support/drawn.js';
import { SPELLED } from '../../../support/spelling.js';
import { get, remove, row, SCRIPT, type ScriptRow, set } from '../script.js';
import {
  fivefold,
  type HeaderNames,
  inEachWay,
  inTurn,
  rawWith,
  readings,
  spelledIn,
  valuesFor,
} from './letter-case.js';
import { unsigned, wrongIn } from './matching.js';

type LineCount = { readonly lines: number };

const IN_TURN = [SPELLED.lower, SPELLED.upper, SPELLED.mixed];

/** The first line in the letter case of the name, each of the others in another. */
const linesFor = (name: string, count: number): [string, string][] =>
  valuesFor(name, count).map((value, i) => [i === 0 ? name : (IN_TURN[i % 3] ?? SPELLED.lower)(name), value]);

/** All lines of a header are read as one string, in their order. */
export const receivesHeaders = inEachWay<LineCount>(({ lines }) => ({
  given: (name) => readings('headersIn', name),
  read: (name) => fivefold(valuesFor(name, lines).join(name.toLowerCase() === 'cookie' ? ';' : ',')),
  received: (name) => linesFor(name, lines),
  seen: unsigned,
}));

export const receivesRaw = rawWith(
  'rawHeadersIn',
  () => [],
  (name) => linesFor(name, 3),
);

/** Headers that are absent, as is any header with another name. */
export const receivesNone = inEachWay(() => ({
  given: (name) => [...readings('headersIn', name), { on: 'r.headersIn', make: ['has', name] }],
  read: () => [...fivefold(undefined), [false, false]],
}));

/** No value, which may be read as an empty list of cookies. */
const noneOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? undefined : value);

const inJson = (member: string): Step[] => [
  { get: member, as: 'headers', shown: false },
  { on: 'JSON', call: ['stringify', '$headers'], as: 'text' },
  { on: 'JSON', call: ['parse', '$text'], shown: true },
];

/** Response headers that no script has assigned. */
export const sendsNoneYet = inEachWay(() => ({
  given: (name) => readings('headersOut', name),
  read: () => fivefold(undefined),
  seen: noneOf,
}));

/** They are not found either; after an assignment they are, and after a deletion not. */
export const findsOnceSent = inEachWay(() => ({
  given: (name) => [
    { on: 'r.headersOut', make: ['has', name] },
    set('headersOut', name, 'a'),
    { on: 'r.headersOut', make: ['has', SPELLED.mixed(name)] },
    remove('headersOut', name),
    { on: 'r.headersOut', make: ['has', name] },
  ],
  read: () => [
    [false, false],
    [true, true],
    [false, false],
  ],
}));

const assigning = (name: string, value: Plain): Step => set('headersOut', SPELLED.mixed(name), value);

/** How several values are read: cookies as a list, and one value of headers whose duplicates are ignored. */
const readOf = (name: string, values: readonly string[]): unknown =>
  name.toLowerCase() === 'set-cookie' ? values : values.join(',');

/** Each element is a line and replaces those of a longer array; the lines are read each time before they are sent. */
export const sendsHeaders = inEachWay<LineCount>(({ lines }) => ({
  given: (name) => [
    assigning(name, valuesFor(`former-${name}`, lines + 1)),
    set('headersOut', SPELLED.upper(name), valuesFor(name, lines)),
    ...readings('headersOut', name),
  ],
  read: (name) => fivefold(readOf(name, valuesFor(name, lines))),
  sent: (name) => valuesFor(name, lines),
  seen: unsigned,
}));

/** Several lines of each header, some replaced by one line and some deleted. */
const left = (name: string): string[] => (name.length % 3 === 0 ? [] : valuesFor(name, name.length % 3 === 1 ? 1 : 3));

const changing = (name: string): readonly Step[] => [
  set('headersOut', name, valuesFor(name, 3)),
  ...(name.length % 3 === 0 ? [remove('headersOut', SPELLED.lower(name))] : []),
  ...(name.length % 3 === 1 ? [set('headersOut', name, `0-${name.toLowerCase()}`)] : []),
];

export const sendsRaw = rawWith('rawHeadersOut', changing, (name) => left(name).map((value) => [name, value]));

/** Values that mean an absent header. */
type Nothing = {
  readonly by: 'undefined' | 'null' | 'empty' | 'no-element' | 'nothing-alone' | 'nothing-last' | 'delete';
};

const NOTHING: { readonly [by in Exclude<Nothing['by'], 'delete'>]: Plain } = {
  undefined: { $undefined: true },
  null: null,
  empty: '',
  'no-element': [],
  'nothing-alone': [''],
  'nothing-last': ['former-element', ''],
};

const emptying = (name: string, { by }: Nothing): Step =>
  by === 'delete' ? remove('headersOut', name) : set('headersOut', name, NOTHING[by]);

/** A header loses all its earlier lines. */
export const sendsNone = inEachWay<Nothing>((how) => ({
  given: (name) => [assigning(name, valuesFor(name, 2)), emptying(name, how), get('headersOut', name)],
  read: () => [undefined],
  sent: () => [],
  seen: noneOf,
}));

/** The earlier value is absent, whatever replaces it. */
export const forgetsFormerValue = inEachWay<Nothing>((how) => ({
  given: (name) => [assigning(name, `former-${name}`), emptying(name, how), get('headersOut', name)],
  read: () => [false],
  sent: () => noFormer,
  seen: (value) => show(encode(value)).includes('former-'),
}));

const isFormer = (line: unknown): boolean => String(line).startsWith('former-');

const noFormer: ExpectedValue = satisfies(
  'no former line',
  (lines) => !(Array.isArray(lines) && lines.some(isFormer)) || 'it is sent',
);

/** What each way of listing must show after headers were sent or assigned, perhaps on several lines, and some were deleted. */
interface LinesListing extends HeaderNames, LineCount {
  readonly member: 'headersIn' | 'headersOut';
  readonly by: 'listed' | 'entries' | 'has' | 'values';
}

export const listsHeaders = byRow(SCRIPT, ({ member, by, lines, ...of }: LinesListing): ScriptRow => {
  const names = spelledIn(of);
  const isIn = member === 'headersIn';
  const deleted = isIn ? [] : names.filter((_, i) => i % 5 === 4);
  const kept = names.filter((name) => !deleted.includes(name));
  const sent = isIn ? inTurn(names, (name) => linesFor(name, lines)) : [];
  const respelled = sent.map(([name]) => name).filter((name) => !names.includes(name));
  const before = isIn ? [] : names.map((name): Step => set('headersOut', name, valuesFor(name, lines)));
  const given = [...before, ...deleted.map((name): Step => remove('headersOut', SPELLED.upper(name)))];
  const request = isIn ? { headers: sent } : {};
  if (by === 'has') {
    const asked = names.map((name): Step => ({ on: `r.${member}`, make: ['has', name] }));
    const read = names.map((name) => [kept.includes(name), kept.includes(name)]);
    return row([...given, ...asked], { read }, request);
  }
  if (by !== 'values') {
    const listed = satisfies(`${by}: each of ${kept.join(', ')} once`, (all) => {
      const [ways] = Array.isArray(all) ? all : [];
      const found = by === 'entries' ? [by] : ['enumerated', 'keys', 'json'];
      const wrongs = found.map(
        (way) => [way, wrongIn(Object(ways)[way] ?? [], kept, [...deleted, ...respelled])] as const,
      );
      const wrong = wrongs.find(([, one]) => one !== true);
      return wrong === undefined || `${wrong[0]}: ${wrong[1]}`;
    });
    return row([...given, { on: `r.${member}`, make: ['listed'] }], { read: listed }, request);
  }
  const expectedOf = (name: string): unknown => {
    const sign = isIn && name.toLowerCase() === 'cookie' ? ';' : ',';
    return isIn ? valuesFor(name, lines).join(sign) : readOf(name, valuesFor(name, lines));
  };
  const read = satisfies(`as JSON: what is read of each of ${kept.join(', ')}`, (json) => {
    const wrong = kept.find((name) => !isDeepStrictEqual(unsigned(Object(json)[name]), expectedOf(name)));
    return wrong === undefined || `${wrong} is ${show(encode(Object(json)[wrong]))}`;
  });
  return row([...given, ...inJson(member)], { read: list(read) }, request);
});

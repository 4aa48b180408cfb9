/** 2/http-request-object: headers of every name and letter case, read, written, deleted and listed repeatedly. */

import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../../../spec/types/step.js';
import { encode, show } from '../../../../language/encoding.js';
import { anything, type Expectation, type ExpectedValue, list, satisfies } from '../../../../language/expectation.js';
import { byRow } from '../../../support/drawn.js';
import type { HeaderLine } from '../../../support/header-lines.js';
import { type LetterCase, SPELLED } from '../../../support/spelling.js';
import { get, remove, row, SCRIPT, set } from '../script.js';
import { pairsAmong, wrongIn } from './matching.js';

/** Names of headers, except some; the letter case in which they are sent. */
export type HeaderNames = {
  readonly names: readonly string[];
  readonly without?: readonly string[];
  readonly sent?: LetterCase;
};

export const spelledIn = ({ names, without = [], sent = 'as-it-is' }: HeaderNames): readonly string[] =>
  names.filter((name) => !without.includes(name)).map(SPELLED[sent]);

/** So many values of a header. */
export const valuesFor = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${i}-${name.toLowerCase()}`);

/** A length must be a number to be valid. */
export const valueFor = (name: string): string => (isLength(name) ? '7' : `v-${name.toLowerCase()}`);
const isLength = (name: string): boolean => name.toLowerCase() === 'content-length';
const lineOf = (name: string): [string, string] => [name, valueFor(name)];
const assigning = (name: string): Step => set('headersOut', name, valueFor(name));

/** What is done with each name, and what is read of it; the request's header, and lines of the response's. */
interface HeaderWay {
  readonly given: (name: string) => readonly Step[];
  readonly read: (name: string) => readonly unknown[];
  readonly received?: LinesOf;
  readonly sent?: (name: string) => ExpectedValue;
  /** Which aspect of a string that was read is checked. */
  readonly seen?: (text: unknown) => unknown;
}

type LinesOf = (name: string) => readonly HeaderLine[];

/** The first line of each name, then the second ones, so that lines of one name are apart. */
export function inTurn(names: readonly string[], linesOf: LinesOf): readonly HeaderLine[] {
  const all = names.map(linesOf);
  const most = Math.max(...all.map((lines) => lines.length));
  return Array.from({ length: most }, (_, i) => all.flatMap((lines) => lines.slice(i, i + 1))).flat();
}

const requestWith = (names: readonly string[], received?: LinesOf) =>
  received === undefined ? {} : { headers: inTurn(names, received) };
const once: LinesOf = (name) => [lineOf(name)];

/** A report has the name, and the value that was read instead. */
export const inEachWay = <More = object>(wayOf: (of: More) => HeaderWay) =>
  byRow(SCRIPT, (of: HeaderNames & More) => {
    const names = spelledIn(of);
    const way = wayOf(of);
    const { sent, seen = (text) => text } = way;
    const read = satisfies(`for each name: ${show(encode(names.map(way.read)), 200)}`, (all) => {
      const left: unknown[] = Array.isArray(all) ? all.map(seen) : [];
      const got = names.map((name) => left.splice(0, way.read(name).length));
      const at = names.findIndex((name, i) => !isDeepStrictEqual(got[i], way.read(name)));
      return at < 0 || `${names[at]} is read as ${show(encode(got[at]))}`;
    });
    const headers = sent && { headers: Object.fromEntries(names.map((name) => [name, sent(name)])) };
    return row(names.flatMap(way.given), { read, ...headers }, requestWith(names, way.received));
  });

/** Unchanged, in other letter cases, and unchanged again. */
export const readings = (member: string, name: string): Step[] =>
  [...Object.values(SPELLED), SPELLED['as-it-is']].map((spelled) => get(member, spelled(name)));
export const fivefold = <T>(value: T): T[] => Array<T>(5).fill(value);

/** Each header of a request has the value that was sent. */
export const receivesHeaders = inEachWay(() => ({
  given: (name) => readings('headersIn', name),
  read: (name) => fivefold(valueFor(name)),
  received: once,
}));

/** The cookies of a response are a list, even a single one. */
const seen = (name: string, value: string) => (name.toLowerCase() === 'set-cookie' ? [value] : value);

/** Read after each assignment, with the name in another letter case each time; an array is sent at the end. */
export const sendsHeaders = inEachWay(() => ({
  given: (name) => [
    assigning(name),
    ...readings('headersOut', name),
    set('headersOut', SPELLED.mixed(name), `w-${name}`),
    get('headersOut', name),
    set('headersOut', SPELLED.upper(name), [`x-${name}`]),
    get('headersOut', SPELLED.lower(name)),
  ],
  read: (name) => [...fivefold(valueFor(name)), `w-${name}`, `x-${name}`].map((value) => seen(name, value)),
  sent: (name) => [`x-${name}`],
}));

/** A deleted header is absent for scripts and on the wire. */
export const sendsNone = inEachWay(() => ({
  given: (name) => [assigning(name), remove('headersOut', SPELLED.mixed(name)), get('headersOut', name)],
  read: () => [undefined],
  sent: () => [],
}));

/** The raw lines contain each line once, in the letter case in which it was sent or assigned; those of a request are in order. */
export const rawWith = (
  member: 'rawHeadersIn' | 'rawHeadersOut',
  before: (name: string) => readonly Step[],
  linesOf: LinesOf = once,
) =>
  byRow(SCRIPT, (of: HeaderNames) => {
    const names = spelledIn(of);
    const received = member === 'rawHeadersIn' ? linesOf : undefined;
    const known = new Set(names.map((name) => name.toLowerCase()));
    const order = received && ((pairs: readonly unknown[]) => pairs);
    const read = pairsAmong(inTurn(names, linesOf), (name) => known.has(name), order);
    return row([...names.flatMap(before), { get: member }], { read: list(read) }, requestWith(names, received));
  });

export const receivesRaw = rawWith('rawHeadersIn', () => []);
export const sendsRaw = rawWith('rawHeadersOut', (name) => [assigning(name)]);

/** The names that a way of listing returns: each of `names` once, and no other. */
interface NamesListing extends HeaderNames {
  readonly member: 'headersIn' | 'headersOut' | 'args' | 'variables' | 'rawVariables';
  readonly by: 'enumerated' | 'keys' | 'entries' | 'json' | 'has';
}

const listed = (names: readonly string[], by: NamesListing['by']): Expectation =>
  satisfies(`${by}: each of ${names.join(', ')} once`, (listings) => {
    const [found = []] = Array.isArray(listings) ? listings.map((ways) => Object(ways)[by]) : [];
    return wrongIn(found, names);
  });

export const listsHeaders = byRow(SCRIPT, ({ member, by, ...of }: NamesListing) => {
  const names = spelledIn(of);
  const request = {
    ...requestWith(names, member === 'headersIn' ? once : undefined),
    ...(member === 'args' ? { target: `?${names.map((name) => `${name}=1`).join('&')}` } : {}),
  };
  const before = member === 'headersOut' ? names.map(assigning) : [];
  // The answer has another length.
  const after = names.filter(isLength).map((name): Step => remove(member, name));
  if (by !== 'has') {
    const want = { read: listed(names, by), threw: anything };
    return row([...before, { on: `r.${member}`, make: ['listed'] }, ...after], want, request);
  }
  const asked = [...names, 'X-Absent'].map((name): Step => ({ on: `r.${member}`, make: ['has', name] }));
  return row([...before, ...asked, ...after], { read: [...names.map(() => [true, true]), [false, false]] }, request);
});

/** 2/http-request-object: headers of every name, in every letter case, read again, written again, deleted and listed. */
import { isDeepStrictEqual } from 'node:util';
import { encode, show } from '../../../language/encoding.js';
import { anything, type Expectation, list, satisfies } from '../../../language/expectation.js';
import { byRow } from '../../support/drawn.js';
import { SPELLED, type Spelling } from '../../support/spelling.js';
import { type Does, row, SCRIPT, type ScriptRow } from './script.js';

/** Names of headers, apart from some of them; in which letter case they are sent. */
interface Names {
  readonly names: readonly string[];
  readonly without?: readonly string[];
  readonly sent?: Spelling;
}

/** What is done with one name, and what is read of it. */
interface Tried {
  readonly name: string;
  readonly given: readonly Does[];
  readonly read: readonly unknown[];
}

const trying = (
  { names, without = [], sent = 'as-it-is' }: Names,
  one: (name: string) => Omit<Tried, 'name'>,
): readonly Tried[] =>
  names.filter((name) => !without.includes(name)).map((name) => ({ name, ...one(SPELLED[sent](name)) }));

/** What is read of one name after the other; a report tells which name it is, and what was read instead. */
const readOf = (all: readonly Tried[]): Expectation =>
  satisfies(`for each name: ${show(encode(all.map(({ read }) => read)), 200)}`, (read) => {
    const left: unknown[] = Array.isArray(read) ? [...read] : [];
    const got = new Map(all.map((one) => [one, left.splice(0, one.read.length)]));
    const wrong = all.find((one) => !isDeepStrictEqual(got.get(one), one.read));
    return wrong === undefined || `${wrong.name} is read as ${show(encode(got.get(wrong)))}`;
  });

const doing = (all: readonly Tried[], want: ScriptRow['want'], request: Partial<ScriptRow> = {}): ScriptRow =>
  row(
    all.flatMap(({ given }) => given),
    { read: readOf(all), ...want },
    request,
  );

/** As it is, in other letter cases, and as it is again. */
const readings = (member: string, name: string): Does[] =>
  [...Object.values(SPELLED), SPELLED['as-it-is']].map((spelled) => [`${member}.${spelled(name)}`]);

const fivefold = <T>(value: T): T[] => Array.from({ length: 5 }, () => value);

const valueFor = (name: string): string => `v-${name}`;

const linesOf = (all: readonly Tried[], { sent = 'as-it-is' }: Names) =>
  all.map(({ name }): [string, string] => [SPELLED[sent](name), valueFor(SPELLED[sent](name))]);

/** Each header of a request has the value that was sent. */
export const receives = byRow(SCRIPT, (of: Names) => {
  const all = trying(of, (name) => ({ given: readings('headersIn', name), read: fivefold(valueFor(name)) }));
  return doing(all, {}, { headers: linesOf(all, of) });
});

/** Each header line of a request stands among the raw ones, as it was sent and in order. */
export const receivesRaw = byRow(SCRIPT, (of: Names) => {
  const lines = linesOf(
    trying(of, () => ({ given: [], read: [] })),
    of,
  );
  const own = lines.map(([name]) => name);
  const read = satisfies(`${show(encode(lines), 200)} among those of the client`, (pairs) => {
    const left = Array.isArray(pairs) ? pairs.filter(([name]) => own.includes(name)) : [];
    const wrong = lines.find((line, i) => !isDeepStrictEqual(left[i], line));
    return wrong === undefined || `${wrong[0]} does not stand in its place`;
  });
  return row([['rawHeadersIn']], { read: list(read) }, { headers: lines });
});

/** Read after each assignment, the name in another letter case each time; an array is what is sent in the end. */
export const sends = byRow(SCRIPT, (of: Names) => {
  const seen = (name: string, value: string) => (name.toLowerCase() === 'set-cookie' ? [value] : value);
  const all = trying(of, (name) => ({
    given: [
      [`headersOut.${name}`, valueFor(name)],
      ...readings('headersOut', name),
      [`headersOut.${SPELLED.mixed(name)}`, `w-${name}`],
      [`headersOut.${name}`],
      [`headersOut.${SPELLED.upper(name)}`, [`x-${name}`]],
      [`headersOut.${SPELLED.lower(name)}`],
    ],
    read: [...fivefold(seen(name, valueFor(name))), seen(name, `w-${name}`), seen(name, `x-${name}`)],
  }));
  return doing(all, { headers: Object.fromEntries(all.map(({ name }) => [name, [`x-${name}`]])) });
});

/** A header that is deleted is not there, neither for scripts nor on the wire. */
export const sendsNone = byRow(SCRIPT, (of: Names) => {
  const all = trying(of, (name) => ({
    given: [
      [`headersOut.${name}`, valueFor(name)],
      [`delete headersOut.${SPELLED.mixed(name)}`],
      [`headersOut.${name}`],
    ],
    read: [undefined],
  }));
  return doing(all, { headers: Object.fromEntries(all.map(({ name }) => [name, []])) });
});

/** The pairs of headers that were assigned are among the raw ones once, names in the letter case of the assignment. */
export const sendsRaw = byRow(SCRIPT, (of: Names) => {
  const all = trying(of, (name) => ({ given: [[`headersOut.${name}`, valueFor(name)]], read: [] }));
  const lines = linesOf(all, of);
  const read = satisfies(`holds ${show(encode(lines), 200)}`, (pairs) => {
    const raw: readonly unknown[] = Array.isArray(pairs) ? pairs : [];
    const wrong = lines.find((line) => raw.filter((pair) => isDeepStrictEqual(pair, line)).length !== 1);
    return wrong === undefined || `${wrong[0]} is there not once`;
  });
  return row([...all.flatMap(({ given }) => given), ['rawHeadersOut']], { read: list(read) });
});

/** An object's names, in which each of `names` stands once in the way of listing; one more is not there. */
interface Listed extends Names {
  readonly member: 'headersIn' | 'headersOut' | 'args';
  readonly by: 'enumerated' | 'keys' | 'entries' | 'json' | 'has';
}

export const lists = byRow(SCRIPT, ({ member, by, ...of }: Listed): ScriptRow => {
  const all = trying(of, (name) => ({
    given: member === 'headersOut' ? [[`headersOut.${name}`, valueFor(name)]] : [],
    read: [],
  }));
  const names = linesOf(all, of).map(([name]) => name);
  const request: Partial<ScriptRow> = {
    ...(member === 'headersIn' ? { headers: linesOf(all, of) } : {}),
    ...(member === 'args' ? { target: `?${names.map((name) => `${name}=1`).join('&')}` } : {}),
  };
  const before = all.flatMap(({ given }) => given);
  if (by === 'has') {
    const asked = [...names, 'X-Absent'].map((name): Does => [`has ${member}`, name]);
    return row([...before, ...asked], { read: [...names.map(() => [true, true]), [false, false]] }, request);
  }
  const read = satisfies(`${by}: each of ${names.join(', ')} once`, (listings) => {
    const [listed = []] = Array.isArray(listings) ? listings.map((ways) => Object(ways)[by]) : [];
    const wrong = names.find((name) => listed.filter((other: unknown) => other === name).length !== 1);
    return wrong === undefined || `${wrong} is listed not once`;
  });
  return row([...before, [`list ${member}`]], { read, threw: anything }, request);
});

/** 2/http-request-object: headers of every name on several lines, or as arrays, as nothing, absent, and listed after all that. */

import { isDeepStrictEqual } from 'node:util';
import type { Plain } from '../../../../../spec/types/requirement.js';
import { encode, show } from '../../../../language/encoding.js';
import { type Expected, either, list, satisfies } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import { http, inOwnServer } from '../../../../language/setup.js';
import type { Law } from '../../../../language/trial.js';
import { textOf } from '../../../support/contents.js';
import { byRow } from '../../../support/drawn.js';
import { jsonOf } from '../../../support/json.js';
import { SPELLED } from '../../../support/spelling.js';
import { joinedBy } from '../inputs.js';
import { type Does, row, SCRIPT, type ScriptRow } from '../script.js';
import * as names from './letter-case.js';
import { fivefold, inEachWay, type Names, rawWith, readings, spelledIn } from './letter-case.js';

/** On how many lines a header stands. */
type Several = { readonly lines: number };

const IN_TURN = [SPELLED.lower, SPELLED.upper, SPELLED.mixed];
const valuesFor = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${i}-${name.toLowerCase()}`);

/** The first line in the letter case of the name, each of the others in another. */
const linesFor = (name: string, count: number): [string, string][] =>
  valuesFor(name, count).map((value, i) => [i === 0 ? name : (IN_TURN[i % 3] ?? SPELLED.lower)(name), value]);

/** Of joined values, whether a blank stands behind each sign, and a sign behind the last: other requirements' concern. */
const unsigned = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/([,;]) /g, '$1').replace(/[,;]$/, '') : text;

/** All lines of a header are read as one text, in their order. */
export const receives = inEachWay<Several>(({ lines }) => ({
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

/** Headers that are not there, nor is any with another name. */
export const receivesNone = inEachWay(() => ({
  given: (name) => [...readings('headersIn', name), ['has headersIn', name]],
  read: () => [...fivefold(undefined), [false, false]],
}));

/** No value, as which an empty list of cookies may be read. */
const noneOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? undefined : value);

/** Response headers that nobody has assigned yet. */
export const sendsNoneYet = inEachWay(() => ({
  given: (name) => readings('headersOut', name),
  read: () => fivefold(undefined),
  seen: noneOf,
}));

/** Nor are they found; once they were assigned they are, and deleted no more. */
export const findsOnceSent = inEachWay(() => ({
  given: (name) => [
    ['has headersOut', name],
    [`headersOut.${name}`, 'a'],
    ['has headersOut', SPELLED.mixed(name)],
    [`delete headersOut.${name}`],
    ['has headersOut', name],
  ],
  read: () => [
    [false, false],
    [true, true],
    [false, false],
  ],
}));

const assigning = (name: string, value: Plain): Does => [`headersOut.${SPELLED.mixed(name)}`, value];

/** What is read of several values: cookies are a list, and of headers whose duplicates are ignored one is read. */
const readOf = (name: string, values: readonly string[]): unknown =>
  name.toLowerCase() === 'set-cookie' ? values : values.join(',');

/** Each element is a line, in place of those of an array that was longer; read each time before it is sent. */
export const sends = inEachWay<Several>(({ lines }) => ({
  given: (name) => [
    assigning(name, valuesFor(`former-${name}`, lines + 1)),
    [`headersOut.${SPELLED.upper(name)}`, valuesFor(name, lines)],
    ...readings('headersOut', name),
  ],
  read: (name) => fivefold(readOf(name, valuesFor(name, lines))),
  sent: (name) => valuesFor(name, lines),
  seen: unsigned,
}));

/** Several lines of each, some of which are replaced by one and some deleted. */
const left = (name: string): string[] => (name.length % 3 === 0 ? [] : valuesFor(name, name.length % 3 === 1 ? 1 : 3));
const changing = (name: string): readonly Does[] => [
  [`headersOut.${name}`, valuesFor(name, 3)],
  ...(name.length % 3 === 0 ? [[`delete headersOut.${SPELLED.lower(name)}`] as const] : []),
  ...(name.length % 3 === 1 ? [[`headersOut.${name}`, `0-${name.toLowerCase()}`] as const] : []),
];

export const sendsRaw = rawWith('rawHeadersOut', changing, (name) => left(name).map((value) => [name, value]));

/** What stands for no value. */
type Nothing = { readonly by: 'undefined' | 'null' | 'empty' | 'no-element' | 'nothing-alone' | 'delete' };
const NOTHING: { readonly [by in Exclude<Nothing['by'], 'delete'>]: Plain } = {
  undefined: { $undefined: true },
  null: null,
  empty: '',
  'no-element': [],
  'nothing-alone': [''],
};
const emptying = (name: string, { by }: Nothing): Does =>
  by === 'delete' ? [`delete headersOut.${name}`] : [`headersOut.${name}`, NOTHING[by]];

/** A header loses all the lines that it had. */
export const sendsNone = inEachWay<Nothing>((how) => ({
  given: (name) => [assigning(name, valuesFor(name, 2)), emptying(name, how), [`headersOut.${name}`]],
  read: () => [undefined],
  sent: () => [],
  seen: noneOf,
}));

/** What was assigned before is not there, whatever stands in its place. */
export const forgets = inEachWay<Nothing>((how) => ({
  given: (name) => [assigning(name, `former-${name}`), emptying(name, how), [`headersOut.${name}`]],
  read: () => [false],
  sent: (name) => satisfiesNone(`former-${name}`),
  seen: (value) => show(encode(value)).includes('former-'),
}));

const satisfiesNone = (former: string): Expected =>
  satisfies(`no line ${former}`, (lines) => !(Array.isArray(lines) && lines.includes(former)) || 'it is sent');

/** What each way of listing must show once a header was sent or assigned, perhaps on several lines, and some were deleted. */
interface Listed extends Names, Several {
  readonly member: 'headersIn' | 'headersOut';
  readonly by: 'listed' | 'entries' | 'has' | 'values';
}

const wrongIn = (names: readonly string[], absent: readonly string[], found: readonly unknown[]): true | string => {
  const wrong = names.find((name) => found.filter((one) => one === name).length !== 1);
  const there = absent.find((name) => found.includes(name));
  if (wrong !== undefined) return `${wrong} is listed not once`;
  return there === undefined || `${there} is listed`;
};

export const lists = byRow(SCRIPT, ({ member, by, lines, ...of }: Listed): ScriptRow => {
  const names = spelledIn(of);
  const isIn = member === 'headersIn';
  const deleted = isIn ? [] : names.filter((_, i) => i % 5 === 4);
  const kept = names.filter((name) => !deleted.includes(name));
  const before = isIn ? [] : names.map((name): Does => [`headersOut.${name}`, valuesFor(name, lines)]);
  const given = [...before, ...deleted.map((name): Does => [`delete headersOut.${SPELLED.upper(name)}`])];
  const request = isIn
    ? { headers: names.flatMap((name) => valuesFor(name, lines).map((value) => [name, value] as const)) }
    : {};
  if (by === 'has') {
    const asked = names.map((name): Does => [`has ${member}`, name]);
    const read = names.map((name) => [kept.includes(name), kept.includes(name)]);
    return row([...given, ...asked], { read }, request);
  }
  if (by !== 'values') {
    const listed = satisfies(`${by}: each of ${kept.join(', ')} once`, (all) => {
      const [ways] = Array.isArray(all) ? all : [];
      const found = by === 'entries' ? [by] : ['enumerated', 'keys', 'json'];
      const told = found.map((way) => [way, wrongIn(kept, deleted, Object(ways)[way] ?? [])] as const);
      const wrong = told.find(([, one]) => one !== true);
      return wrong === undefined || `${wrong[0]}: ${wrong[1]}`;
    });
    return row([...given, [`list ${member}`]], { read: listed }, request);
  }
  const expectedOf = (name: string): unknown => {
    const sign = isIn && name.toLowerCase() === 'cookie' ? ';' : ',';
    return isIn ? valuesFor(name, lines).join(sign) : readOf(name, valuesFor(name, lines));
  };
  const read = satisfies(`as JSON: what is read of each of ${kept.join(', ')}`, (json) => {
    const wrong = kept.find((name) => !isDeepStrictEqual(unsigned(Object(json)[name]), expectedOf(name)));
    return wrong === undefined || `${wrong} is ${show(encode(Object(json)[wrong]))}`;
  });
  return row([...given, [`json ${member}`]], { read: list(read) }, request);
});

/** An element of an array that is no text, and the lines that it makes. */
interface Element {
  readonly header: string;
  readonly value: Plain;
  readonly lines: readonly string[];
}

export const sendsElements = byRow(SCRIPT, ({ header, value, lines }: Element) =>
  row([[`headersOut.${header}`, value]], { headers: { [header]: lines } }),
);

/** Signs in names, and whether hosts give scripts such headers. */
interface Signed {
  readonly signs: readonly string[];
  readonly accepted?: true;
}

const signed = (signs: readonly string[]): string[] =>
  signs.flatMap((sign) => [`X${sign}Foo`, `X-Foo${sign}`, `${sign}X-Foo`]);

export const sendsSigns: Law<Signed> = ({ signs }) => names.sends({ names: signed(signs) });

/** The names that they are not, and then those that they are. */
export const receivesSigns = byRow(SCRIPT, ({ signs, accepted }: Signed) => {
  const own = signed(signs);
  const absent = ['X-Foo', 'X', 'Foo', 'X-', '-X-Foo', 'X-Foo-', 'XFoo'];
  const value = (of: string): Expected => (accepted === true ? of : either(of, undefined));
  return row(
    [...absent, ...own].map((name): Does => [`headersIn.${name}`]),
    { read: [...absent.map(() => undefined), ...own.map((_, i) => value(`${i}`))] },
    { headers: own.map((name, i) => [name, `${i}`]) },
  );
});

/** A server of the case's own whose settings let such names pass: each header is found by its own name alone. */
export const receivesSignsWherePassed = conversation({
  needs: ['exchange'],
  setup: [
    http(
      inOwnServer(
        {
          '/': {
            js_content: (r, t) => {
              const own = r.rawHeadersIn.filter((pair) => pair[0].indexOf('Foo') >= 0);
              const found = own.map((pair) => [pair, r.headersIn[pair[0]], r.headersIn[pair[0].toUpperCase()]]);
              r.return(200, t.json([found, ['X-Foo', 'X', 'Foo'].map((name) => name in r.headersIn)]));
            },
          },
        },
        { underscores_in_headers: 'on', ignore_invalid_headers: 'off' },
      ),
    ),
  ],
  hold: async ({ signs }: Signed, { host }) => {
    const lines = signed(signs).map((name, i) => `${name}: ${i}\r\n`);
    const connection = await host.connect('own');
    await connection.send(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.join('')}\r\n`);
    const { bytes } = await connection.rest();
    return jsonOf(bytes.toString().split('\r\n\r\n')[1] ?? 'null');
  },
  expect: ({ signs }) => {
    const found = signed(signs).map((name, i) => [[name, `${i}`], `${i}`, `${i}`]);
    return list(found, [false, false, false]);
  },
});

/** What hosts may refuse; no line may come of it that nobody assigned, and no other header may change. */
interface Splitting {
  readonly header: string;
  readonly value: Plain;
}

const withinLines = satisfies('no character that ends a line for anybody', (lines) => {
  return !/[\r\n\0]/.test(String(lines)) || 'there is one';
});

export const sendsNoMore = byRow(SCRIPT, ({ header, value }: Splitting): ScriptRow => {
  const headers = {
    Injected: [],
    // What continues a line for some is a line for others.
    ' Injected': [],
    'X-Foo': [],
    'X-Before': ['a'],
    'X-After': ['b'],
    'Content-Type': ['text/plain'],
    ...(/^[\w-]+$/.test(header) ? { [header]: withinLines } : {}),
  };
  const given: Does[] = [
    ['headersOut.X-Before', 'a'],
    ['headersOut.Content-Type', 'text/plain'],
    [`headersOut.${header}`, value],
  ];
  return row([...given, ['headersOut.X-After', 'b'], ['call return', 200, 'abc']], {
    status: 200,
    headers,
    body: 'abc',
  });
});

type Sizes = { readonly sizes: readonly number[] };
const named = (sizes: readonly number[]): readonly string[] => sizes.map((size) => `X-${textOf(size - 2)}`);

/** Names of so many characters. */
export const receivesLong: Law<Sizes> = ({ sizes }) => names.receives({ names: named(sizes) });
export const sendsLong: Law<Sizes> = ({ sizes }) => names.sends({ names: named(sizes) });

/** Headers whose values have so many characters, so that they stand in several buffers of the host. */
export const receivesLarge = byRow(SCRIPT, ({ sizes }: Sizes): ScriptRow => {
  const lines = sizes.map((size, i) => [`X-Large-${i % 3}`, `${i}${textOf(size - 1)}`] as const);
  const of = (place: number): string[] => lines.filter((_, i) => i % 3 === place).map(([, value]) => value);
  const joined = (values: string[]): Expected =>
    values.length === 0 ? undefined : either(joinedBy(',', values), joinedBy(',', [...values, '']));
  const read = [0, 1, 2].map((place) => joined(of(place)));
  const given = [0, 1, 2].map((place): Does => [`headersIn.x-large-${place}`]);
  const pairs = lines.map((_, i): Does => [`rawHeadersIn.${i + 1}`]);
  return row([...given, ...pairs], { read: [...read, ...lines] }, { method: 'GET', headers: lines });
});

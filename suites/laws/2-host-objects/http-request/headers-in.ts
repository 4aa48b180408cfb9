/** 2/http-request-object: r.headersIn and r.rawHeadersIn. The oracle is what was put on the wire. */
import fc from 'fast-check';
import { type Expectation, either, responses } from '../../../language/expectation.js';
import { exchange, exchangeProperty, type Sending } from '../../../language/law.js';
import type { WireRequest } from '../../../language/partners.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { headerName, headerValue, oneLocation, respelled } from './inputs.js';

type Line = readonly [name: string, value: string];

/**
 * Answers with the header that the argument `n` names. The status keeps hosts from answering conditional requests by
 * themselves.
 */
const answersHeader: HttpHandler = (r) => {
  r.return(203, JSON.stringify({ value: r.headersIn[r.variables.arg_n || ''] }));
};

const asking = (at: At, name: string, lines: readonly Line[], rest: Partial<WireRequest> = {}): Sending => ({
  requests: [{ target: `${at('/')}?n=${name}`, headers: lines, ...rest }],
});

const valueIs = (value: string | undefined): Expectation =>
  responses([{ status: 203, answer: value === undefined ? {} : { value } }]);

/** Header lines, and the value that is found under a name. */
export const found = exchange({
  setup: oneLocation(answersHeader),
  send: ({ lines, read }: { lines: readonly Line[]; read: string; value?: string }, at) => asking(at, read, lines),
  expect: ({ value }) => valueIs(value),
});

/** The name in one case on the wire and in another in the script. */
export const foundInAnyCase = exchangeProperty({
  setup: oneLocation(answersHeader),
  inputs: (_: object) =>
    headerName.chain((name) => fc.record({ sent: respelled(name), read: respelled(name), value: headerValue })),
  send: ({ sent, read, value }, _, at) => asking(at, read, [[sent, value]]),
  expect: ({ value }) => valueIs(value),
});

/** A header of a single value, with what a body needs besides where it speaks of one. */
interface Single {
  readonly header: string;
  readonly values: readonly [string, string];
  readonly method?: string;
  readonly body?: string;
}

const bodyOf = ({ method, body }: Single): Partial<WireRequest> => ({
  ...(method === undefined ? {} : { method }),
  ...(body === undefined ? {} : { body }),
});

export const singleOnce = exchange({
  setup: oneLocation(answersHeader),
  send: (single: Single, at) => asking(at, single.header, [[single.header, single.values[0]]], bodyOf(single)),
  expect: ({ values }) => valueIs(values[0]),
});

/** Two lines of the header: one of the values alone, unless the host refuses such a request. */
export const singleTwice = exchange({
  setup: oneLocation(answersHeader),
  send: (single: Single, at) =>
    asking(
      at,
      single.header,
      single.values.map((value) => [single.header, value]),
      bodyOf(single),
    ),
  expect: ({ values }) => either(...values.map(valueIs), responses([{ status: 400 }])),
});

export const singleAny = exchangeProperty({
  setup: oneLocation(answersHeader),
  inputs: (_: { header: string }) => headerValue,
  send: (value, { header }, at) => asking(at, header, [[header, value]]),
  expect: (value) => valueIs(value),
});

interface Joined {
  readonly header: string;
  readonly sign: string;
}

const severalValues = fc.array(headerValue, { minLength: 2, maxLength: 4 });

/** The joined text, with or without a blank after each sign. */
const joinings = (values: readonly string[], sign: string): string[] => [values.join(sign), values.join(`${sign} `)];

/** As `joinings`, or with one more sign at the end. */
const looseJoinings = (values: readonly string[], sign: string): string[] => [
  ...joinings(values, sign),
  ...joinings([...values, ''], sign),
];

/** All values in their order, the sign between them; whether one more sign follows is another law's concern. */
export const joins = exchangeProperty({
  setup: oneLocation(answersHeader),
  inputs: (_: Joined) => severalValues,
  send: (values, { header }, at) =>
    asking(
      at,
      header,
      values.map((value) => [header, value]),
    ),
  expect: (values, { sign }) => either(...looseJoinings(values, sign).map(valueIs)),
});

/** The same for headers of any name, each line in a case of its own. */
export const joinsAny = exchangeProperty({
  setup: oneLocation(answersHeader),
  inputs: (_: object) =>
    headerName.chain((name) => fc.record({ name: respelled(name), lines: linesOf(respelled(name), 2, 5) })),
  send: ({ name, lines }, _, at) => asking(at, name, lines),
  expect: ({ lines }) => {
    const values = lines.map(([, value]) => value);
    return either(...looseJoinings(values, ',').map(valueIs));
  },
});

const linesOf = (name: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<Line[]> =>
  fc.array(fc.tuple(name, headerValue), { minLength, maxLength });

/** Nothing stands after the last value. */
export const joinsNoMore = exchange({
  setup: oneLocation(answersHeader),
  send: ({ header, values }: Joined & { values: readonly string[] }, at) =>
    asking(
      at,
      header,
      values.map((value) => [header, value]),
    ),
  expect: ({ values, sign }) => either(...joinings(values, sign).map(valueIs)),
});

/** What a script assigns to a header or deletes of it leaves it as it was received. */
export const staysAsReceived = exchange({
  setup: oneLocation((r, t) => {
    const headers: { [name: string]: unknown } = Object(r.headersIn);
    const name = r.variables.arg_n || '';
    t.attempt(() => {
      headers[name] = 'changed';
    });
    t.attempt(() => delete headers[name]);
    r.return(203, JSON.stringify({ value: r.headersIn[name] }));
  }),
  send: ({ lines, read }: { lines: readonly Line[]; read: string; value?: string }, at) => asking(at, read, lines),
  expect: ({ value }) => valueIs(value),
});

const answersRaw: HttpHandler = (r, t) => t.answer(r, r.rawHeadersIn);

/** All lines in their order, names and values as they stood on the wire. */
export const raw = exchange({
  setup: oneLocation(answersRaw),
  send: ({ lines }: { lines: readonly Line[] }, at) => ({ requests: [{ target: at('/'), headers: lines }] }),
  expect: ({ lines }) => responses([{ answer: lines }]),
});

/** The same with drawn lines: few names, so that some repeat, each in any case. */
export const rawAny = exchangeProperty({
  setup: oneLocation(answersRaw),
  inputs: (_: object) =>
    fc
      .uniqueArray(headerName, { minLength: 1, maxLength: 3 })
      .chain((names) => linesOf(fc.constantFrom(...names).chain(respelled), 1, 8)),
  send: (lines, _, at) => ({ requests: [{ target: at('/'), headers: [['Host', 'example'], ...lines] }] }),
  expect: (lines) => responses([{ answer: [['Host', 'example'], ...lines] }]),
});

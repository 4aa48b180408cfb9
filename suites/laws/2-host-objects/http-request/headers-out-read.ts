/** 2/http-request-object: what scripts read of r.headersOut and r.rawHeadersOut. The oracle models the assignments. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { type Expectation, either, responses, satisfies } from '../../../language/expectation.js';
import { exchange, exchangeProperty } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import { type Assignment, assigns, headerValuesOf, linesOf, ordering } from './assignments.js';
import { headerName, headerValue, oneLocation, respelled } from './inputs.js';

/** What a handler is told: assignments in their order, and names to be read afterwards. */
interface Order {
  readonly set: readonly Assignment[];
  readonly read?: readonly string[];
}

/** Assignments, and what is read afterwards. */
export const reads = exchange({
  setup: oneLocation(assigns),
  send: (order: Order & { values: readonly Plain[] }, at) => ordering(at, { set: order.set, read: order.read }),
  expect: ({ values }) => responses([{ answer: values }]),
});

/** Assigned in one case and read in another. */
export const readsInAnyCase = exchangeProperty({
  setup: oneLocation(assigns),
  inputs: (_: object) =>
    headerName.chain((name) => fc.record({ set: respelled(name), read: respelled(name), value: headerValue })),
  send: ({ set, read, value }, _, at) => ordering(at, { set: [[set, value]], read: [read] }),
  expect: ({ read, value }) => responses([{ answer: [value], headers: { [read]: [value] } }]),
});

/** Cookies are read as an array, and each makes a line. */
export const readsCookies = exchangeProperty({
  setup: oneLocation(assigns),
  inputs: (_: object) =>
    fc.record({ cookies: cookieValues, set: respelled('set-cookie'), read: respelled('set-cookie') }),
  send: ({ cookies, set, read }, _, at) => ordering(at, { set: [[set, cookies]], read: [read] }),
  expect: ({ cookies }) => {
    const all = typeof cookies === 'string' ? [cookies] : cookies;
    return responses([{ answer: [all], headers: { 'Set-Cookie': all } }]);
  },
});

const cookie = fc.stringMatching(/^[a-z]{1,6}=[A-Za-z0-9]{0,8}(; Path=\/[a-z]{0,4})?$/);
const cookieValues = fc.oneof(cookie, fc.array(cookie, { minLength: 1, maxLength: 4 }));

/** Of an array for a header whose duplicates are ignored, one element is read: none is joined with another. */
export const readsOne = exchange({
  setup: oneLocation((r, t) => {
    const order: { header: string; values: string[] } = t.input(r);
    r.headersOut[order.header] = order.values;
    const value = r.headersOut[order.header];
    r.headersOut[order.header] = [];
    r.return(200, JSON.stringify(value));
  }),
  send: ({ header, values }: { header: string; values: readonly string[] }, at) => ordering(at, { header, values }),
  expect: ({ values }) => either(...values.map((value) => responses([{ answer: value }]))),
});

/** An array is read as its elements, in their order, joined by a comma; a sign at the end is another law's concern. */
export const readsJoined = exchangeProperty({
  setup: oneLocation(assigns),
  inputs: ({ header }: { header?: string }) =>
    fc.record({
      name: header === undefined ? headerName : fc.constant(header),
      values: fc.array(headerValue, { minLength: 2, maxLength: 4 }),
    }),
  send: ({ name, values }, _, at) => ordering(at, { set: [[name, values]], read: [name] }),
  expect: ({ values }) =>
    readAs([values.join(','), values.join(', '), `${values.join(',')},`, `${values.join(', ')}, `]),
});

/** As `readsJoined`, and nothing follows the last element. */
export const readsNoMore = exchange({
  setup: oneLocation(assigns),
  send: ({ header, values }: { header: string; values: readonly string[] }, at) =>
    ordering(at, { set: [[header, values]], read: [header] }),
  expect: ({ values }) => readAs([values.join(','), values.join(', ')]),
});

const readAs = (texts: readonly string[]): Expectation =>
  either(...texts.map((text) => responses([{ answer: [text] }])));

type Pair = readonly [name: string, value: string];

/** Assigns and answers with the raw pairs. */
const answersRaw: HttpHandler = (r, t) => {
  const set: [string, string | string[]][] = t.input(r);
  for (let i = 0; i < set.length; i++) {
    const one = set[i];
    if (one !== undefined) r.headersOut[one[0]] = one[1];
  }
  t.answer(r, r.rawHeadersOut);
};

/** The pairs, apart from those of headers that the host adds; of the order, that of lines of one name is judged. */
const rawIs = (pairs: readonly Pair[]): Expectation =>
  satisfies(`${JSON.stringify(pairs)} among other headers`, (read) => {
    const own = Array.isArray(read) ? read.filter((pair) => nameOf(pair).startsWith('x-')) : [];
    return JSON.stringify(byName(own)) === JSON.stringify(byName(pairs)) || 'others of its own';
  });

const nameOf = (pair: unknown): string => (Array.isArray(pair) ? String(pair[0]).toLowerCase() : '');

const byName = (pairs: readonly unknown[]): unknown[] =>
  [...pairs].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));

/** Assignments, and the raw pairs that they make. */
export const raw = exchange({
  setup: oneLocation(answersRaw),
  send: ({ set }: { set: readonly Assignment[]; pairs: readonly Pair[] }, at) => ordering(at, set),
  expect: ({ set, pairs }) => responses([{ headers: linesOf(set), answer: rawIs(pairs) }]),
});

export const rawAny = exchangeProperty({
  setup: oneLocation(answersRaw),
  inputs: (_: object) =>
    fc
      .uniqueArray(headerName, { minLength: 1, maxLength: 4 })
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(respelled(name), headerValuesOf)))),
  send: (set, _, at) => ordering(at, set),
  expect: (set) => {
    const pairs = set.flatMap(([name, value]) => [value].flat().map((one): Pair => [name, one]));
    return responses([{ headers: linesOf(set), answer: rawIs(pairs) }]);
  },
});

/** 2/http-request-object: assignments to r.headersOut. The oracle is a model of them; the wire is observed. */
import fc from 'fast-check';
import { type ResponseParts, responses } from '../../../language/expectation.js';
import { exchange, exchangeProperty } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import { type Assignment, assignments, assigns, headerValuesOf, linesOf, ordering } from './assignments.js';
import { headerName, oneLocation, respelled } from './inputs.js';

/** Assignments, and the lines that they make. */
export const sends = exchange({
  setup: oneLocation(assigns),
  send: (order: { set: readonly Assignment[]; lines: { readonly [name: string]: readonly string[] } }, at) =>
    ordering(at, { set: order.set }),
  expect: ({ lines }) => responses([{ status: 200, headers: lines }]),
});

export const sendsAny = exchangeProperty({
  setup: oneLocation(assigns),
  inputs: (_: object) => assignments(headerName),
  send: (set, _, at) => ordering(at, { set }),
  expect: (set) => responses([{ status: 200, headers: linesOf(set) }]),
});

/** The same for one header of the host's or the standards' own. */
export const sendsNamed = exchangeProperty({
  setup: oneLocation(assigns),
  inputs: ({ header }: { header: string }) => assignments(fc.constant(header)),
  send: (set, _, at) => ordering(at, { set }),
  expect: (set) => responses([{ status: 200, headers: linesOf(set) }]),
});

/** An array for a header of which only one value counts: its last element is sent. */
export const sendsLast = exchange({
  setup: oneLocation((r, t) => {
    const order: { header: string; values: string[] } = t.input(r);
    r.headersOut[order.header] = order.values;
    r.return(200, 'abc');
  }),
  send: ({ header, values }: { header: string; values: readonly string[] }, at) => ordering(at, { header, values }),
  expect: ({ header, values }) => responses([{ status: 200, body: 'abc', headers: { [header]: values.slice(-1) } }]),
});

const mediaType = fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9.+-]{1,12}$/);

export const sendsLastType = exchangeProperty({
  setup: oneLocation(assigns),
  inputs: (_: object) => fc.array(mediaType, { minLength: 1, maxLength: 4 }),
  send: (types, _, at) => ordering(at, { set: [['Content-Type', types]] }),
  expect: (types) => responses([{ status: 200, headers: { 'Content-Type': types.slice(-1) } }]),
});

/** Assigns, sends the header, and assigns again. */
const assignsLate: HttpHandler = (r, t) => {
  const order: { early: [string, string | string[]][]; late: [string, string | string[]][] } = t.input(r);
  const assign = (all: [string, string | string[]][]): void => {
    for (let i = 0; i < all.length; i++) {
      const one = all[i];
      if (one !== undefined) r.headersOut[one[0]] = one[1];
    }
  };
  assign(order.early);
  r.status = 200;
  r.sendHeader();
  assign(order.late);
  r.send('abc');
  r.finish();
};

interface Late {
  readonly early: readonly Assignment[];
  readonly late: readonly Assignment[];
}

/** Lines of the early assignments; headers that were assigned only late are not there. */
const lateExpected = ({ early, late }: Late): ResponseParts => ({
  status: 200,
  body: 'abc',
  headers: { ...linesOf(late.map(([name]) => [name, []])), ...linesOf(early) },
});

export const ignoresLate = exchange({
  setup: oneLocation(assignsLate),
  send: ({ early, late }: Late, at) => ordering(at, { early, late }),
  expect: (order) => responses([lateExpected(order)]),
});

export const ignoresLateAny = exchangeProperty({
  setup: oneLocation(assignsLate),
  inputs: (_: object) => {
    const names = fc.uniqueArray(headerName, { minLength: 1, maxLength: 3 });
    return names.chain((few) => {
      const set = fc.array(fc.tuple(fc.constantFrom(...few).chain(respelled), headerValuesOf), { maxLength: 4 });
      return fc.record({ early: set, late: set });
    });
  },
  send: (order, _, at) => ordering(at, order),
  expect: (order) => responses([lateExpected(order)]),
});

/** What is read of a header that was assigned too late. */
export const readsLate = exchange({
  setup: oneLocation((r) => {
    r.headersOut['X-Foo'] = 'early';
    r.status = 200;
    r.sendHeader();
    r.headersOut['X-Foo'] = 'late';
    r.send(`${r.headersOut['X-Foo']}`);
    r.finish();
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => responses([{ headers: { 'X-Foo': ['early'] }, body: 'early' }]),
});

/** After `r.return` the response is complete. */
export const ignoresAfterReturn = exchange({
  setup: oneLocation((r, t) => {
    r.headersOut['X-Early'] = 'a';
    r.return(200, 'abc');
    t.attempt(() => {
      r.headersOut['X-Early'] = 'b';
      r.headersOut['X-Late'] = 'c';
    });
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => responses([{ status: 200, body: 'abc', headers: { 'X-Early': ['a'], 'X-Late': [] } }]),
});

/** The next request of the connection begins without the headers of the last. */
export const endsWithRequest = exchange({
  setup: oneLocation((r, t) => {
    const before = r.headersOut['X-Foo'];
    r.headersOut['X-Foo'] = [t.input<string>(r), 'b'];
    r.return(200, `${before}`);
  }),
  send: (_: object, at) => ({
    requests: ['1', '2'].map((input) => ({ target: at('/'), input })),
  }),
  expect: () =>
    responses([
      { body: 'undefined', headers: { 'X-Foo': ['1', 'b'] } },
      { body: 'undefined', headers: { 'X-Foo': ['2', 'b'] } },
    ]),
});

/** Values that are no text: what becomes of them. */
export const sendsOdd = exchange({
  setup: oneLocation((r, t) => {
    const values: { [name: string]: unknown } = {
      undefined: undefined,
      null: null,
      number: 7,
      boolean: true,
      empty: '',
    };
    const headers: { [name: string]: unknown } = Object(r.headersOut);
    headers['X-Foo'] = ['a', 'b'];
    headers['X-Foo'] = values[t.input<string>(r)];
    r.return(200);
  }),
  send: ({ value }: { value: string; lines: readonly string[] }, at) => ({
    requests: [{ target: at('/'), input: value }],
  }),
  expect: ({ lines }) => responses([{ status: 200, headers: { 'X-Foo': lines } }]),
});

export const deletes = exchange({
  setup: oneLocation((r) => {
    r.headersOut['X-Foo'] = ['a', 'b'];
    delete r.headersOut['X-Foo'];
    r.return(200);
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => responses([{ status: 200, headers: { 'X-Foo': [] } }]),
});

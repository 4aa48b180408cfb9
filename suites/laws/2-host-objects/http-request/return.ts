/** 2/http-request-object-methods/r-return. The oracle is the order that the handler was given; the wire is observed. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import {
  all,
  type Expectation,
  either,
  list,
  log,
  matches,
  not,
  type ResponseParts,
  responses,
} from '../../../language/expectation.js';
import { exchange, exchangeProperty, type Sending } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { oneLocation } from './inputs.js';

/** What a handler returns: a status alone, or with a text, or with a Buffer of bytes given as hexadecimal digits. */
interface Order {
  readonly status: number;
  readonly text?: string;
  readonly bytes?: string;
}

const returnsOrder: HttpHandler = (r, t) => {
  const order: Order = t.input(r);
  if (order.bytes !== undefined) r.return(order.status, Buffer.from(order.bytes, 'hex'));
  else if (order.text !== undefined) r.return(order.status, order.text);
  else r.return(order.status);
};

const ordering = (at: At, order: Order): Sending => ({
  requests: [{ target: at('/'), input: order }],
});

const inHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A status and a text, which may be given in the tagged encoding: the text is the body, and there is no redirect. */
export const returnsText = exchange({
  setup: oneLocation(returnsOrder),
  send: ({ status, text }: { status: number; text: Plain }, at) => ordering(at, { status, text: String(decode(text)) }),
  expect: ({ status, text }) => responses([{ status, headers: { Location: [] }, body: String(decode(text)) }]),
});

const character = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('\n', '\t', 'é', 'ж', '€', '漢', '\u{1f600}'),
);

export const returnsAnyText = exchangeProperty({
  setup: oneLocation(returnsOrder),
  inputs: (_: object) =>
    fc.record({ status: fc.constantFrom(200, 201, 400, 404, 500), text: fc.string({ unit: character, minLength: 1 }) }),
  send: (order, _, at) => ordering(at, order),
  expect: ({ status, text }) => responses([{ status, body: text }]),
});

/** Any code that has a body and means no redirect; hosts close the connection for 444. */
export const returnsAnyStatus = exchangeProperty({
  setup: oneLocation(returnsOrder),
  inputs: (_: object) =>
    fc
      .integer({ min: 200, max: 599 })
      .filter((status) => ![204, 205, 301, 302, 303, 304, 307, 308, 444].includes(status)),
  send: (status, _, at) => ordering(at, { status, text: 'http://foo.example/' }),
  expect: (status) => responses([{ status, headers: { Location: [] }, body: 'http://foo.example/' }]),
});

/** Bytes, as hexadecimal digits, in a Buffer. */
export const returnsBuffer = exchange({
  setup: oneLocation(returnsOrder),
  send: (order: { status: number; bytes: string }, at) => ordering(at, order),
  expect: ({ status, bytes }) => responses([{ status, body: Buffer.from(bytes, 'hex') }]),
});

export const returnsAnyBuffer = exchangeProperty({
  setup: oneLocation(returnsOrder),
  inputs: (_: object) => fc.uint8Array({ minLength: 1, maxLength: 64 }),
  send: (bytes, _, at) => ordering(at, { status: 200, bytes: inHex(bytes) }),
  expect: (bytes) => responses([{ status: 200, body: bytes }]),
});

export const returnsStatusAlone = exchange({
  setup: oneLocation(returnsOrder),
  send: ({ status }: { status: number; body?: string }, at) => ordering(at, { status }),
  expect: ({ status, body }) => responses([{ status, ...(body === undefined ? {} : { body }) }]),
});

/** The location is the URL, and the URL is no body. A host may put itself before a path, as redirects did before RFC 7231. */
const redirectsTo = (status: number, url: string): ResponseParts => ({
  status,
  headers: { Location: list(url.startsWith('/') ? either(url, belowHost(url)) : url) },
  body: not(url),
});

const belowHost = (path: string): Expectation =>
  matches(new RegExp(`^http://[^/]+${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));

export const redirects = exchange({
  setup: oneLocation(returnsOrder),
  send: ({ status, url, buffer = false }: { status: number; url: string; buffer?: boolean }, at) =>
    ordering(at, buffer ? { status, bytes: inHex(Buffer.from(url)) } : { status, text: url }),
  expect: ({ status, url }) => responses([redirectsTo(status, url)]),
});

/** Absolute URLs of any scheme, with what a path, a query and a fragment may hold. */
const url = fc
  .tuple(
    fc.constantFrom('http://foo.example', 'https://foo.example:8443', 'ftp://foo:bar@foo.example', 'foo+bar:'),
    fc.array(fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@/?#", '%41', '%20', '%C3%A9', '//', '/../'), {
      maxLength: 16,
    }),
  )
  .map(([start, rest]) => `${start}/${rest.join('')}`);

export const redirectsAnywhere = exchangeProperty({
  setup: oneLocation(returnsOrder),
  inputs: (_: { status: number }) => url,
  send: (text, { status }, at) => ordering(at, { status, text }),
  expect: (url, { status }) => responses([{ ...redirectsTo(status, url), headers: { Location: [url] } }]),
});

/** A status that was set before counts for nothing. */
export const returnsOverStatus = exchange({
  setup: oneLocation((r) => {
    r.status = 404;
    r.return(201, 'abc');
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => responses([{ status: 201, body: 'abc' }]),
});

/** The response is complete: the next request of the connection gets one of its own. */
export const returnsEach = exchange({
  setup: oneLocation(returnsOrder),
  send: (_: object, at) => {
    const orders: readonly Order[] = [
      { status: 200, text: 'abc' },
      { status: 404, text: 'é' },
      { status: 302, text: 'http://foo.example/' },
      { status: 200, bytes: 'ff' },
      { status: 200, text: 'last' },
    ];
    return { requests: orders.flatMap((order) => ordering(at, order).requests) };
  },
  expect: () =>
    responses([
      { status: 200, body: 'abc' },
      { status: 404, body: 'é' },
      { status: 302, headers: { Location: ['http://foo.example/'] } },
      { status: 200, body: Buffer.from([0xff]) },
      { status: 200, body: 'last' },
    ]),
});

/** To HEAD the same header is sent, without the body. */
export const returnsToHead = exchange({
  setup: oneLocation((r) => r.return(200, 'abc')),
  send: (_: object, at) => ({ requests: [{ method: 'HEAD', target: at('/') }, { target: at('/') }] }),
  expect: () =>
    responses([
      { status: 200, body: '' },
      { status: 200, body: 'abc' },
    ]),
});

/** A code that no response can have: what becomes of the request. */
export const refusesStatus = exchange({
  setup: oneLocation((r, t) => {
    const ended = t.attempt(() => t.invoke(r, 'return', [t.input(r), 'abc']));
    if (ended[0] === 'threw') t.answer(r, 'threw');
  }),
  send: ({ status }: { status: Plain }, at) => ({
    requests: [{ target: at('/'), input: status }],
  }),
  expect: () => responses([{ status: 200, answer: 'threw' }]),
});

/** What an access handler answers with; `location` says that the text is where to go. */
interface Answer {
  readonly status: number;
  readonly text?: string;
  readonly buffer?: boolean;
  readonly location?: boolean;
}

/** An access handler that answers: the content handler, which would say so in the log, is never called. */
export const returnsFromAccess = exchange({
  needs: ['log'],
  setup: oneLocation(
    (r) => {
      r.error('content');
      r.return(200, 'content');
    },
    {
      js_access: (r, t) => {
        const order: Answer = t.input(r);
        if (order.text === undefined) r.return(order.status);
        else r.return(order.status, order.buffer ? Buffer.from(order.text) : order.text);
      },
    },
  ),
  send: ({ status, text, buffer = false }: Answer, at) => {
    const order = { status, buffer, ...(text === undefined ? {} : { text }) };
    return { requests: [{ method: 'GET', target: at('/'), input: order }] };
  },
  expect: ({ status, text, location = false }) => {
    const sent = location || text === undefined ? {} : { body: text };
    const headers = { Location: location && text !== undefined ? [text] : [] };
    return all(responses([{ status, headers, ...sent }]), log([]));
  },
});

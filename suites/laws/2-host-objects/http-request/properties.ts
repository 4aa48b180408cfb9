/** 2/http-request-object: method, URI and version of a request, status of its response, strings of the object. */
import fc from 'fast-check';
import { responses } from '../../../language/expectation.js';
import { exchange, exchangeProperty, type Sending } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { encodedText, letters, oneLocation } from './inputs.js';

/** The method comes back in a header, since some responses have no body. */
export const hasMethod = exchange({
  setup: oneLocation((r) => {
    r.headersOut['X-Method'] = r.method;
    r.return(200);
  }),
  send: ({ method }: { method: string }, at) => ({ requests: [{ method, target: at('/') }] }),
  expect: ({ method }) => responses([{ status: 200, headers: { 'X-Method': [method] } }]),
});

export const hasVersion = exchange({
  setup: oneLocation((r, t) => t.answer(r, r.httpVersion)),
  send: ({ version }: { version: '1.0' | '1.1' }, at) => ({ requests: [{ target: at('/'), version }] }),
  expect: ({ version }) => responses([{ status: 200, answer: version }]),
});

const answersUri: HttpHandler = (r, t) => t.answer(r, r.uri);

/** A request target below the case's path, and the URI below it. `authority` stands before the path. */
export const hasUri = exchange({
  setup: oneLocation(answersUri, {}, { match: 'prefix' }),
  send: ({ target, authority = '' }: { target: string; uri: string; authority?: string }, at) => ({
    requests: [{ target: `${authority}${at('/')}${target}` }],
  }),
  expect: ({ uri }, at) => responses([{ status: 200, answer: `${at('/')}${uri}` }]),
});

const segment = encodedText(fc.oneof(letters, fc.constantFrom(..." !$&'()*+,-;=@_~é€%#?")), { maxLength: 5 }).map(
  // A letter in front: neither a dot segment nor an empty one.
  ({ text, encoded }) => ({ text: `s${text}`, encoded: `s${encoded}` }),
);

/** Segments, dot segments and repeated slashes; never above the case's own path. */
export const hasNormalUri = exchangeProperty({
  setup: oneLocation(answersUri, {}, { match: 'prefix' }),
  inputs: (_: object) =>
    fc.array(fc.oneof({ weight: 3, arbitrary: segment }, fc.constantFrom('.', '..', '')), {
      minLength: 1,
      maxLength: 7,
    }),
  send: (parts, _, at) => ({
    requests: [{ target: `${at('/')}${rooted(parts).map(spelled).join('/')}?a=../b` }],
  }),
  expect: (parts, _, at) => responses([{ status: 200, answer: `${at('/')}${resolved(rooted(parts))}` }]),
});

type Part = { readonly text: string; readonly encoded: string } | string;

const spelled = (part: Part): string => (typeof part === 'string' ? part : part.encoded);

/** The parts without those that would lead above the first. */
function rooted(parts: readonly Part[]): Part[] {
  let depth = 0;
  return parts.filter((part) => {
    if (part === '..' && depth === 0) return false;
    depth += part === '..' ? -1 : typeof part === 'string' ? 0 : 1;
    return true;
  });
}

/** RFC 3986, section 5.2.4, with repeated slashes merged. */
function resolved(parts: readonly Part[]): string {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '..') kept.pop();
    else if (typeof part !== 'string') kept.push(part.text);
  }
  const last = parts.at(-1);
  return `${kept.join('/')}${typeof last === 'string' && kept.length > 0 ? '/' : ''}`;
}

/** Sets a status and sends the header, and a body where there may be one. */
const sendsStatus: HttpHandler = (r, t) => {
  const order: { status: number; body: boolean } = t.input(r);
  r.status = order.status;
  r.headersOut['X-Status'] = `${r.status}`;
  r.sendHeader();
  if (order.body) r.send('abc');
  r.finish();
};

const sendingStatus = (at: At, status: number, body: boolean): Sending => ({
  requests: [{ target: at('/'), input: { status, body } }],
});

/** A status, on the status line and as it is read back. */
export const hasStatus = exchange({
  setup: oneLocation(sendsStatus),
  send: ({ status, bodiless = false }: { status: number; bodiless?: boolean }, at) =>
    sendingStatus(at, status, !bodiless),
  expect: ({ status, bodiless = false }) =>
    responses([{ status, headers: { 'X-Status': [`${status}`] }, body: bodiless ? '' : 'abc' }]),
});

/** Codes that have a meaning to hosts or to HTTP itself: the connection is closed, or there is no body. */
const SPECIAL = new Set([204, 205, 304, 444]);

export const hasAnyStatus = exchangeProperty({
  setup: oneLocation(sendsStatus),
  inputs: (_: object) => fc.integer({ min: 200, max: 599 }).filter((status) => !SPECIAL.has(status)),
  send: (status, _, at) => sendingStatus(at, status, true),
  expect: (status) => responses([{ status, headers: { 'X-Status': [`${status}`] }, body: 'abc' }]),
});

export const hasLastStatus = exchange({
  setup: oneLocation((r) => {
    r.status = 404;
    r.status = 201;
    r.sendHeader();
    // Too late for the wire.
    r.status = 500;
    r.send('abc');
    r.finish();
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => responses([{ status: 201, body: 'abc' }]),
});

/** Tries to assign and to delete a member of the request object; tells whether it is as before. */
export const staysAsItWas = exchange({
  setup: oneLocation((r, t) => {
    const request: { [name: string]: unknown } = Object(r);
    const name: string = t.input(r);
    const before = JSON.stringify(request[name]);
    t.attempt(() => {
      request[name] = 'changed';
    });
    t.attempt(() => delete request[name]);
    r.return(200, `${before !== undefined && JSON.stringify(request[name]) === before}`);
  }),
  send: ({ member }: { member: string }, at) => ({ requests: [{ method: 'GET', target: at('/'), input: member }] }),
  expect: () => responses([{ status: 200, body: 'true' }]),
});

/** The members that are strings, of a request that holds a text of one to three bytes a character in each of them. */
const answersStrings: HttpHandler = (r, t) => {
  const raw = r.rawHeadersIn.filter((pair) => pair[0] === 'Foo')[0] || ['', ''];
  const uri = r.uri;
  t.answer(
    r,
    [r.headersIn.foo || '', raw[1], r.variables.http_foo || '', uri.slice(uri.lastIndexOf('/') + 1)].map((text) => [
      text.length,
      text.charCodeAt(text.length - 1),
    ]),
  );
};

const texts = fc
  .array(fc.constantFrom('a', 'Z', '0', 'é', 'ß', 'ж', '€', '漢', '\uffee'), { minLength: 1, maxLength: 12 })
  .map((characters) => characters.join(''));

const sendingText = (text: string, at: At): Sending => ({
  requests: [
    { target: `${at('/')}${encodeURIComponent(text)}`, headers: [['Foo', Buffer.from(text).toString('latin1')]] },
  ],
});

/** Length and last unit of each member: characters. */
export const hasCharacters = exchangeProperty({
  setup: oneLocation(answersStrings, {}, { match: 'prefix' }),
  inputs: (_: object) => texts,
  send: (text, _, at) => sendingText(text, at),
  expect: (text) =>
    responses([{ answer: Array.from({ length: 4 }, () => [text.length, text.charCodeAt(text.length - 1)]) }]),
});

/** Length and last unit of each member: bytes of UTF-8. */
export const hasBytes = exchangeProperty({
  setup: oneLocation(answersStrings, {}, { match: 'prefix' }),
  inputs: (_: object) => texts,
  send: (text, _, at) => sendingText(text, at),
  expect: (text) => {
    const bytes = Buffer.from(text);
    return responses([{ answer: Array.from({ length: 4 }, () => [bytes.length, bytes.at(-1)]) }]);
  },
});

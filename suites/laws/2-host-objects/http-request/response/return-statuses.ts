/** 2/http-request-object-methods/r-return: every status, and every kind of value, in every way in which one is sent. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import { matches, not, oneOf, responses, satisfies } from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import { type HttpHandler, http, location, path, type Setup } from '../../../../language/setup.js';
import { byRow } from '../../../support/drawn.js';
import { oneLocation } from '../inputs.js';
import { behindFirst, follows, fromPlain, row, SCRIPT, type ScriptRow } from '../script.js';

/** Statuses whose second argument is where to go, that have no body, and that are not tried. */
const MOVED = [301, 302, 303, 307, 308];
const BODILESS = [204, 304];
const UNTRIED = [205, 444];

const URL = 'http://foo.example/a?bc';

/** A response with a status, with what it has instead of the body. */
function answered(status: number, method: 'HEAD' | 'GET'): ScriptRow {
  const isMoved = MOVED.includes(status);
  const body = method === 'HEAD' || BODILESS.includes(status) ? { body: '' } : isMoved ? {} : { body: 'abc' };
  // RFC 9110, section 8.6: of this one no length is told.
  const length = status === 204 ? { 'Content-Length': [] } : {};
  const want = { status, ...body, headers: { ...length, Location: isMoved ? [URL] : [], 'X-Foo': ['bar'] } };
  return row(
    [
      ['headersOut.X-Foo', 'bar'],
      ['call return', status, isMoved ? URL : 'abc'],
    ],
    want,
    { method },
  );
}

/** Each status of a hundred, on the same few connections. */
export const answersEach = byRow(SCRIPT, ({ from, method }: { from: number; method: 'HEAD' | 'GET' }) => {
  const statuses = Array.from({ length: 100 }, (_, i) => from + i).filter((status) => !UNTRIED.includes(status));
  return behindFirst(statuses.map((status) => answered(status, method)));
});

/** The reason phrase of each status. */
export const gives = byRow(SCRIPT, ({ phrases }: { phrases: { readonly [status: string]: string } }) => {
  const answers = Object.entries(phrases).map(([status, reason]) => ({ status: Number(status), reason }));
  return behindFirst(answers.map((want) => row([['call return', want.status, URL]], want)));
});

/** Ways of sending bytes, and kinds of views of them in memory with more in front and behind. */
interface SentView {
  readonly way: 'return' | 'send' | 'redirect';
  readonly view: 'Buffer' | 'slice' | 'subarray' | 'Uint8Array' | 'Uint16Array' | 'DataView' | 'ArrayBuffer';
}

const sendsView: HttpHandler = (r, t) => {
  const asked: SentView & { readonly bytes: Uint8Array } = t.input(r);
  const length = asked.bytes.length;
  const outer = new Uint8Array(length + 6).fill(42);
  outer.set(asked.bytes, 4);
  const memory = outer.buffer;
  const make = (view: string): unknown => {
    if (view === 'Buffer') return Buffer.from(memory, 4, length);
    if (view === 'slice') return Buffer.from(memory).slice(4, 4 + length);
    if (view === 'subarray') return Buffer.from(memory).subarray(4, 4 + length);
    if (view === 'Uint16Array') return new Uint16Array(memory, 4, length / 2);
    if (view === 'DataView') return new DataView(memory, 4, length);
    if (view === 'ArrayBuffer') return memory.slice(4, 4 + length);
    return new Uint8Array(memory, 4, length);
  };
  const value = make(asked.view);
  if (asked.way !== 'send') return t.invoke(r, 'return', [asked.way === 'return' ? 200 : 302, value]);
  r.status = 200;
  r.sendHeader();
  t.invoke(r, 'send', [value]);
  return r.finish();
};

const BODY = Buffer.from('00ff61e282ac0a00', 'hex');

/** What is sent is what the view shows. */
export const sends = exchange<SentView>({
  setup: oneLocation(sendsView),
  send: ({ way, view }, at) => {
    const bytes = way === 'redirect' ? Buffer.from(URL) : BODY;
    return { requests: [{ target: at('/'), input: { way, view, bytes } }] };
  },
  expect: ({ way }) =>
    responses([way === 'redirect' ? { status: 302, headers: { Location: [URL] } } : { status: 200, body: BODY }]),
});

interface Injecting extends Pick<ScriptRow, 'method'> {
  readonly status: number;
  readonly url: Plain;
}

/** No control character comes through in a header, and nothing of the URL as a line or a body; the call may be refused. */
export const keepsLine = byRow(SCRIPT, ({ status, url, ...request }: Injecting): ScriptRow => {
  const lines = satisfies('no control characters', (values) => {
    const all: readonly unknown[] = Array.isArray(values) ? values : [];
    return all.every((value) => !/[\0\r\n]/.test(String(value))) || 'there is one';
  });
  const body = not(matches(/^X-Evil/m));
  const want = { status: oneOf(status, 203), headers: { 'X-Evil': [], Location: lines }, body };
  return row([['call return', status, url]], want, request);
});

/** Where the host has a page of its own for some statuses. */
const PAGED: Setup = [
  http(
    location('/', { error_page: ['404', '503', path('-page')], js_content: follows }, 'prefix'),
    location('-page', { return: ['200', 'page'] }),
  ),
];

export const paged = byRow({ ...SCRIPT, setup: PAGED }, fromPlain);

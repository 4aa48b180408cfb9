/** 2/http-request-object-methods/r-return: every status, and every kind of value, in every way of sending one. */

import type { Plain } from '../../../../../spec/types/requirement.js';
import { matches, not, oneOf, satisfies } from '../../../../language/expectation.js';
import { http, location, path, type Setup } from '../../../../language/setup.js';
import { byRow } from '../../../support/drawn.js';
import { BODILESS, MOVED } from '../inputs.js';
import { behindFirst, call, follows, fromPlain, row, SCRIPT, type ScriptRow, set } from '../script.js';

const UNTRIED = [205, 444];

const URL = 'http://foo.example/a?bc';

/** A response with a status, and what it has in place of the body. */
function answered(status: number, method: 'HEAD' | 'GET'): ScriptRow {
  const isMoved = MOVED.includes(status);
  const body = method === 'HEAD' || BODILESS.includes(status) ? { body: '' } : isMoved ? {} : { body: 'abc' };
  // RFC 9110, section 8.6: this one has no Content-Length.
  const length = status === 204 ? { 'Content-Length': [] } : {};
  const want = { status, ...body, headers: { ...length, Location: isMoved ? [URL] : [], 'X-Foo': ['bar'] } };
  return row([set('headersOut', 'X-Foo', 'bar'), call('return', status, isMoved ? URL : 'abc')], want, { method });
}

/** A hundred statuses, on the same few connections. */
export const answersEachStatus = byRow(SCRIPT, ({ from, method }: { from: number; method: 'HEAD' | 'GET' }) => {
  const statuses = Array.from({ length: 100 }, (_, i) => from + i).filter((status) => !UNTRIED.includes(status));
  return behindFirst(statuses.map((status) => answered(status, method)));
});

/** The reason phrase of each status. */
export const hasReasonPhrase = byRow(SCRIPT, ({ phrases }: { phrases: { readonly [status: string]: string } }) => {
  const answers = Object.entries(phrases).map(([status, reason]) => ({ status: Number(status), reason }));
  return behindFirst(answers.map((want) => row([call('return', want.status, URL)], want)));
});

type Injecting = Pick<ScriptRow, 'method'> & { readonly status: number; readonly url: Plain };

/** No control character reaches a header, and no part of the URL becomes a line or a body; the call may throw. */
export const keepsHeaderLine = byRow(SCRIPT, ({ status, url, ...request }: Injecting): ScriptRow => {
  const lines = satisfies('no control characters', (values) => {
    const all: readonly unknown[] = Array.isArray(values) ? values : [];
    return all.every((value) => !/[\0\r\n]/.test(String(value))) || 'there is one';
  });
  const body = not(matches(/^X-Evil/m));
  const want = { status: oneOf(status, 203), headers: { 'X-Evil': [], Location: lines }, body };
  return row([call('return', status, url)], want, request);
});

/** The host has its own pages for some statuses. */
const PAGED: Setup = [
  http(
    location('/', { error_page: ['404', '503', path('-page')], js_content: follows }, 'prefix'),
    location('-page', { return: ['200', 'page'] }),
  ),
];

export const answersBesideErrorPages = byRow({ ...SCRIPT, setup: PAGED }, fromPlain);

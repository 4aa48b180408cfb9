/** 2/http-request-object: method, URI and version of a request, status of its response, strings of the object. */

import { posix } from 'node:path';
import fc from 'fast-check';
import type { Step } from '../../../../spec/types/step.js';
import { anything, responses, satisfies } from '../../../language/expectation.js';
import { exchangeProperty, type Sending } from '../../../language/law.js';
import type { At } from '../../../language/trial.js';
import { byRow, drawn } from '../../support/drawn.js';
import { asItIs, encodedText, letters, piecesOf, type QueryText } from '../../support/spelling.js';
import { BODILESS, oneLocation, statusBut } from './inputs.js';
import { call, row, SCRIPT, type ScriptRow } from './script.js';

/** A request, and the URI below the case's path. */
type UriRow = Pick<ScriptRow, 'authority' | 'target' | 'method' | 'version'> & { readonly uri?: string };

/** The method is returned in a header too, since some responses have no body. */
function asked({ uri = '', method = 'GET', version = '1.1', ...request }: UriRow): ScriptRow {
  const reads: Step[] = [['r.uri'], ['r.httpVersion'], { get: 'method', as: 'method' }];
  const read = (at: At) => [`${at('/')}${uri}`, version, method];
  const want = { headers: { 'X-Method': [method] }, read };
  return row([...reads, { on: 'r.headersOut', set: ['X-Method', '$method'] }], want, { ...request, method, version });
}

export const hasUriAndMethod = byRow(SCRIPT, asked);

/** A letter comes first, so that it is neither a dot segment nor empty. */
const segment = encodedText(fc.oneof(letters, fc.constantFrom(..." !$&'()*+,-;=@_~é€%#?")), 0, 5).map(
  ({ text, encoded }): QueryText => ({ text: `s${text}`, encoded: `s${encoded}` }),
);
const part = fc.oneof({ weight: 3, arbitrary: segment }, asItIs(fc.constantFrom('.', '..', '')));

/** Below enough segments that the parts cannot lead above the case's path. */
function askedBelow(parts: readonly QueryText[]): ScriptRow {
  const up = parts.filter(({ text }) => text === '..').map((): QueryText => ({ text: 'up', encoded: 'up' }));
  const all = [...up, ...parts];
  const path = all.map(({ text }) => text).join('/');
  return asked({
    target: `${all.map(({ encoded }) => encoded).join('/')}?a=../b`,
    uri: posix.normalize(`/${path}${/(^|\/)\.{1,2}$/.test(path) ? '/' : ''}`).slice(1),
  });
}

/** A status, one that was assigned before, and one that is assigned too late. */
type StatusRow = { readonly status: number; readonly before?: number; readonly late?: number };

function assigned({ status, before = status, late = status }: StatusRow): ScriptRow {
  const body = BODILESS.includes(status) ? '' : 'abc';
  const send: Step[] = body === '' ? [] : [call('send', body)];
  const early: Step[] = [
    { set: ['status', before] },
    { set: ['status', status] },
    { get: 'status', as: 'status' },
    { on: '$status', call: 'toString', as: 'text' },
    { on: 'r.headersOut', set: ['X-Status', '$text'] },
  ];
  const want = { status, headers: { 'X-Status': [`${status}`] }, body };
  return row([...early, call('sendHeader'), { set: ['status', late] }, ...send, call('finish')], want);
}

export const hasStatus = byRow(SCRIPT, assigned);

/** Each code of the range is read as it was assigned. */
export const keepsStatus = byRow(SCRIPT, ({ from, to }: { from: number; to: number }) => {
  const statuses = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const given = statuses.flatMap((status): Step[] => [{ set: ['status', status] }, ['r.status']]);
  return row(given, { read: statuses });
});

export const hasDrawnProperties = drawn(SCRIPT, {
  'normal-uri': () => fc.array(part, { minLength: 1, maxLength: 7 }).map(askedBelow),
  /** All except those with a meaning for hosts or HTTP: hosts close the connection, or there is no body. */
  'any-status': () => statusBut(204, 205, 304, 444).map((status) => assigned({ status })),
});

const unchanged = satisfies('twice the same', (read) => {
  const [before, after] = Array.isArray(read) ? read.map((one) => JSON.stringify(one)) : [];
  return (before !== undefined && before === after) || 'it changed';
});

/** Tries to assign and to delete a member of the request object; the member does not change. */
export const staysAsItWas = byRow(SCRIPT, ({ member }: { member: string }) =>
  row([{ get: member }, { set: [member, 'changed'] }, { delete: member }, { get: member }], {
    read: unchanged,
    threw: anything,
  }),
);

const units = piecesOf([...'aZ0éßж€漢\uffee'], 1, 12);

/** A text in the path and in a header. */
const sentText = (text: string, at: At, query = ''): Sending => {
  const headers = [['Foo', Buffer.from(text).toString('latin1')] as const];
  return { requests: [{ target: `${at('/')}${encodeURIComponent(text)}${query}`, headers }] };
};

/** Length and last unit of each string member, for a request with a text in each: characters, or bytes. */
export const hasUnits = exchangeProperty({
  setup: oneLocation((r, t) => {
    const raw = r.rawHeadersIn.filter((pair) => pair[0] === 'Foo')[0] || ['', ''];
    const texts = [r.headersIn.foo || '', raw[1], r.variables.http_foo || '', r.uri.slice(r.uri.lastIndexOf('/') + 1)];
    const units = texts.map((text) => [text.length, text.charCodeAt(text.length - 1)]);
    t.answer(r, units);
  }),
  inputs: (_: { of: 'bytes' | 'characters' }) => units,
  send: (text, at) => sentText(text, at),
  expect: (text, _, { of }) => {
    const bytes = Buffer.from(text);
    const own = of === 'bytes' ? [bytes.length, bytes.at(-1)] : [text.length, text.charCodeAt(text.length - 1)];
    return responses([{ answer: [own, own, own, own] }]);
  },
});

/** The text of each string member of a request, alone or within other text. `æ¼` has the units of bytes of `漢`. */
export const sendsTexts = exchangeProperty({
  setup: oneLocation((r) => {
    const raw = r.rawHeadersIn.filter((pair) => pair[0] === 'Foo')[0] || ['', ''];
    const texts: { readonly [way: string]: string } = {
      header: r.headersIn.foo || '',
      raw: raw[1],
      variable: r.variables.http_foo || '',
      uri: r.uri.slice(r.uri.lastIndexOf('/') + 1),
    };
    const asked = String(r.variables.args).split('.');
    const text = texts[asked[0] || ''] || '';
    r.return(200, asked[1] === 'alone' ? text : `<${text}> é ${text}${text} € æ¼ ${[text, text].join()}`);
  }),
  inputs: (_: { member: string; way: 'alone' | 'joined' }) => units,
  send: (text, at, { member, way }) => sentText(text, at, `?${member}.${way}`),
  expect: (text, _, { way }) =>
    responses([{ status: 200, body: way === 'alone' ? text : `<${text}> é ${text}${text} € æ¼ ${text},${text}` }]),
});

/** 2/http-request-object-methods: r.sendHeader, r.send and r.finish. The oracle is what the handler sends; the wire is observed. */

import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { encode } from '../../../../language/encoding.js';
import { logLine, responses } from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import { type HttpHandler, http, inServer, sharedLocation } from '../../../../language/setup.js';
import type { At } from '../../../../language/trial.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { plainBytes } from '../../../support/bytes.js';
import { contentOf } from '../../../support/contents.js';
import { byRow, drawn, type RowLaw } from '../../../support/drawn.js';
import { oneLocation } from '../inputs.js';
import {
  call,
  follows,
  IN_PROMISE,
  IN_TIMER,
  inCallback,
  row,
  SCRIPT,
  type ScriptRow,
  set,
  TIMER,
  wait,
} from '../script.js';

/** Texts and bytes in the tagged encoding; before which of them the header is sent, if not the first; whether their length is declared. */
interface PartsRow extends Pick<ScriptRow, 'method' | 'version' | 'headers'> {
  readonly parts: readonly Plain[];
  readonly times?: number;
  readonly declared?: boolean;
  readonly status?: number;
  readonly body?: string;
}

/** To HEAD the parts are left out; HTTP/1.0 knows no chunks. The connection then serves the same once more. */
function sent({ parts, times = 1, declared = false, status = 200, body: posted, ...request }: PartsRow): ScriptRow {
  const all = Array.from({ length: times }, () => parts).flat();
  const body = Buffer.concat(all.map(plainBytes));
  const { method = 'GET', version = '1.1' } = request;
  const length: Step[] = declared ? [set('headersOut', 'Content-Length', body.length)] : [];
  const sends = all.map((part): Step => call('send', part));
  const framed = declared
    ? { 'Content-Length': [`${body.length}`], 'Transfer-Encoding': [] }
    : { 'Content-Length': [] };
  const chunked = declared || method === 'HEAD' ? {} : { 'Transfer-Encoding': version === '1.0' ? [] : ['chunked'] };
  const want = { status, headers: { ...framed, ...chunked }, body: method === 'HEAD' ? '' : body };
  return row([{ set: ['status', status] }, ...length, call('sendHeader'), ...sends, call('finish')], want, {
    ...request,
    ...(posted === undefined ? {} : { body: posted }),
    // Some hosts send HEAD what they should not, which another law sees.
    ...(method === 'HEAD' ? { headers: [['Connection', 'close']] } : {}),
    twice: true,
  });
}

export const sendsParts = byRow(SCRIPT, sent);

const text = unicodeText(12).map((one): Plain => one);
const bytes = fc.uint8Array({ maxLength: 12 }).map((one): Plain => encode(Buffer.from(one)));
const large = fc
  .tuple(fc.constantFrom('ascii', 'bytes'), fc.integer({ min: 1, max: 40000 }))
  .map(([kind, size]) => encode(contentOf(kind, size)));

const asked = {
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
  version: fc.constantFrom('1.1', '1.0'),
} as const;

export const sendsDrawnParts = drawn(SCRIPT, {
  texts: () => fc.record({ parts: fc.array(text, { maxLength: 8 }), declared: fc.boolean(), ...asked }).map(sent),
  any: () => fc.record({ parts: fc.array(fc.oneof(text, bytes), { maxLength: 8 }), ...asked }).map(sent),
  /** Too long for a header that says what is to be sent. */
  large: () => fc.array(fc.oneof(large, text), { minLength: 1, maxLength: 4 }).map((parts) => sent({ parts })),
});

/** A part of memory: from where to where, and as which kind of view. */
type ViewBounds = readonly [kind: string, from: number, to: number];

const sendsMemory: HttpHandler = (r, t) => {
  const asked: { memory: Uint8Array; way: string; views: [string, number, number][]; changes: boolean } = t.input(r);
  const all = new Uint8Array(asked.memory.length);
  all.set(asked.memory);
  const memory = all.buffer;
  const held = Buffer.from(memory);
  const made = (kind: string, from: number, to: number): unknown => {
    if (kind === 'subarray') return held.subarray(from, to);
    if (kind === 'of-subarray') return held.subarray(from - 2, to + 2).subarray(2, to - from + 2);
    if (kind === 'slice') return held.slice(from, to);
    if (kind === 'copy') return Buffer.from(held.subarray(from, to));
    if (kind === 'Uint8Array') return new Uint8Array(memory, from, to - from);
    if (kind === 'Uint16Array') return new Uint16Array(memory, from, (to - from) / 2);
    if (kind === 'DataView') return new DataView(memory, from, to - from);
    if (kind === 'ArrayBuffer') return memory.slice(from, to);
    return Buffer.from(memory, from, to - from);
  };
  const isWhole = asked.way !== 'send';
  r.status = 200;
  if (!isWhole) r.sendHeader();
  asked.views.forEach((view) => {
    const part = made(view[0], view[1], view[2]);
    if (isWhole) t.invoke(r, 'return', [asked.way === 'return' ? 200 : 302, part]);
    else t.invoke(r, 'send', [part]);
    if (asked.changes) t.invoke(part, 'fill', ['-']);
  });
  if (!isWhole) r.finish();
};

/** Memory is changed behind each call, or not at all. */
interface MemoryViewsRow {
  readonly way: 'send' | 'return' | 'redirect';
  readonly views: readonly ViewBounds[];
  readonly changes?: boolean;
}

const VIEWED = { setup: oneLocation(sendsMemory) };

const sendingViews = (memory: Buffer, { way, views, changes = false }: MemoryViewsRow, at: At) => ({
  requests: [{ target: at('/'), input: { memory: Uint8Array.from(memory), way, views, changes } }],
});

const MEMORY = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz');

export const sendsViews = exchange<MemoryViewsRow>({
  ...VIEWED,
  send: (row, at) => sendingViews(MEMORY, row, at),
  expect: ({ views }) =>
    responses([{ status: 200, body: Buffer.concat(views.map(([, from, to]) => MEMORY.subarray(from, to))) }]),
});

const BODY = Buffer.from('00ff61e282ac0a00', 'hex');
const URL = 'http://foo.example/a?bc';

/** One view of each kind of bytes, or of a URL, with more in front and behind. */
export const sendsView = exchange<Pick<MemoryViewsRow, 'way'> & { readonly view: string }>({
  ...VIEWED,
  send: ({ way, view }, at) => {
    const bytes = way === 'redirect' ? Buffer.from(URL) : BODY;
    const memory = Buffer.concat([Buffer.alloc(4, 42), bytes, Buffer.alloc(2, 42)]);
    return sendingViews(memory, { way, views: [[view, 4, 4 + bytes.length]] }, at);
  },
  expect: ({ way }) =>
    responses([way === 'redirect' ? { status: 302, headers: { Location: [URL] } } : { status: 200, body: BODY }]),
});

const HEADER: readonly Step[] = [{ set: ['status', 200] }, call('sendHeader')];
const FIRST: Step = call('send', 'abc');
const SECOND: Step = call('send', 'def');
const FINISH: Step = call('finish');
const RETURN: Step = call('return', 200, 'abcdef');
/** With the request at hand. */
const LOGS = ['r.method', 'r.httpVersion', 'r.headersIn.X-Foo', 'r.variables.spec_sending'].flatMap((path): Step[] => [
  { call: [], on: path, as: 'found' },
  ['r', 'error', '$found'],
]);
const LOGGED = ['GET', '1.1', 'bar', 'kept'];

/** What a handler does while it answers, or once it has answered. */
const HANDLERS = {
  'parts-over-time': [...HEADER, TIMER, FIRST, TIMER, SECOND, TIMER, FINISH],
  'parts-in-timers': [...HEADER, IN_TIMER, FIRST, IN_TIMER, SECOND, IN_TIMER, FINISH],
  'in-promises': [...HEADER, ...IN_PROMISE, FIRST, ...IN_PROMISE, SECOND, ...IN_PROMISE, FINISH],
  'after-subrequest': [...HEADER, FIRST, wait('subrequest', '/spec-sending'), SECOND, FINISH],
  'late-return': [TIMER, RETURN],
  'return-in-timer': [IN_TIMER, RETURN],
  'return-in-callback': [inCallback('/spec-sending'), RETURN],
  'timer-behind-return': [RETURN, IN_TIMER, ...LOGS],
  'awaiting-behind-return': [RETURN, TIMER, ...LOGS],
  'promise-behind-return': [RETURN, ...IN_PROMISE, ...LOGS],
  'awaiting-behind-finish': [...HEADER, FIRST, SECOND, FINISH, TIMER, ...LOGS],
  'subrequest-behind-return': [RETURN, wait('subrequest', '/spec-sending'), ...LOGS],
} satisfies { readonly [handler: string]: readonly Step[] };

/** After the answers another request takes its time, so that what is left to be done is done before it. */
const TIMED: RowLaw<ScriptRow> = {
  ...SCRIPT,
  setup: [
    ...oneLocation(follows, { set: ['$spec_sending', 'kept'] }),
    http(inServer(sharedLocation('= /spec-sending', { return: ['200', 'sub'] }))),
  ],
};
const LAST = row([{ make: ['wait', 5], await: 'promise' }, call('return', 200)], { status: 200 });

type TimedRow = { readonly handler: keyof typeof HANDLERS } & Pick<ScriptRow, 'method'>;

const timed = ({ handler, method = 'GET' }: TimedRow, want: Pick<ScriptRow['want'], 'log'> = {}): ScriptRow =>
  row(
    HANDLERS[handler],
    { status: 200, body: method === 'HEAD' ? '' : 'abcdef', ...want },
    { method, headers: [['X-Foo', 'bar']], twice: true, next: [LAST] },
  );

export const answersInTime = byRow(TIMED, timed);

/** What is done after the answer is done all the same. */
export const goesOnBehindAnswer = byRow({ ...TIMED, needs: ['log'] }, (of: TimedRow) =>
  timed(of, { log: [...LOGGED, ...LOGGED].map((message) => logLine('error', message)) }),
);

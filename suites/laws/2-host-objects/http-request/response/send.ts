/** 2/http-request-object-methods: r.sendHeader, r.send and r.finish. The oracle is what the handler sends; the wire is observed. */

import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { encode } from '../../../../language/encoding.js';
import { logLine } from '../../../../language/expectation.js';
import { http, inServer, sharedLocation } from '../../../../language/setup.js';
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
  inParts,
  row,
  SCRIPT,
  type ScriptRow,
  set,
  TIMER,
  wait,
} from '../script.js';

/** Strings and bytes in the tagged encoding; the part before which the header is sent, if not the first; whether a length is declared. */
interface PartsRow extends Pick<ScriptRow, 'method' | 'version' | 'headers'> {
  readonly parts: readonly Plain[];
  readonly times?: number;
  readonly declared?: boolean;
  readonly status?: number;
  readonly body?: string;
}

/** HEAD gets no parts, and HTTP/1.0 has no chunks. The connection then serves the same request again. */
function sent({ parts, times = 1, declared = false, status = 200, body: posted, ...request }: PartsRow): ScriptRow {
  const all = Array.from({ length: times }, () => parts).flat();
  const body = Buffer.concat(all.map(plainBytes));
  const { method = 'GET', version = '1.1' } = request;
  const length: Step[] = declared ? [set('headersOut', 'Content-Length', body.length)] : [];
  const chunked = method === 'HEAD' ? {} : { 'Transfer-Encoding': version === '1.0' ? [] : ['chunked'] };
  const framed = declared
    ? { 'Content-Length': [`${body.length}`], 'Transfer-Encoding': [] }
    : { 'Content-Length': [], ...chunked };
  const want = { status, headers: framed, body: method === 'HEAD' ? '' : body };
  return row([...length, ...inParts(status, all)], want, {
    ...request,
    ...(posted === undefined ? {} : { body: posted }),
    // Some hosts send a body in response to HEAD, which another law detects.
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
  /** Too long for a header with the program. */
  large: () => fc.array(fc.oneof(large, text), { minLength: 1, maxLength: 4 }).map((parts) => sent({ parts })),
});

/** A part of memory: its start, its end and the kind of view. */
type ViewBounds = readonly [kind: string, from: number, to: number];

const part = (on: string, ...made: Plain[]): Step => ({ on, call: made, as: 'part' });
const view = (...made: Plain[]): Step => ({ new: made.toSpliced(1, 0, '$all.buffer'), as: 'part' });

/** How a part is made of the memory `$all`, or of `$held`, a Buffer of it. */
const VIEWS: { readonly [kind: string]: (from: number, to: number) => readonly Step[] } = {
  subarray: (from, to) => [part('$held', 'subarray', from, to)],
  'of-subarray': (from, to) => [
    part('$held', 'subarray', from - 2, to + 2),
    part('$part', 'subarray', 2, to - from + 2),
  ],
  slice: (from, to) => [part('$held', 'slice', from, to)],
  copy: (from, to) => [part('$held', 'subarray', from, to), part('Buffer', 'from', '$part')],
  Uint8Array: (from, to) => [view('Uint8Array', from, to - from)],
  Uint16Array: (from, to) => [view('Uint16Array', from, (to - from) / 2)],
  DataView: (from, to) => [view('DataView', from, to - from)],
  ArrayBuffer: (from, to) => [part('$all.buffer', 'slice', from, to)],
};
const ofMemory = (from: number, to: number) => [part('Buffer', 'from', '$all.buffer', from, to - from)];

/** Memory is changed after each call, or not at all. */
interface MemoryViewsRow {
  readonly way: 'send' | 'return' | 'redirect';
  readonly views: readonly ViewBounds[];
  readonly changes?: boolean;
}

function sendingViews(memory: Buffer, { way, views, changes = false }: MemoryViewsRow): Step[] {
  const sends: Step = way === 'send' ? ['r', 'send', '$part'] : ['r', 'return', way === 'return' ? 200 : 302, '$part'];
  const each = views.flatMap(([kind, from, to]): Step[] => [
    ...(VIEWS[kind] ?? ofMemory)(from, to),
    sends,
    ...(changes ? [['$part', 'fill', '-']] : []),
  ]);
  return [
    { make: ['bytes', encode(memory)], as: 'all', shown: false },
    { on: 'Buffer', call: ['from', '$all.buffer'], as: 'held' },
    { set: ['status', 200] },
    ...(way === 'send' ? [call('sendHeader'), ...each, call('finish')] : each),
  ];
}

const MEMORY = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz');

export const sendsViews = byRow(SCRIPT, (of: MemoryViewsRow) => {
  const body = Buffer.concat(of.views.map(([, from, to]) => MEMORY.subarray(from, to)));
  return row(sendingViews(MEMORY, of), { status: 200, body });
});

const BODY = Buffer.from('00ff61e282ac0a00', 'hex');
const URL = 'http://foo.example/a?bc';

/** One view of each kind, of bytes or of a URL, with more memory before and after it. */
export const sendsView = byRow(SCRIPT, ({ way, view }: Pick<MemoryViewsRow, 'way'> & { readonly view: string }) => {
  const bytes = way === 'redirect' ? Buffer.from(URL) : BODY;
  const memory = Buffer.concat([Buffer.alloc(4, 42), bytes, Buffer.alloc(2, 42)]);
  const want = way === 'redirect' ? { status: 302, headers: { Location: [URL] } } : { status: 200, body: BODY };
  return row(sendingViews(memory, { way, views: [[view, 4, 4 + bytes.length]] }), want);
});

const HEADER: readonly Step[] = [{ set: ['status', 200] }, call('sendHeader')];
const FIRST: Step = call('send', 'abc');
const SECOND: Step = call('send', 'def');
const FINISH: Step = call('finish');
const RETURN: Step = call('return', 200, 'abcdef');
/** With the current request. */
const LOGS = ['r.method', 'r.httpVersion', 'r.headersIn.X-Foo', 'r.variables.spec_sending'].flatMap((path): Step[] => [
  { call: [], on: path, as: 'found' },
  ['r', 'error', '$found'],
]);
const LOGGED = ['GET', '1.1', 'bar', 'kept'];

/** What a handler does while it answers, or after it has answered. */
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

/** After the answers, another slow request ends later than everything that remains to be done. */
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

/** What follows the answer is still done. */
export const goesOnBehindAnswer = byRow({ ...TIMED, needs: ['log'] }, (of: TimedRow) =>
  timed(of, { log: [...LOGGED, ...LOGGED].map((message) => logLine('error', message)) }),
);

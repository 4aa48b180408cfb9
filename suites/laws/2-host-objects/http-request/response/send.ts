/** 2/http-request-object-methods: r.sendHeader, r.send and r.finish. The oracle is what the handler was told to send; the wire is observed. */
import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import { encode } from '../../../../language/encoding.js';
import { type ExpectedValue, either, list, logLine, record, response } from '../../../../language/expectation.js';
import { conversation, exchange } from '../../../../language/law.js';
import { type HttpHandler, http, inOwnServer, inServer, sharedLocation } from '../../../../language/setup.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { plainBytes } from '../../../support/bytes.js';
import { contentOf } from '../../../support/contents.js';
import { byRow, drawn } from '../../../support/drawn.js';
import { headOf, ResponseReader } from '../../../support/http-bytes.js';
import { oneLocation } from '../inputs.js';
import { follows, row, SCRIPT, type ScriptRow, type ScriptStep, stepOf } from '../script.js';

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
  const length: ScriptStep[] = declared ? [['headersOut.Content-Length', body.length]] : [];
  const sends = all.map((part): ScriptStep => ['call send', part]);
  const framed = declared
    ? { 'Content-Length': [`${body.length}`], 'Transfer-Encoding': [] }
    : { 'Content-Length': [] };
  const chunked = declared || method === 'HEAD' ? {} : { 'Transfer-Encoding': version === '1.0' ? [] : ['chunked'] };
  const want = { status, headers: { ...framed, ...chunked }, body: method === 'HEAD' ? '' : body };
  return row([['status', status], ...length, ['call sendHeader'], ...sends, ['call finish']], want, {
    ...request,
    ...(posted === undefined ? {} : { body: posted }),
    // Some hosts send HEAD what they should not, which another law sees.
    ...(method === 'HEAD' ? { headers: [['Connection', 'close']] } : {}),
    twice: true,
  });
}

export const sends = byRow(SCRIPT, sent);

const text = unicodeText(12).map((one): Plain => one);
const bytes = fc.uint8Array({ maxLength: 12 }).map((one): Plain => encode(Buffer.from(one)));
const large = fc
  .tuple(fc.constantFrom('ascii', 'bytes'), fc.integer({ min: 1, max: 40000 }))
  .map(([kind, size]) => encode(contentOf(kind, size)));

const asked = {
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
  version: fc.constantFrom('1.1', '1.0'),
} as const;

export const sendsDrawn = drawn(SCRIPT, {
  texts: () => fc.record({ parts: fc.array(text, { maxLength: 8 }), declared: fc.boolean(), ...asked }).map(sent),
  any: () => fc.record({ parts: fc.array(fc.oneof(text, bytes), { maxLength: 8 }), ...asked }).map(sent),
  /** Too long for a header that says what is to be sent. */
  large: () => fc.array(fc.oneof(large, text), { minLength: 1, maxLength: 4 }).map((parts) => sent({ parts })),
});

/** A part of memory: from where to where, as which kind of view, and what becomes of the memory once it is sent. */
type ViewBounds = readonly [kind: string, from: number, to: number];

const MEMORY = '0123456789abcdefghijklmnopqrstuvwxyz';

const sendsParts: HttpHandler = (r, t) => {
  const told: { way: string; views: [string, number, number][]; changes: boolean } = t.input(r);
  const memory = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz');
  const whole = told.way === 'return';
  r.status = 200;
  if (!whole) r.sendHeader();
  told.views.forEach((view) => {
    const from = view[1];
    const to = view[2];
    const own = memory.buffer.slice(memory.byteOffset, memory.byteOffset + memory.length);
    const made: { [kind: string]: Buffer } = {
      subarray: memory.subarray(from, to),
      'of-subarray': memory.subarray(from - 2, to + 2).subarray(2, to - from + 2),
      slice: memory.slice(from, to),
      'of-memory': Buffer.from(own, from, to - from),
      copy: Buffer.from(memory.subarray(from, to)),
    };
    const part = made[view[0]] || Buffer.from('none');
    if (whole) r.return(200, part);
    else r.send(part);
    if (told.changes) part.fill('-');
  });
  if (!whole) r.finish();
};

/** Memory is changed behind each call, or not at all. */
interface MemoryViewsRow {
  readonly way: 'send' | 'return';
  readonly views: readonly ViewBounds[];
  readonly changes?: boolean;
}

export const sendsViews = exchange<MemoryViewsRow>({
  setup: oneLocation(sendsParts),
  send: ({ way, views, changes = false }, at) => ({ requests: [{ target: at('/'), input: { way, views, changes } }] }),
  expect: ({ views }) => {
    const body = views.map(([, from, to]) => MEMORY.slice(from, to)).join('');
    return record({ responses: list(response({ status: 200, body })) });
  },
});

/** What a handler does while it answers, or once it has answered. */
const HANDLERS = {
  'parts-over-time': async (r, t) => {
    r.status = 200;
    r.sendHeader();
    await t.wait(1);
    r.send('abc');
    await t.wait(1);
    r.send('def');
    await t.wait(1);
    r.finish();
  },
  'parts-in-timers': (r) => {
    r.status = 200;
    r.sendHeader();
    setTimeout(() => r.send('abc'), 1);
    setTimeout(() => r.send('def'), 3);
    setTimeout(() => r.finish(), 5);
  },
  'in-promises': (r) => {
    r.status = 200;
    r.sendHeader();
    Promise.resolve('abc')
      .then((part) => r.send(part))
      .then(() => r.send('def'))
      .then(() => r.finish());
  },
  'after-subrequest': async (r, t) => {
    r.status = 200;
    r.sendHeader();
    r.send('abc');
    await t.invoke(r, 'subrequest', ['/spec-sending']);
    r.send('def');
    r.finish();
  },
  'late-return': async (r, t) => {
    await t.wait(1);
    r.return(200, 'abcdef');
  },
  'return-in-timer': (r) => {
    setTimeout(() => r.return(200, 'abcdef'), 1);
  },
  'return-in-callback': (r, t) => {
    const told = () => r.return(200, 'abcdef');
    t.invoke(r, 'subrequest', ['/spec-sending', {}, told]);
  },
  'timer-behind-return': (r) => {
    r.return(200, 'abcdef');
    setTimeout(
      () => r.error(`late ${r.method} ${r.httpVersion} ${r.headersIn['X-Foo']} ${r.variables.spec_sending}`),
      1,
    );
  },
  'awaiting-behind-return': async (r, t) => {
    r.return(200, 'abcdef');
    await t.wait(1);
    r.error(`late ${r.method} ${r.httpVersion} ${r.headersIn['X-Foo']} ${r.variables.spec_sending}`);
  },
  'promise-behind-return': (r) => {
    r.return(200, 'abcdef');
    Promise.resolve().then(() =>
      r.error(`late ${r.method} ${r.httpVersion} ${r.headersIn['X-Foo']} ${r.variables.spec_sending}`),
    );
  },
  'awaiting-behind-finish': async (r, t) => {
    r.status = 200;
    r.sendHeader();
    r.send('abcdef');
    r.finish();
    await t.wait(1);
    r.error(`late ${r.method} ${r.httpVersion} ${r.headersIn['X-Foo']} ${r.variables.spec_sending}`);
  },
  'subrequest-behind-return': async (r, t) => {
    r.return(200, 'abcdef');
    await t.invoke(r, 'subrequest', ['/spec-sending']);
    r.error(`late ${r.method} ${r.httpVersion} ${r.headersIn['X-Foo']} ${r.variables.spec_sending}`);
  },
} satisfies { readonly [handler: string]: HttpHandler };

/** Behind the answers another one takes its time, so that what is left to be done is done before it. */
const LAST = inServer(
  sharedLocation('= /spec-sending', { return: ['200', 'sub'] }),
  sharedLocation('= /spec-sending-last', {
    js_content: (r, t) => {
      t.wait(5).then(() => r.return(200));
    },
  }),
);

const handling = (needs: readonly 'log'[], log: readonly ExpectedValue[]) =>
  exchange<{ readonly handler: keyof typeof HANDLERS } & Pick<ScriptRow, 'method'>>({
    needs,
    setup: ({ handler }) => [...oneLocation(HANDLERS[handler], { set: ['$spec_sending', 'kept'] }), http(LAST)],
    send: ({ method = 'GET' }, at) => {
      const request = { method, target: at('/'), headers: [['X-Foo', 'bar'] as const] };
      return { requests: [request, request, { target: '/spec-sending-last' }] };
    },
    expect: ({ method }) => {
      const one = response({ status: 200, body: method === 'HEAD' ? '' : 'abcdef' });
      const lines = [...log, ...log].map((message) => logLine('error', message));
      return record({
        responses: list(one, one, response({ status: 200 })),
        ...(log.length === 0 ? {} : { log: list(...lines) }),
      });
    },
  });

export const answersInTime = handling([], []);
/** What is done behind the answer is done all the same, with the request at hand. */
export const goesOn = handling(['log'], ['late GET 1.1 bar kept']);

/** What is done behind the end of a response, which the client sees nothing of, nor the next request on the connection. */
interface EndRow extends Pick<ScriptRow, 'method'> {
  readonly given: readonly ScriptStep[];
  readonly status?: number;
  readonly body?: string;
  /** Whether the connection may end, whatever the response said of it. */
  readonly mayEnd?: true;
}

export const endsThere = conversation<EndRow>({
  needs: ['exchange'],
  setup: [http(inOwnServer({ '/': { js_content: follows }, '/last': { return: ['200', 'last'] } }))],
  hold: async ({ given, method = 'GET' }, { host }) => {
    const reader = new ResponseReader(await host.connect('own'));
    const first = headOf({ method, target: '/', input: given.map(stepOf) });
    const last = headOf({ target: '/last', headers: [['Connection', 'close']] });
    await reader.connection.send(Buffer.concat([first, last]));
    await reader.end();
    const responses = reader.takeAll([method, 'GET']).map(({ status, body }) => [status, Buffer.from(body).toString()]);
    return reader.left === '' ? responses : [...responses, reader.left];
  },
  expect: ({ status = 200, body = 'abc', mayEnd = false }) => {
    const first = [status, body];
    return either([first, [200, 'last']], ...(mayEnd ? [[first]] : []));
  },
});

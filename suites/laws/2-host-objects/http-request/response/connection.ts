/** 2/http-request-object-methods: what becomes of a connection, seen byte by byte. The oracle is RFC 9112, section 6. */
import { type Expectation, either, list, record } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import type { ObservedResponse } from '../../../../language/observation.js';
import type { Connection } from '../../../../language/partners.js';
import { type HttpHandler, http, location, type Setup } from '../../../../language/setup.js';
import type { At, Law } from '../../../../language/trial.js';
import { ResponseReader, requestBytes } from '../../../support/http-bytes.js';
import { oneLocation } from '../inputs.js';
import {
  expectedResponses,
  follows,
  fromPlain,
  type PlainRow,
  row,
  SCRIPT,
  type ScriptRow,
  type ScriptStep,
} from '../script.js';

/** Handlers that do not end as they should. */
const FAILING = {
  throws: () => {
    throw new Error('thrown');
  },
  rejects: () => Promise.reject(new Error('rejected')),
  'rejects-later': (_, t) => t.wait(1).then(() => Promise.reject(new Error('rejected'))),
  nothing: () => undefined,
  'nothing-later': (_, t) => t.wait(1),
  'returns-and-throws': (r) => {
    r.return(200, 'abc');
    throw new Error('thrown');
  },
  'returns-and-rejects': (r) => {
    r.return(200, 'abc');
    return Promise.reject(new Error('rejected'));
  },
  'returns-and-rejects-later': (r, t) => {
    r.return(200, 'abc');
    return t.wait(1).then(() => Promise.reject(new Error('rejected')));
  },
  'finishes-and-throws': (r) => {
    r.status = 200;
    r.sendHeader();
    r.send('abc');
    r.finish();
    throw new Error('thrown');
  },
  'returns-nothing-and-throws': (r) => {
    r.return(204);
    throw new Error('thrown');
  },
  'sends-a-part-and-throws': (r) => {
    r.status = 200;
    r.sendHeader();
    r.send('abc');
    throw new Error('thrown');
  },
  'does-not-finish': (r) => {
    r.status = 200;
    r.sendHeader();
    r.send('abc');
  },
} satisfies { readonly [name: string]: HttpHandler };

/** Handlers whose responses do not go out at once. */
const LONG = {
  'returns-text': (r) => r.return(200, '0123456789abc'.repeat(20000)),
  'returns-bytes': (r) => r.return(404, Buffer.from('0123456789abc'.repeat(20000))),
  'sends-parts': (r) => {
    r.status = 200;
    r.sendHeader();
    for (let i = 0; i < 20; i++) r.send('0123456789abc'.repeat(1000));
    r.finish();
  },
  'sends-late': (r, t) => {
    r.status = 200;
    r.headersOut['Content-Length'] = 260000;
    r.sendHeader();
    r.send('0123456789abc'.repeat(10000));
    return t.wait(1).then(() => {
      r.send('0123456789abc'.repeat(10000));
      r.finish();
    });
  },
} satisfies { readonly [name: string]: HttpHandler };

const HANDLERS = { ...FAILING, ...LONG };

/** How requests are sent: at once, or each when the response to the one before has come. */
type Pacing = 'at-once' | 'in-turn';

/** All responses of a connection that the host closes in the end, and bytes that are of none. */
async function talked(way: Pacing, rows: readonly ScriptRow[], connection: Connection, at: At): Promise<unknown> {
  const requests = rows.flatMap((one) => SCRIPT.send(one, at).requests);
  const reader = new ResponseReader(connection);
  const responses: ObservedResponse[] = [];
  for (const request of way === 'at-once' ? [] : requests.slice(0, -1)) {
    await connection.send(requestBytes(request));
    const response = await reader.next(requests[responses.length]?.method);
    if (response !== undefined) responses.push(response);
  }
  await connection.send(Buffer.concat((way === 'at-once' ? requests : requests.slice(-1)).map(requestBytes)));
  await reader.end();
  responses.push(...reader.takeAll(requests.slice(responses.length).map(({ method }) => method)));
  return { responses, left: reader.left };
}

const setupFor = (handlers: readonly (keyof typeof HANDLERS)[]): Setup => [
  ...oneLocation(follows),
  ...handlers.map((name) => http(location(`/${name}`, { js_content: HANDLERS[name] }))),
];

/** The last request of a connection. */
const LAST = row([['call return', 200, 'last']], { status: 200, body: 'last' }, { headers: [['Connection', 'close']] });

const talks = <D extends { readonly way: Pacing }>(
  rowsOf: (data: D) => readonly ScriptRow[],
  expect: (data: D, rows: readonly ScriptRow[], at: At) => Expectation,
  handlers: (data: D) => readonly (keyof typeof HANDLERS)[] = () => [],
): Law<D> =>
  conversation<D>({
    needs: ['exchange'],
    setup: (data) => setupFor(handlers(data)),
    hold: async (data, { host }, at) => talked(data.way, rowsOf(data), await host.connect('http'), at),
    expect: (data, at) => expect(data, rowsOf(data), at),
  });

const allOf = (rows: readonly ScriptRow[], at: At): Expectation =>
  record({ responses: list(...rows.flatMap((one) => expectedResponses(one, at))), left: '' });

type TalkRows = { readonly way: Pacing; readonly requests: readonly PlainRow[] };

/** All are answered, each with its own response, and then the last one. */
export const goesOn = talks<TalkRows>(
  ({ requests }) => [...requests.map(fromPlain), LAST],
  (_, rows, at) => allOf(rows, at),
);

/** Responses with each of the statuses on one connection. */
interface Statuses {
  readonly way: Pacing;
  readonly statuses: readonly number[];
  readonly method?: 'HEAD' | 'POST';
  readonly text?: string;
}

export const goesOnAfter = talks<Statuses>(
  ({ statuses, method, text }) => [
    ...statuses.map((status) => {
      const isBare = method === 'HEAD' || text === undefined || status === 204 || status === 304;
      const given: ScriptStep = text === undefined ? ['call return', status] : ['call return', status, text];
      const want = { status, headers: { Connection: ['keep-alive'] }, ...(isBare ? { body: '' } : {}) };
      const body = method === 'POST' ? { method, body: 'body'.repeat(status) } : {};
      return row(
        [given],
        isBare || isMoved(status) ? want : { ...want, body: text },
        method === 'HEAD' ? { method } : body,
      );
    }),
    LAST,
  ],
  (_, rows, at) => allOf(rows, at),
);

const isMoved = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** A response that is the last, so that what comes behind it is not answered. */
export const isLast = talks<TalkRows>(
  ({ requests }) => [...requests.map(fromPlain), LAST],
  ({ requests }, rows, at) => allOf(rows.slice(0, requests.length), at),
);

/** Twice the same long response, and then the last one. */
interface Lengthy {
  readonly way: Pacing;
  readonly handler: keyof typeof LONG;
  readonly status: number;
  readonly version: '1.0' | '1.1';
}

export const goesOnBehind = talks<Lengthy>(
  ({ handler, status, version }) => {
    const headers = version === '1.0' ? { version, headers: [['Connection', 'keep-alive'] as const] } : {};
    const body = '0123456789abc'.repeat(20000);
    const length = handler === 'sends-parts' ? {} : { headers: { 'Content-Length': [`${body.length}`] } };
    const one = row([['call return']], { status, body, ...length }, { ...headers, target: handler });
    return [one, one, LAST];
  },
  (_, rows, at) => allOf(rows, at),
  ({ handler }) => [handler],
);

/** The response stands alone, and then the connection ends or goes on with the next one. */
export const answers = talks<{ readonly way: Pacing } & PlainRow>(
  ({ way: _, ...one }) => [fromPlain(one), LAST],
  (_, [first, ...behind], at) => {
    const own = first === undefined ? [] : expectedResponses(first, at);
    const all = list(...own, ...behind.flatMap((one) => expectedResponses(one, at)));
    return record({ responses: either(list(...own), all), left: '' });
  },
);

/** What a handler that fails has sent stands alone: the connection ends with it, or goes on with the next response. */
interface Fails {
  readonly way: Pacing;
  readonly handler: keyof typeof FAILING;
  readonly then: { readonly status?: number; readonly body?: string; readonly nothing?: true };
}

export const fails = talks<Fails>(
  ({ handler, then: { nothing: _, ...want } }) => [row([], want, { target: handler }), LAST],
  ({ then: { nothing = false } }, rows, at) => {
    // The response is not the answer of steps.
    const [own, ...behind] = rows.flatMap((one) => expectedResponses({ ...one, given: [['call return']] }, at));
    return record({ responses: nothing ? list() : either(list(own), list(own, ...behind)), left: '' });
  },
  ({ handler }) => [handler],
);

/** 2/http-request-object-methods: what happens on a connection, byte by byte. The oracle is RFC 9112, section 6. */
import type { Step } from '../../../../../spec/types/step.js';
import { type Expectation, either, list, record } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import type { ObservedResponse } from '../../../../language/observation.js';
import type { Connection } from '../../../../language/partners.js';
import type { At, Law } from '../../../../language/trial.js';
import { ResponseReader, requestBytes } from '../../../support/http-bytes.js';
import { BODILESS, MOVED, oneLocation } from '../inputs.js';
import {
  call,
  expectedResponses,
  follows,
  fromPlain,
  type HandlerSteps,
  inParts,
  type PlainRow,
  row,
  SCRIPT,
  type ScriptRow,
  set,
  TIMER,
} from '../script.js';

const TEXT = '0123456789abc'.repeat(20000);
const HALF: readonly Step[] = [
  { make: ['text', '0123456789abc', 10000, ''], as: 'half', shown: false },
  ['r', 'send', '$half'],
];

/** Handlers whose responses are not sent at once. */
const LONG = {
  'returns-text': [{ make: ['text', '0123456789abc', 20000, ''], as: 'text' }, ['r', 'return', 200, '$text']],
  'returns-bytes': [
    { make: ['text', '0123456789abc', 20000, ''], as: 'text' },
    { on: 'Buffer', call: ['from', '$text'], as: 'bytes' },
    ['r', 'return', 404, '$bytes'],
  ],
  'sends-parts': [
    { set: ['status', 200] },
    call('sendHeader'),
    { make: ['text', '0123456789abc', 1000, ''], as: 'part' },
    ...Array<Step>(20).fill(['r', 'send', '$part']),
    call('finish'),
  ],
  'sends-late': [
    { set: ['status', 200] },
    set('headersOut', 'Content-Length', TEXT.length),
    call('sendHeader'),
    ...HALF,
    TIMER,
    ...HALF,
    call('finish'),
  ],
} satisfies { readonly [name: string]: HandlerSteps };

/** How requests are sent: all at once, or each after the response to the previous one. */
type Pacing = 'at-once' | 'in-turn';

/** All responses of a connection that the host finally closes, and bytes that belong to none. */
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

const SETUP = oneLocation(follows);

/** The last request of a connection. */
const LAST = row([call('return', 200, 'last')], { status: 200, body: 'last' }, { headers: [['Connection', 'close']] });

const talks = <D extends { readonly way: Pacing }>(
  rowsOf: (data: D) => readonly ScriptRow[],
  expect: (data: D, rows: readonly ScriptRow[], at: At) => Expectation = (_, rows, at) => allOf(rows, at),
): Law<D> =>
  conversation<D>({
    needs: ['exchange'],
    setup: SETUP,
    hold: async (data, { host }, at) => talked(data.way, rowsOf(data), await host.connect('http'), at),
    expect: (data, at) => expect(data, rowsOf(data), at),
  });

const allOf = (rows: readonly ScriptRow[], at: At): Expectation =>
  record({ responses: list(...rows.flatMap((one) => expectedResponses(one, at))), left: '' });

type TalkRows = { readonly way: Pacing; readonly requests: readonly PlainRow[] };

interface Statuses {
  readonly way: Pacing;
  readonly statuses: readonly number[];
  readonly method?: 'HEAD' | 'POST';
  readonly text?: string;
}

/** Responses with each of the statuses on one connection. */
export const answersAllStatuses = talks<Statuses>(({ statuses, method, text }) => [
  ...statuses.map((status) => {
    const isBare = method === 'HEAD' || text === undefined || BODILESS.includes(status);
    const body = isBare ? { body: '' } : MOVED.includes(status) ? {} : { body: text };
    const posted = method === 'POST' ? { body: 'body'.repeat(status) } : {};
    const given: Step = call('return', status, ...(text === undefined ? [] : [text]));
    const want = { status, headers: { Connection: ['keep-alive'] }, ...body };
    return row([given], want, method === undefined ? {} : { method, ...posted });
  }),
  LAST,
]);

const rowsOf = ({ requests }: TalkRows) => [...requests.map(fromPlain), LAST];

/** All requests are answered, each with its own response, and then the last one. */
export const answersAll = talks(rowsOf);

/** A response that is the last, so that later requests are not answered. */
export const closesConnection = talks(rowsOf, ({ requests }, rows, at) => allOf(rows.slice(0, requests.length), at));

/** The same long response twice, and then the last one. */
interface Lengthy {
  readonly way: Pacing;
  readonly handler: keyof typeof LONG;
  readonly status: number;
  readonly version: '1.0' | '1.1';
}

export const answersLong = talks<Lengthy>(({ handler, status, version }) => {
  const headers = version === '1.0' ? { version, headers: [['Connection', 'keep-alive'] as const] } : {};
  const length = handler === 'sends-parts' ? {} : { headers: { 'Content-Length': [`${TEXT.length}`] } };
  const one = row(LONG[handler], { status, body: TEXT, ...length }, headers);
  return [one, one, LAST];
});

/** The connection ends with the first response, or continues with the following ones. */
const firstOrAll = ([first, ...behind]: readonly ScriptRow[], at: At): Expectation => {
  const own = first === undefined ? [] : expectedResponses(first, at);
  const all = list(...own, ...behind.flatMap((one) => expectedResponses(one, at)));
  return record({ responses: either(list(...own), all), left: '' });
};

/** A response without a body, sent by any method. */
interface Bodiless {
  readonly way: Pacing;
  readonly method: 'GET' | 'HEAD';
  readonly status: number;
  readonly by: 'return' | 'parts' | 'buffer';
}

/** Nothing follows the header: a client that expects no body would read the next response there. */
export const endsWithHeader = talks(
  ({ method, status, by }: Bodiless) => {
    const part = by === 'buffer' ? { $buffer: '616263' } : 'abc';
    const ends: Step[] = by === 'return' ? [call('return', status, part)] : inParts(status, [part, part]);
    const want = { status, headers: { 'X-Foo': ['a', 'b'] }, body: '' };
    const request = { method, headers: [['Connection', 'close'] as const] };
    return [row([set('headersOut', 'X-Foo', ['a', 'b']), ...ends], want, request), LAST];
  },
  (_, rows, at) => firstOrAll(rows, at),
);

/** One response; then the connection ends, or the next response follows. */
export const answersOnce = talks<{ readonly way: Pacing } & PlainRow>(
  ({ way: _, ...one }) => [fromPlain(one), LAST],
  (_, rows, at) => firstOrAll(rows, at),
);

/** The steps of a handler that fails: the response is what the handler has sent, not the result of the steps. */
interface Fails {
  readonly way: Pacing;
  readonly steps: HandlerSteps;
  readonly then: { readonly status?: number; readonly body?: string; readonly nothing?: true };
}

export const outlivesFailure = talks<Fails>(
  ({ steps, then: { nothing: _, ...want } }) => [row(steps, want), LAST],
  ({ then: { nothing = false } }, rows, at) => {
    const answered = rows.map((one) => ({ ...one, steps: [call('return')] }));
    return nothing ? record({ responses: list(), left: '' }) : firstOrAll(answered, at);
  },
);

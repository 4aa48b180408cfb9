/** 2/host-object-operations/p1: fetches of scripts from a peer of ours, their results, and the received requests. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { NamedSteps, Step } from '../../../../spec/types/step.js';
import { decode } from '../../../language/encoding.js';
import { absent, type Expectation, list, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { ClosedConnection, ObservedResponse } from '../../../language/observation.js';
import type { Connection, Partners } from '../../../language/partners.js';
import { expectedOf, orderOf, type StepOrder } from '../../../language/steps.js';
import { plainBytes } from '../../support/bytes.js';
import { jsonOf } from '../../support/json.js';
import { answerOf } from '../../support/session-input.js';
import { answerTo, askedIn, type NameRecords } from './names.js';
import { type FetchSettings, type HttpPlace, httpSetup, type StreamPlace, streamSetup } from './places.js';
import type { CertificateName } from './secured.js';
import { FetchService, type ReceivedRequest, type ReplyTo, replyBody, type ServiceReply } from './served.js';

/** The expected request, as the peer received it; omitted parts are not judged. */
interface ExpectedRequest {
  readonly method?: string;
  readonly target?: string;
  readonly body?: Plain;
  /** All values of a header, whose name may have any letter case; none if it must be absent. */
  readonly headers?: { readonly [name: string]: readonly string[] };
  /** The number of its connection, counted from 1. */
  readonly connection?: number;
}

/** The steps of a handler, the reply of the peer, and the expected results. Other members are subjects of the steps. */
export interface FetchRow
  extends FetchSettings,
    Omit<ServiceReply, 'status' | 'headers' | 'raw' | 'many' | 'long' | 'secures'> {
  readonly url?: string;
  /** The default is `$url`. */
  readonly resource?: string;
  readonly options?: Plain;
  readonly make?: NamedSteps;
  /** Replaces a fetch that shows this part of the response. */
  readonly steps?: readonly Step[];
  /** The results of members and body methods of the response; `headers.x` is that of `headers.get('x')`. */
  readonly shows?: { readonly [member: string]: Plain };
  readonly rejects?: true;
  /** One for all requests, or one for each in turn; members of replies at the top level apply to each. */
  readonly reply?: ServiceReply | readonly ServiceReply[];
  readonly certificate?: CertificateName;
  readonly names?: NameRecords;
  /** All requests that the peer received. */
  readonly received?: readonly ExpectedRequest[];
  /** The server names that connections requested. */
  readonly servers?: readonly string[];
  /** The versions and ciphers of TLS that connections negotiated. */
  readonly agreed?: readonly string[];
  /** Questions that the name server must have received, among others. */
  readonly asked?: readonly string[];
  readonly [subject: string]: unknown;
}

function repliesOf({ reply = {}, body, framing, size, chunk, cut, lacks, then }: FetchRow): readonly ServiceReply[] {
  const of = Object.entries({ body, framing, size, chunk, cut, lacks, then }).filter(
    ([, value]) => value !== undefined,
  );
  return [reply].flat().map((one) => ({ ...one, ...Object.fromEntries(of) }));
}

function stepsOf({ steps, shows = {}, resource = '$url', options, rejects }: FetchRow): readonly Step[] {
  if (steps !== undefined) return steps;
  const call = ['fetch', resource, ...(options === undefined ? [] : [options])];
  const fetch = { on: 'srv', call, await: 'promise', as: 'response', shown: false } as const;
  return rejects === true
    ? [{ ...fetch, throws: [] }]
    : [{ ...fetch, returns: { $any: true } }, ...Object.entries(shows).map(looksAt)];
}

function looksAt([name, returns]: readonly [string, Plain]): Step {
  const on = '$response';
  if (name.startsWith('headers.')) return { on: '$response.headers', call: ['get', name.slice(8)], returns };
  if (/^(text|json|arrayBuffer)$/.test(name)) return { on, call: name, await: 'promise', returns };
  // Its port differs from run to run.
  if (name === 'url') return { make: ['same', '$response.url', returns], returns: true };
  return { on, get: name, returns };
}

/** Default subjects: the URL, and the body of the first reply. */
const subjectsOf = (row: FetchRow) => ({ url: 'http://{peer}/', sent: replyBody(repliesOf(row)[0] ?? {}), ...row });

export const fetchOrder = (row: FetchRow): StepOrder =>
  orderOf({ ...subjectsOf(row), steps: stepsOf(row), named: true });

/** A service, and its observations. */
interface FetchPeers {
  readonly service: FetchService;
  readonly asked: string[];
}

export function serveFetches(
  row: FetchRow,
  { peer }: Pick<Partners, 'peer'>,
  replyTo: ReplyTo = inTurn(row),
): FetchPeers {
  const asked: string[] = [];
  const { names } = row;
  if (names !== undefined)
    peer('names').datagrams((query) => {
      asked.push(askedIn(query));
      return answerTo(query, names);
    });
  return { service: new FetchService(peer('peer'), replyTo, row.certificate), asked };
}

function inTurn(row: FetchRow): ReplyTo {
  const replies = repliesOf(row);
  return (index) => replies[Math.min(index, replies.length - 1)] ?? {};
}

const seenBy = ({ service, asked }: FetchPeers): object => ({
  received: service.received.map(({ lines, ...request }) => ({ ...request, headers: headersIn(lines) })),
  servers: service.handshakes.names,
  agreed: service.handshakes.agreed,
  asked: Object.fromEntries(asked.map((one) => [one, true])),
});

/** Values by lower-case names; the port of `Host` differs from run to run. */
function headersIn(lines: ReceivedRequest['lines']): { readonly [name: string]: readonly string[] } {
  const headers: { [name: string]: string[] } = {};
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), key === 'host' ? value.replace(/:\d+$/, ':{port}') : value];
  }
  return headers;
}

const expectedHeaders = (headers: { readonly [name: string]: readonly string[] }): Expectation =>
  record(Object.fromEntries(Object.entries(headers).map(([name, all]) => [name, all.length === 0 ? absent : all])));

const expectedRequest = ({ headers, body, ...rest }: ExpectedRequest): Expectation =>
  record({
    ...rest,
    ...(body === undefined ? {} : { body: plainBytes(body) }),
    ...(headers === undefined ? {} : { headers: expectedHeaders(headers) }),
  });

const expectedService = ({ received, servers, agreed, asked }: FetchRow) => ({
  ...(received === undefined ? {} : { received: list(...received.map(expectedRequest)) }),
  ...(servers === undefined ? {} : { servers }),
  ...(agreed === undefined ? {} : { agreed }),
  ...(asked === undefined ? {} : { asked: record(Object.fromEntries(asked.map((one) => [one, true]))) }),
});

export const expectedSteps = (row: FetchRow): Expectation => expectedOf(stepsOf(row), {}, subjectsOf(row));

/** The answer of a handler, or the bytes in its place; its date differs from run to run. */
export function answerIn(response: ObservedResponse | ClosedConnection): unknown {
  if ('closed' in response) return response;
  const { status, body } = response;
  const answer = jsonOf(Buffer.from(body).toString());
  return status === 200 && answer !== undefined ? decode(JSON.parse(JSON.stringify(answer))) : { status, body };
}

/** A row about a handler of the http module. */
export const fetches = conversation<FetchRow & { readonly where?: HttpPlace }>({
  needs: ['exchange', 'peers'],
  setup: (row) => httpSetup(row.where ?? 'content', row),
  hold: async (row, partners, at) => {
    const serving = serveFetches(row, partners);
    const response = await partners.host.request({ method: 'GET', target: at('/fetch'), input: fetchOrder(row) });
    return { came: answerIn(response), ...seenBy(serving) };
  },
  expect: (row) => record({ came: expectedSteps(row), ...expectedService(row) }),
});

/** The bytes that arrive until they are a complete answer, or until the host ends the connection. */
async function answerFrom(connection: Connection): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (jsonOf(bytes.toString()) === undefined) {
    const next = await connection.next();
    if (next.length === 0) return Buffer.concat([bytes, (await connection.rest()).bytes]);
    bytes = Buffer.concat([bytes, next]);
  }
  return bytes;
}

export const fetchesInStream = conversation<FetchRow & { readonly where: StreamPlace }>({
  needs: ['stream', 'peers'],
  setup: (row) => streamSetup(row.where, row, fetchOrder(row)),
  hold: async (row, partners) => {
    const serving = serveFetches(row, partners);
    const connection = await partners.host.connect('main');
    await connection.send('x');
    return { came: answerOf(await answerFrom(connection)), ...seenBy(serving) };
  },
  expect: (row) => record({ came: list(expectedSteps(row)), ...expectedService(row) }),
});

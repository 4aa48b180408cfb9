/**
 * Management APIs that are deliberately wrong, each in one way: a right server behind a proxy with one fault. The
 * suite must catch each by the requirement about it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { listenOnLoopback } from '../support/host/listen.js';

/** What a proxy knows of the server behind it. */
export interface Behind {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly revokedApiKey: string;
}

interface Forwarded {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

interface Answered {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** What happens to an answer: it is sent, never sent, or cut off after some bytes. */
type Outcome = Answered | 'never' | { readonly brokenOff: Answered; readonly after: number };

/** One way of being wrong. */
export interface Fault {
  readonly request?: (request: Forwarded, behind: Behind) => Forwarded;
  readonly answer?: (answer: Answered, request: Forwarded) => Outcome;
}

type JsonObject = { readonly [name: string]: unknown };

const basic = (clientId: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;

const is = ({ method, target }: Forwarded, wanted: string): boolean =>
  wanted === `${method} ${target.replace(/^.*\/v1/, '').replace(/^(\/actions\/).+/, '$1*')}`;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNameless = (body: unknown): boolean => isObject(body) && !('name' in body);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A fault in the JSON of successful answers to one kind of request. */
const spoiling = (wanted: string, spoil: (body: JsonObject) => unknown): Fault => ({
  answer: (answer, request) => {
    if (!is(request, wanted) || answer.status !== 200) return answer;
    const body: unknown = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify(isObject(body) ? spoil(body) : body) };
  },
});

/** The same in the member `data` alone. */
const spoilingData = (wanted: string, spoil: (data: JsonObject) => unknown): Fault =>
  spoiling(wanted, (body) => ({ ...body, data: isObject(body.data) ? spoil(body.data) : body.data }));

/** A fault in what is listed. */
const spoilingList = (wanted: string, spoil: (items: readonly JsonObject[]) => unknown): Fault =>
  spoiling(wanted, (body) => ({
    ...body,
    data: Array.isArray(body.data) ? spoil(body.data.filter(isObject)) : body.data,
  }));

const answering = (wanted: string, outcome: (answer: Answered) => Outcome): Fault => ({
  answer: (answer, request) => (is(request, wanted) && answer.status === 200 ? outcome(answer) : answer),
});

/** The faults by name. */
export const FAULTS = {
  'accepts a revoked key': {
    request: (request, { clientId, apiKey, revokedApiKey }) =>
      request.authorization === basic(clientId, revokedApiKey)
        ? { ...request, authorization: basic(clientId, apiKey) }
        : request,
  },
  'serves without authentication': {
    request: (request, { clientId, apiKey }) =>
      request.authorization === undefined ? { ...request, authorization: basic(clientId, apiKey) } : request,
  },
  'takes any key': {
    request: (request, { clientId, apiKey }) =>
      /^basic [A-Za-z0-9+/]+=*$/i.test(request.authorization ?? '') &&
      Buffer.from(request.authorization?.slice(6) ?? '', 'base64')
        .toString()
        .startsWith(`${clientId}:`)
        ? { ...request, authorization: basic(clientId, apiKey) }
        : request,
  },
  'wraps an app in another envelope': spoiling('POST /apps', ({ actionid, data }) => ({
    result: data,
    action: actionid,
  })),
  'gives data as a list': spoiling('POST /apps', ({ actionid, data }) => ({ actionid, data: [data] })),
  'gives a number for actionid': spoiling('POST /apps', ({ data }) => ({ actionid: 17, data })),
  'swaps fields': spoilingData('POST /apps', (data) => ({ ...data, sysuserid: data.runtime, runtime: data.sysuserid })),
  'drops domains': spoilingData('POST /apps', ({ domains: _, ...rest }) => rest),
  'answers HTML': answering('GET /apps', (answer) => ({
    ...answer,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Apps</title>',
  })),
  hangs: answering('GET /actions/*', () => 'never'),
  'closes in the middle of the body': answering('GET /servers', (answer) => ({ brokenOff: answer, after: 5 })),
  redirects: answering('GET /apps', () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' })),
  'echoes the key': {
    answer: (answer, { authorization = '' }) =>
      answer.status === 200
        ? answer
        : { ...answer, body: JSON.stringify({ error: Buffer.from(authorization.slice(6), 'base64').toString() }) },
  },
  'fails inside at a refusal': {
    answer: (answer) => (answer.status === 401 ? 'never' : answer),
  },
  'forgets servers': spoilingList('GET /servers', () => []),
  'lists an app twice': spoilingList('GET /apps', (items) => [...items, ...items]),
  'gives every server one id': spoilingData('POST /servers', (data) => ({ ...data, id: 'AAAAAAAAAAAAAAAA' })),
  'keeps the server key to itself': spoilingData('POST /servers', ({ apikey: _, ...rest }) => rest),
  'gives every action one id': spoiling('POST /apps', (body) => ({ ...body, actionid: 'AAAAAAAAAAAAAAAA' })),
  'knows no action': answering('GET /actions/*', (answer) => ({ ...answer, status: 404 })),
  'shortens names': spoilingData('POST /servers', (data) => ({ ...data, name: String(data.name).slice(0, 12) })),
  'needs no name': {
    request: (request) =>
      is(request, 'POST /servers') && isNameless(jsonOf(request.body))
        ? { ...request, body: '{"name":"nameless"}' }
        : request,
  },
} satisfies { readonly [name: string]: Fault };

export type FaultName = keyof typeof FAULTS;

/** Where a refusal leads to the newest server being forgotten: what comes of it depends on who asks when. */
export function forgetsAtRefusals(): Fault {
  const forgotten = new Set<unknown>();
  let newest: unknown;
  const list = spoilingList('GET /servers', (items) => items.filter(({ id }) => !forgotten.has(id)));
  const created = spoilingData('POST /servers', (data) => {
    newest = data.id;
    return data;
  });
  return {
    answer: (answer, request) => {
      if (answer.status === 401) forgotten.add(newest);
      created.answer?.(answer, request);
      return list.answer?.(answer, request) ?? answer;
    },
  };
}

export interface WrongServer {
  /** Ends in `/v1`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a proxy with one fault before a right server, on a loopback port. */
export async function startWrongServer(fault: Fault, behind: Behind): Promise<WrongServer> {
  const { origin } = new URL(behind.url);
  const pool = new Pool(origin, { connections: 16 });
  const server = createServer((request, response) => {
    serve(request, response, fault, behind, pool).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.destroy();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  behind: Behind,
  pool: Pool,
): Promise<void> {
  const asked = await received(request);
  const passed = fault.request?.(asked, behind) ?? asked;
  const answer = await forwarded(passed, pool);
  give(fault.answer?.(answer, asked) ?? answer, response);
}

async function received(request: IncomingMessage): Promise<Forwarded> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const { method = '', url = '', headers } = request;
  return {
    method,
    target: url,
    authorization: headers.authorization,
    type: headers['content-type'],
    body: Buffer.concat(pieces).toString(),
  };
}

async function forwarded({ method, target, authorization, type, body }: Forwarded, pool: Pool): Promise<Answered> {
  const given = { authorization, 'content-type': type };
  const sent = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  const answer = await pool.request({
    path: target,
    method,
    headers: sent,
    body: body === '' ? null : body,
  });
  const { 'content-type': mediaType, 'www-authenticate': challenge, allow } = answer.headers;
  const kept = { 'content-type': mediaType, 'www-authenticate': challenge, allow };
  const headers = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body: await answer.body.text() };
}

function give(outcome: Outcome, response: ServerResponse): void {
  if (outcome === 'never') return;
  if ('brokenOff' in outcome) {
    const { brokenOff, after } = outcome;
    response.writeHead(brokenOff.status, { ...brokenOff.headers, 'content-length': Buffer.byteLength(brokenOff.body) });
    response.write(brokenOff.body.slice(0, after), () => response.destroy());
    return;
  }
  response.writeHead(outcome.status, outcome.headers);
  response.end(outcome.body);
}

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

export interface Forwarded {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** What happens to an answer: it is sent, never sent, cut off after some bytes, or sent some milliseconds later. */
export type Outcome =
  | Answered
  | 'never'
  | { readonly brokenOff: Answered; readonly after: number }
  | { readonly late: Answered; readonly afterMs: number };

/** One way of being wrong. */
export interface Fault {
  readonly request?: (request: Forwarded, behind: Behind) => Forwarded;
  readonly answer?: (answer: Answered, request: Forwarded) => Outcome;
}

type JsonObject = { readonly [name: string]: unknown };

const basic = (clientId: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;

export const is = ({ method, target }: Forwarded, wanted: string): boolean =>
  wanted === `${method} ${target.replace(/^.*\/v1/, '').replace(/^(\/actions\/).+/, '$1*')}`;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNameless = (body: unknown): boolean => isObject(body) && !('name' in body);

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A fault in the JSON of successful answers to one kind of request. */
export const spoiling = (wanted: string, spoil: (body: JsonObject) => unknown): Fault => ({
  answer: (answer, request) => {
    if (!is(request, wanted) || answer.status !== 200) return answer;
    const body: unknown = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify(isObject(body) ? spoil(body) : body) };
  },
});

/** The same in the member `data` alone. */
export const spoilingData = (wanted: string, spoil: (data: JsonObject) => unknown): Fault =>
  spoiling(wanted, (body) => ({ ...body, data: isObject(body.data) ? spoil(body.data) : body.data }));

/** A fault in what is listed. */
const spoilingList = (wanted: string, spoil: (items: readonly JsonObject[]) => unknown): Fault =>
  spoiling(wanted, (body) => ({
    ...body,
    data: Array.isArray(body.data) ? spoil(body.data.filter(isObject)) : body.data,
  }));

const spoilingEach = (wanted: string, spoil: (item: JsonObject) => unknown): Fault =>
  spoilingList(wanted, (items) => items.map(spoil));

const ABOUT_ANY_SERVER = { region: 'eu-central', plan: 'small', created: '2026-01-01T00:00:00Z' };

/** Whether Basic credentials are these, but for the case of the Client ID. */
const sameButCase = (given: string, clientId: string, apiKey: string): boolean =>
  given.slice(0, clientId.length).toLowerCase() === clientId.toLowerCase() &&
  given.slice(clientId.length) === `:${apiKey}`;

/** What the Basic credentials of a request are. */
const userPass = ({ authorization = '' }: Forwarded): string =>
  /^basic /i.test(authorization) ? Buffer.from(authorization.slice(6), 'base64').toString() : '';

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
  'gives a server other texts than its key': spoilingData('POST /servers', ({ apikey: _, ...rest }) => ({
    ...rest,
    ...ABOUT_ANY_SERVER,
  })),
  'gives a server other texts than its ID': spoilingData('POST /servers', ({ id: _, ...rest }) => ({
    ...rest,
    ...ABOUT_ANY_SERVER,
  })),
  'lists other ids': spoilingEach('GET /servers', (item) => ({ ...item, id: `srv-${item.id}` })),
  'takes a Client ID in any case': {
    request: (request, { clientId, apiKey }) =>
      sameButCase(userPass(request), clientId, apiKey)
        ? { ...request, authorization: basic(clientId, apiKey) }
        : request,
  },
  'lists the newest thirty apps': spoilingList('GET /apps', (items) => items.slice(-30)),
  'lists one of several equal names': spoilingList('GET /servers', (items) =>
    items.filter(({ name }, i) => items.findIndex((one) => one.name === name) === i),
  ),
  'lists one domain of an app': spoilingEach('GET /apps', (item) => ({
    ...item,
    domains: Array.isArray(item.domains) ? item.domains.slice(0, 1) : item.domains,
  })),
  'tells no status of an action': spoilingData('GET /actions/*', ({ actionid }) => ({
    actionid,
    created: '2026-01-01',
  })),
  'tells of another action': spoilingData('GET /actions/*', (data) => ({ ...data, actionid: 'AAAAAAAAAAAAAAAA' })),
  'lists names in lower case': spoilingEach('GET /servers', (item) => ({
    ...item,
    name: String(item.name).toLowerCase(),
  })),
  'lists long names cut': spoilingEach('GET /servers', (item) => ({ ...item, name: String(item.name).slice(0, 40) })),
  'ignores the new key': {
    request: (request, { clientId, apiKey, revokedApiKey }) => {
      const keys = { [`${clientId}:${revokedApiKey}`]: apiKey, [`${clientId}:${apiKey}`]: revokedApiKey };
      const key = /^basic [A-Za-z0-9+/]+=*$/i.test(request.authorization ?? '') ? keys[userPass(request)] : undefined;
      return key === undefined ? request : { ...request, authorization: basic(clientId, key) };
    },
  },
  'needs no name': {
    request: (request) =>
      is(request, 'POST /servers') && isNameless(jsonOf(request.body))
        ? { ...request, body: '{"name":"nameless"}' }
        : request,
  },
} satisfies { readonly [name: string]: Fault };

export type FaultName = keyof typeof FAULTS;

/** Faults that depend on what came before, made anew for each server. */
export const LASTING = {
  /** Whatever servers are created while another one is get the same id, and are listed with it. */
  'gives servers of one moment one id': () => {
    const ids = new Map<unknown, unknown>();
    let underWay = 0;
    let crowd: unknown;
    const created = spoilingData('POST /servers', (data) => {
      if (underWay > 1) crowd ??= data.id;
      const id = crowd ?? data.id;
      ids.set(data.id, id);
      return { ...data, id };
    });
    const listed = spoilingEach('GET /servers', (item) => ({ ...item, id: ids.get(item.id) ?? item.id }));
    return {
      request: (request) => {
        if (is(request, 'POST /servers')) underWay += 1;
        return request;
      },
      answer: (answer, request) => {
        const outcome = is(request, 'GET /servers')
          ? listed.answer?.(answer, request)
          : created.answer?.(answer, request);
        if (is(request, 'POST /servers') && --underWay === 0) crowd = undefined;
        return outcome ?? answer;
      },
    };
  },
  /** Every twentieth id is the first one. */
  'repeats ids': () => {
    const ids = new Map<unknown, unknown>();
    let first: unknown;
    const created = spoilingData('POST /servers', (data) => {
      first ??= data.id;
      const id = ids.size % 20 === 19 ? first : data.id;
      ids.set(data.id, id);
      return { ...data, id };
    });
    const listed = spoilingEach('GET /servers', (item) => ({ ...item, id: ids.get(item.id) ?? item.id }));
    return {
      answer: (answer, request) => (is(request, 'GET /servers') ? listed : created).answer?.(answer, request) ?? answer,
    };
  },
} as const satisfies { readonly [name: string]: () => Fault };

/** Which other requirements see it depends on what else is created meanwhile. */
export const newestUnlisted: Fault = spoilingList('GET /apps', (items) => items.slice(0, -1));

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

/** Where a refusal leads to all actions being forgotten that there were before it. */
export function forgetsActions(): Fault {
  const known = new Set<string>();
  const isKnown = ({ target }: Forwarded) => known.has(target.replace(/^.*\//, ''));
  return {
    answer: (answer, request) => {
      if (answer.status === 401) known.clear();
      const body = jsonOf(answer.body);
      if (is(request, 'POST /apps') && isObject(body)) known.add(String(body.actionid));
      return is(request, 'GET /actions/*') && !isKnown(request) ? { ...answer, status: 404 } : answer;
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
  if ('late' in outcome) {
    setTimeout(give, outcome.afterMs, outcome.late, response);
    return;
  }
  response.writeHead(outcome.status, outcome.headers);
  response.end(outcome.body);
}

/**
 * Management APIs that are deliberately wrong, each in one way: a right server behind a proxy with one fault. The suite must catch each by
 * the requirement about it.
 */
import type { PlainObject } from '../../../spec/types/requirement.js';
import { isObject } from '../../language/plain.js';
import { jsonOf } from '../support/json.js';
import { type AnswerFate, both, type Fault, type ForwardedRequest, type PassedAnswer } from './proxy.js';

const basic = (clientId: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;

export const is = ({ method, target }: ForwardedRequest, wanted: string): boolean =>
  wanted === `${method} ${target.replace(/^.*\/v1/, '').replace(/^(\/actions\/).+/, '$1*')}`;

const isNameless = (body: unknown): boolean => isObject(body) && !('name' in body);

/** A fault in the JSON of successful answers to one kind of request. */
export const spoiling = (wanted: string, spoil: (body: PlainObject) => unknown): Fault => ({
  answer: (answer, request) => {
    if (!is(request, wanted) || answer.status !== 200) return answer;
    const body: unknown = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify(isObject(body) ? spoil(body) : body) };
  },
});

/** The same only in the member `data`. */
export const spoilingData = (wanted: string, spoil: (data: PlainObject) => unknown): Fault =>
  spoiling(wanted, (body) => ({ ...body, data: isObject(body.data) ? spoil(body.data) : body.data }));

const spoilingList = (wanted: string, spoil: (items: readonly PlainObject[]) => unknown): Fault =>
  spoiling(wanted, (body) => ({
    ...body,
    data: Array.isArray(body.data) ? spoil(body.data.filter(isObject)) : body.data,
  }));

/** The same in each record of a list. */
export const spoilingEach = (wanted: string, spoil: (item: PlainObject) => unknown): Fault =>
  spoilingList(wanted, (items) => items.map(spoil));

/** Each answer has another text in a member of its own. */
export const identifying = (member: string): Fault => {
  let count = 0;
  return {
    answer: (answer) => {
      const body = jsonOf(answer.body);
      if (!isObject(body)) return answer;
      return { ...answer, body: JSON.stringify({ [member]: `req-${++count}-${member}`, ...body }) };
    },
  };
};

const ABOUT_ANY_SERVER = { region: 'eu-central', plan: 'small', created: '2026-01-01T00:00:00Z' };

/** Whether the Basic credentials are these, except for the case of the Client ID. */
const sameButCase = (given: string, clientId: string, apiKey: string): boolean =>
  given.slice(0, clientId.length).toLowerCase() === clientId.toLowerCase() &&
  given.slice(clientId.length) === `:${apiKey}`;

/** The decoded Basic credentials of a request. */
const userPass = ({ authorization = '' }: ForwardedRequest): string =>
  /^basic /i.test(authorization) ? Buffer.from(authorization.slice(6), 'base64').toString() : '';

const answering = (wanted: string, outcome: (answer: PassedAnswer) => AnswerFate): Fault => ({
  answer: (answer, request) => (is(request, wanted) && answer.status === 200 ? outcome(answer) : answer),
});

/** The faults by name. */
export const SERVER_FAULTS = {
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
  'gives ids of requests and no key': both(
    spoilingData('POST /servers', ({ apikey: _, ...rest }) => rest),
    identifying('request_id'),
  ),
  'gives ids of requests in place of its own': both(
    spoilingData('POST /servers', ({ id: _, ...rest }) => rest),
    identifying('id'),
  ),
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
  'gives no status of an action': spoilingData('GET /actions/*', ({ actionid }) => ({
    actionid,
    created: '2026-01-01',
  })),
  'answers with another action': spoilingData('GET /actions/*', (data) => ({ ...data, actionid: 'AAAAAAAAAAAAAAAA' })),
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

export type FaultName = keyof typeof SERVER_FAULTS;

export const isFault = (name: string): name is FaultName => Object.hasOwn(SERVER_FAULTS, name);

/** Faults that depend on earlier requests, made for each server. */
export const LASTING = {
  /** All servers that are created during the creation of another get the same id, and are listed with it. */
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

/** Keys that are accepted though a newer one was generated: the one before, until the newest is used, or that of two generations ago. */
export const TAKEN_KEYS = {
  unused: (keys, used) => (used ? [] : keys.slice(-2, -1)),
  older: (keys) => keys.slice(-3, -2),
} as const satisfies { readonly [which: string]: (keys: readonly string[], used: boolean) => readonly string[] };

/** A server that accepts these; `generated` has its keys, the newest at the end. */
export function takesKeys(taken: (typeof TAKEN_KEYS)[keyof typeof TAKEN_KEYS], generated: readonly string[]): Fault {
  const used = new Set<string>();
  return {
    request: (request, { clientId }) => {
      const newest = generated.at(-1) ?? '';
      const key = userPass(request).slice(clientId.length + 1);
      const isTaken = taken(generated, used.has(newest)).includes(key);
      used.add(key);
      return isTaken ? { ...request, authorization: basic(clientId, newest) } : request;
    },
  };
}

/** After a refusal the server forgets the newest server. The consequences depend on the order of requests. */
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

/** After a refusal the server forgets all earlier actions. */
export function forgetsActions(): Fault {
  const known = new Set<string>();
  const isKnown = ({ target }: ForwardedRequest) => known.has(target.replace(/^.*\//, ''));
  return {
    answer: (answer, request) => {
      if (answer.status === 401) known.clear();
      const body = jsonOf(answer.body);
      if (is(request, 'POST /apps') && isObject(body)) known.add(String(body.actionid));
      return is(request, 'GET /actions/*') && !isKnown(request) ? { ...answer, status: 404 } : answer;
    },
  };
}

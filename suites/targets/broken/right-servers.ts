/**
 * Right management APIs that differ where the document leaves them free. Each is a right server behind a proxy that changes undocumented
 * details. The suite must find no violation in any.
 */
import { isObject } from '../../language/plain.js';
import { jsonOf } from '../support/json.js';
import { type AnswerFate, both, type Fault, type ForwardedRequest, type PassedAnswer } from './proxy.js';
import { identifying, is, spoiling, spoilingData, spoilingEach } from './wrong-servers.js';

const has = (request: ForwardedRequest, name: (text: string) => boolean): boolean => {
  const body = jsonOf(request.body);
  return isObject(body) && typeof body.name === 'string' && name(body.name);
};

const hasNoDomain = (request: ForwardedRequest): boolean => {
  const body = jsonOf(request.body);
  return isObject(body) && Array.isArray(body.domains) && body.domains.length === 0;
};

/** The answer in place of that of the server behind. */
const refusal = (status: number, headers: PassedAnswer['headers'] = {}): PassedAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"error":{"message":"not now"}}',
});

/** Requests without effect: a request that creates nothing is forwarded instead. */
const refusing = (which: (request: ForwardedRequest) => PassedAnswer | undefined): Fault => {
  const turned = new WeakMap<ForwardedRequest, PassedAnswer>();
  return {
    request: (request) => {
      const answer = which(request);
      if (answer === undefined) return request;
      turned.set(request, answer);
      return { ...request, method: 'GET', target: '/', body: '' };
    },
    answer: (answer, request): AnswerFate => turned.get(request) ?? answer,
  };
};

const keyedById = (wanted: string): Fault =>
  spoiling(wanted, ({ data }) => ({
    data: Array.isArray(data) ? Object.fromEntries(data.map(({ id, ...record }) => [id, record])) : data,
  }));

/** Twenty of each list, with a link to the others. */
const paged = (path: string): Fault =>
  spoiling(`GET ${path}`, ({ data }) => ({
    data: Array.isArray(data) ? data.slice(0, 20) : data,
    next: Array.isArray(data) && data.length > 20 ? `${path}?page=2` : null,
  }));

/** By their names, made for each server. */
export const RIGHT = {
  'asks for pauses': () => {
    let count = 0;
    return refusing(() =>
      ++count % 30 === 0 ? refusal(429, { 'retry-after': count % 300 === 0 ? '1' : '0' }) : undefined,
    );
  },
  'asks for pauses and says no time': () => {
    let count = 0;
    return refusing(() => (++count % 100 === 0 ? refusal(429) : undefined));
  },
  'has no time for strangers': () => ({
    answer: (answer) => (answer.status === 401 ? refusal(429, { 'retry-after': '3600' }) : answer),
  }),
  'is busy while it creates an app': () => {
    let underWay = 0;
    const busy = refusing((request) => (is(request, 'POST /apps') && underWay > 1 ? refusal(409) : undefined));
    return {
      request: (request, behind) => {
        if (is(request, 'POST /apps')) underWay += 1;
        return busy.request?.(request, behind) ?? request;
      },
      answer: (answer, request) => {
        if (is(request, 'POST /apps')) underWay -= 1;
        return busy.answer?.(answer, request) ?? answer;
      },
    };
  },
  'keys its lists by id': () => both(keyedById('GET /servers'), keyedById('GET /apps')),
  'identifies each request': () => both(identifying('id'), identifying('token')),
  'lists ids alone': () =>
    both(
      spoilingEach('GET /apps', ({ id }) => ({ id })),
      spoilingEach('GET /servers', ({ id }) => ({ id })),
    ),
  'lists domains as objects': () =>
    spoilingEach('GET /apps', ({ domains, ...app }) => ({
      ...app,
      domains: Array.isArray(domains) ? domains.map((name, i) => ({ name, main: i === 0 })) : domains,
    })),
  'lists the keys of servers': () => {
    const keys = new Map<unknown, unknown>();
    const list = spoilingEach('GET /servers', (server) => ({ ...server, apikey: keys.get(server.id) }));
    const keeping = spoilingData('POST /servers', (data) => {
      keys.set(data.id, data.apikey);
      return data;
    });
    return both(keeping, list);
  },
  'refuses names with two hyphens': () =>
    refusing((request) => (has(request, (name) => name.includes('--')) ? refusal(422) : undefined)),
  'answers with ids alone': () =>
    both(
      spoilingData('POST /apps', ({ id }) => ({ id })),
      spoilingData('POST /servers', ({ id, apikey }) => ({ id, apikey })),
    ),
  'refuses names of more than forty characters': () =>
    refusing((request) => (has(request, (name) => [...name].length > 40) ? refusal(422) : undefined)),
  'needs a domain for an app': () =>
    refusing((request) => (is(request, 'POST /apps') && hasNoDomain(request) ? refusal(422) : undefined)),
  'reports when an action was completed': () =>
    spoilingData('GET /actions/*', ({ actionid, status }) => ({
      actionid,
      completed_at: status === 'success' ? '2026-01-01T00:00:00Z' : null,
    })),
  'reports errors with status 200': () => ({
    answer: (answer) => ([400, 413, 415].includes(answer.status) ? { ...answer, status: 200 } : answer),
  }),
  'lists in pages': () => both(paged('/servers'), paged('/apps')),
  'is slow': () => ({ answer: (answer) => ({ late: answer, afterMs: 20 }) }),
} as const satisfies { readonly [name: string]: () => Fault };

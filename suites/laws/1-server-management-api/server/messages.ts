/** 1/endpoints, 1/versioning, 1/errors and 1/limits: bodies, media types, methods, paths and versions. */

import type { ApiAnswer, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import { type Expectation, each, equal, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import { unlike } from './apps.js';
import {
  type Collection,
  type EndpointRow,
  type Facts,
  factsOf,
  type JsonObject,
  listing,
  listRequest,
  mediaTypeOf,
  member,
  onEndpoint,
  recordsWith,
  shapeOf,
} from './asking.js';
import { BODIES, type BodyName, SPELLINGS, type SpellingName } from './bodies.js';
import { answerTo, given, givenApp, givenList, givenListed, requestOf } from './given.js';
import { refused, served } from './judging.js';
import { READING, type ReadingName, WRITING, type WritingName } from './requests.js';

interface OnCollection {
  readonly path: '/servers' | '/apps';
}

const collectionAt = (path: OnCollection['path']): Collection => (path === '/servers' ? 'servers' : 'apps');

/** A payload that the endpoint takes. */
const payload = (to: Endpoint, path: OnCollection['path'], label: string): JsonObject & { readonly name: string } =>
  path === '/servers' ? { name: to.named(label) } : { ...to.app(label) };

/** What is usual, in JSON. */
const statusOf = (status: number): Expectation => equal({ status, json: true });

const isUnknown = () => record({ answer: statusOf(404) });

interface Aside {
  readonly answer: Facts;
  /** A record of the name is listed. */
  readonly created: boolean;
}

/** What came of a request, and whether the list has a record by the name. */
async function aside(to: Endpoint, path: OnCollection['path'], name: string, request: ApiRequest): Promise<Aside> {
  const answer = factsOf(await to.ask(request));
  const of = collectionAt(path);
  return { answer, created: recordsWith(to, of, await givenList(to, of), name).length > 0 };
}

export const refusesBody = conversation({
  needs: ['write'],
  hold: ({ path, name }: OnCollection & { readonly name: BodyName }, { api: to }) => {
    const object = payload(to, path, 'body');
    const body = { type: 'application/json', text: BODIES[name](object) };
    return aside(to, path, object.name, { method: 'POST', path, body });
  },
  expect: () => record({ answer: refused, created: false }),
});

export const createsByPostAlone = conversation({
  needs: ['write'],
  hold: ({ method, path }: OnCollection & { readonly method: string }, { api: to }) => {
    const json = payload(to, path, 'method');
    return aside(to, path, json.name, { method, path, json });
  },
  expect: () => record({ created: false }),
});

/** Creates a server by a body that stands as it is given, beside one that is created as usual, and looks for it in the list. */
async function createdBy(to: Endpoint, name: string, body: ApiRequest['body'] & object): Promise<object> {
  await givenListed(to, 'usual');
  const answer = await to.ask({ method: 'POST', path: '/servers', body });
  const { counts } = await listing(to, 'servers', [name]);
  return { answer: factsOf(answer), listed: !counts.includes(0) };
}

const isCreated = () => record({ answer: served, listed: true });

/** An app that is spelled as usual; what is not kept even of it is judged by api-apps.kept. */
async function lostAnyway(to: Endpoint): Promise<readonly string[]> {
  const { app, answer } = await givenApp(to, 'usual');
  const lost = unlike(app, member(answer.json, 'data'));
  if (lost.length === Object.keys(app).length) throw new NotObservable('POST /apps: nothing of the app is in data');
  return lost;
}

export const readsSpelling = conversation({
  needs: ['write'],
  hold: async ({ name }: { readonly name: SpellingName }, { api: to }) => {
    const lost = await lostAnyway(to);
    const app = to.app('spelled');
    const body = { type: 'application/json', text: SPELLINGS[name]({ ...app }) };
    const answer = await to.ask({ method: 'POST', path: '/apps', body });
    const misread = unlike(app, member(answer.json, 'data')).filter((field) => !lost.includes(field));
    return { answer: factsOf(answer), misread };
  },
  expect: () => record({ answer: served, misread: equal([]) }),
});

interface Typed {
  /** Of the body; none when absent. */
  readonly type?: string;
}

async function ofType({ type }: Typed, { api: to }: Partners): Promise<object> {
  const name = to.named('typed');
  const text = JSON.stringify({ name });
  return createdBy(to, name, type === undefined ? { text } : { type, text });
}

export const takesType = conversation({ needs: ['write'], hold: ofType, expect: isCreated });

export const refusesType = conversation({
  needs: ['write'],
  hold: async ({ type }: Typed, { api: to }) => {
    const text = JSON.stringify({ name: to.named('typed') });
    const body = type === undefined ? { text } : { type, text };
    return { answer: factsOf(await to.ask({ method: 'POST', path: '/servers', body })) };
  },
  expect: () => record({ answer: statusOf(415) }),
});

export const answersInType = onEndpoint<EndpointRow>({
  hold: async (row, { api: to }) => ({ type: mediaTypeOf(await answerTo(to, await requestOf(to, row))) }),
  expect: () => record({ type: 'application/json' }),
});

interface Method {
  readonly method: string;
  readonly path: string;
}

const notAllowed = () => record({ answer: statusOf(405) });

export const answersMethod = conversation({
  hold: async ({ method, path }: Method, { api: to }) => ({ status: (await to.ask({ method, path })).status }),
  expect: () => record({ status: 405 }),
});

/** With a payload that POST would take; DELETE has none. */
export const answersWritingMethod = conversation({
  needs: ['write'],
  hold: async ({ method, path }: Method, { api: to }) => {
    const json = payload(to, path === '/apps' ? '/apps' : '/servers', 'method');
    return { answer: factsOf(await to.ask({ method, path, ...(method === 'DELETE' ? {} : { json }) })) };
  },
  expect: ({ method }) => (method === 'DELETE' ? isUnknown() : notAllowed()),
});

/** Reading alone, wherever it leads. */
const looked = async (to: Endpoint, request: Pick<ApiRequest, 'path' | 'version'>): Promise<object> => ({
  answer: factsOf(await to.ask({ method: 'GET', ...request })),
});

export const answersPath = conversation({
  hold: ({ path }: { readonly path: string; readonly same?: boolean }, { api: to }) => looked(to, { path }),
  expect: ({ same = false }) => (same ? record({ answer: served }) : isUnknown()),
});

export const answersOtherVersion = conversation({
  hold: ({ version }: { readonly version: string }, { api: to }) => looked(to, { version, path: '/servers' }),
  expect: isUnknown,
});

interface Told {
  readonly status: number;
  /** The error names a field. */
  readonly field?: boolean;
}

const told = (answer: ApiAnswer): object => ({
  status: answer.status,
  type: mediaTypeOf(answer),
  shape: shapeOf(answer.json),
});

const isTold = ({ status, field = false }: Told) =>
  record({
    status: equal(status),
    type: 'application/json',
    shape: equal(`{ error: { message: string${field ? ', field: string' : ''} } }`),
  });

export const tellsError = conversation({
  hold: async ({ name }: Told & { readonly name: ReadingName }, { api: to }) => told(await to.ask(READING[name])),
  expect: isTold,
});

export const tellsWritingError = conversation({
  needs: ['write'],
  hold: async ({ name }: Told & { readonly name: WritingName }, { api: to }) =>
    told(await to.ask(await WRITING[name](to))),
  expect: isTold,
});

/** So many that a service which allows some a second would say so. */
const AT_ONCE = 30;

export const takesManyAtOnce = conversation({
  hold: async (_: object, { api: to }) => {
    await given(to, listRequest('servers'));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => to.ask(listRequest('servers'))));
    return { answers: answers.map(factsOf) };
  },
  expect: () => record({ answers: each(served) }),
});

/** Values of a member that no field is known for. */
const LARGE = {
  member: () => JSON.stringify('x'.repeat(60_000)),
  members: () => JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`m${i}`, i]))),
  lists: () => '['.repeat(1000) + ']'.repeat(1000),
} as const;

export const takesLarge = conversation({
  needs: ['write'],
  hold: async ({ what }: { readonly what: keyof typeof LARGE }, { api: to }) => {
    const name = to.named('large');
    const text = `{"name":${JSON.stringify(name)},"note":${LARGE[what]()}}`;
    return createdBy(to, name, { type: 'application/json', text });
  },
  expect: isCreated,
});

export const takesManyDomains = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const app = to.app('large');
    const many = { ...app, domains: Array.from({ length: 500 }, (_unused, i) => `d${i}.${app.name}.example.com`) };
    const answer = await to.ask({ method: 'POST', path: '/apps', json: many });
    return { answer: factsOf(answer), unlike: unlike(many, member(answer.json, 'data')) };
  },
  expect: () => record({ answer: served, unlike: equal([]) }),
});

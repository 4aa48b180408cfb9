/** 1/endpoints, 1/versioning, 1/errors and 1/limits: bodies, media types, methods, paths and versions. */
import { type ApiAnswer, type ApiRequest, type Endpoint, NotObservable } from '../../../language/endpoint.js';
import { serverExample } from '../../../language/talk.js';
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
import { every, exactly, facts, type Judge, refused, served } from './judging.js';
import { READING, type ReadingName, WRITING, type WritingName } from './requests.js';

interface OnCollection {
  readonly path: '/servers' | '/apps';
}

const collectionAt = (path: OnCollection['path']): Collection => (path === '/servers' ? 'servers' : 'apps');

/** A payload that the endpoint takes. */
const payload = (to: Endpoint, path: OnCollection['path'], label: string): JsonObject & { readonly name: string } =>
  path === '/servers' ? { name: to.named(label) } : { ...to.app(label) };

/** What is usual, in JSON. */
const statusOf = (status: number): Judge => exactly({ status, json: true });

const isUnknown = () => facts('there is nothing there', { answer: statusOf(404) });

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

export const refusesBody = serverExample({
  needs: ['write'],
  talk: (to, { path, name }: OnCollection & { readonly name: BodyName }) => {
    const object = payload(to, path, 'body');
    const body = { type: 'application/json', text: BODIES[name](object) };
    return aside(to, path, object.name, { method: 'POST', path, body });
  },
  expect: () => facts('a refusal, and nothing created', { answer: refused, created: exactly(false) }),
});

export const createsByPostAlone = serverExample({
  needs: ['write'],
  talk: (to, { method, path }: OnCollection & { readonly method: string }) => {
    const json = payload(to, path, 'method');
    return aside(to, path, json.name, { method, path, json });
  },
  expect: () => facts('nothing created', { created: exactly(false) }),
});

/** Creates a server by a body that stands as it is given, beside one that is created as usual, and looks for it in the list. */
async function createdBy(to: Endpoint, name: string, body: ApiRequest['body'] & object): Promise<object> {
  await givenListed(to, 'usual');
  const answer = await to.ask({ method: 'POST', path: '/servers', body });
  const { counts } = await listing(to, 'servers', [name]);
  return { answer: factsOf(answer), listed: !counts.includes(0) };
}

const isCreated = () => facts('the server, in the list', { answer: served, listed: exactly(true) });

/** An app that is spelled as usual; what is not kept even of it is judged by api-apps.kept. */
async function lostAnyway(to: Endpoint): Promise<readonly string[]> {
  const { app, answer } = await givenApp(to, 'usual');
  const lost = unlike(app, member(answer.json, 'data'));
  if (lost.length === Object.keys(app).length) throw new NotObservable('POST /apps: nothing of the app is in data');
  return lost;
}

export const readsSpelling = serverExample({
  needs: ['write'],
  talk: async (to, { name }: { readonly name: SpellingName }) => {
    const lost = await lostAnyway(to);
    const app = to.app('spelled');
    const body = { type: 'application/json', text: SPELLINGS[name]({ ...app }) };
    const answer = await to.ask({ method: 'POST', path: '/apps', body });
    const misread = unlike(app, member(answer.json, 'data')).filter((field) => !lost.includes(field));
    return { answer: factsOf(answer), misread };
  },
  expect: () => facts('the app as it was spelled', { answer: served, misread: exactly([]) }),
});

interface Typed {
  /** Of the body; none when absent. */
  readonly type?: string;
}

async function typed(to: Endpoint, { type }: Typed): Promise<object> {
  const name = to.named('typed');
  const text = JSON.stringify({ name });
  return createdBy(to, name, type === undefined ? { text } : { type, text });
}

export const takesType = serverExample({ needs: ['write'], talk: typed, expect: isCreated });

export const refusesType = serverExample({
  needs: ['write'],
  talk: async (to, { type }: Typed) => {
    const text = JSON.stringify({ name: to.named('typed') });
    const body = type === undefined ? { text } : { type, text };
    return { answer: factsOf(await to.ask({ method: 'POST', path: '/servers', body })) };
  },
  expect: () => facts('a refusal for the media type', { answer: statusOf(415) }),
});

export const answersInType = onEndpoint<EndpointRow>({
  talk: async (to, row) => ({ type: mediaTypeOf(await answerTo(to, await requestOf(to, row))) }),
  expect: () => facts('JSON by name', { type: exactly('application/json') }),
});

interface Method {
  readonly method: string;
  readonly path: string;
}

const notAllowed = () => facts('the method is not allowed', { answer: statusOf(405) });

export const answersMethod = serverExample({
  talk: async (to, { method, path }: Method) => ({ status: (await to.ask({ method, path })).status }),
  expect: () => facts('the method is not allowed', { status: exactly(405) }),
});

/** With a payload that POST would take; DELETE has none. */
export const answersWritingMethod = serverExample({
  needs: ['write'],
  talk: async (to, { method, path }: Method) => {
    const json = payload(to, path === '/apps' ? '/apps' : '/servers', 'method');
    return { answer: factsOf(await to.ask({ method, path, ...(method === 'DELETE' ? {} : { json }) })) };
  },
  expect: ({ method }) => (method === 'DELETE' ? isUnknown() : notAllowed()),
});

/** Reading alone, wherever it leads. */
const looked = async (to: Endpoint, request: Pick<ApiRequest, 'path' | 'version'>): Promise<object> => ({
  answer: factsOf(await to.ask({ method: 'GET', ...request })),
});

export const answersPath = serverExample({
  talk: (to, { path }: { readonly path: string; readonly same?: boolean }) => looked(to, { path }),
  expect: ({ same = false }) => (same ? facts('it is the same path', { answer: served }) : isUnknown()),
});

export const answersOtherVersion = serverExample({
  talk: (to, { version }: { readonly version: string }) => looked(to, { version, path: '/servers' }),
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
  facts('a status that says it, and a message in JSON', {
    status: exactly(status),
    type: exactly('application/json'),
    shape: exactly(`{ error: { message: string${field ? ', field: string' : ''} } }`),
  });

export const tellsError = serverExample({
  talk: async (to, { name }: Told & { readonly name: ReadingName }) => told(await to.ask(READING[name])),
  expect: isTold,
});

export const tellsWritingError = serverExample({
  needs: ['write'],
  talk: async (to, { name }: Told & { readonly name: WritingName }) => told(await to.ask(await WRITING[name](to))),
  expect: isTold,
});

/** So many that a service which allows some a second would say so. */
const AT_ONCE = 30;

export const takesManyAtOnce = serverExample({
  talk: async (to, _: object) => {
    await given(to, listRequest('servers'));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => to.ask(listRequest('servers'))));
    return { answers: answers.map(factsOf) };
  },
  expect: () => facts(`${AT_ONCE} answers to ${AT_ONCE} requests at once`, { answers: every(served) }),
});

/** Values of a member that no field is known for. */
const LARGE = {
  member: () => JSON.stringify('x'.repeat(60_000)),
  members: () => JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`m${i}`, i]))),
  lists: () => '['.repeat(1000) + ']'.repeat(1000),
} as const;

export const takesLarge = serverExample({
  needs: ['write'],
  talk: async (to, { what }: { readonly what: keyof typeof LARGE }) => {
    const name = to.named('large');
    const text = `{"name":${JSON.stringify(name)},"note":${LARGE[what]()}}`;
    return createdBy(to, name, { type: 'application/json', text });
  },
  expect: isCreated,
});

export const takesManyDomains = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const app = to.app('large');
    const many = { ...app, domains: Array.from({ length: 500 }, (_unused, i) => `d${i}.${app.name}.example.com`) };
    const answer = await to.ask({ method: 'POST', path: '/apps', json: many });
    return { answer: factsOf(answer), unlike: unlike(many, member(answer.json, 'data')) };
  },
  expect: () => facts('the app with all its domains', { answer: served, unlike: exactly([]) }),
});

/**
 * Requests, and preconditions of a law that other requirements judge. If a precondition fails, these functions throw
 * `NotObservable`, and the law's own requirement is not judged.
 */
import type { Plain, PlainObject } from '../../../../spec/types/requirement.js';
import type { ApiAnswer, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import { type Expectation, lift } from '../../../language/expectation.js';
import { NotObservable, TargetDown } from '../../../language/failures.js';
import { type Common, conversation } from '../../../language/law.js';
import { isList, isObject, member } from '../../../language/plain.js';
import type { Law } from '../../../language/trial.js';
import { objectsIn, stringsIn } from '../../support/json.js';
import { factsOf, isSuccess, reportsError } from './judging.js';

export type Collection = 'servers' | 'apps';

export const OTHER = { servers: 'apps', apps: 'servers' } as const satisfies {
  readonly [of in Collection]: Collection;
};

export type OfCollection = { readonly of: Collection };

/** The required observation, an exact value if it is not an expectation. */
type Requirement = Expectation | { readonly [name: string]: string | number | boolean | readonly string[] };

type LawOptions = Pick<Common<object>, 'needs' | 'ownProcess'>;

const withApi =
  (common: LawOptions) =>
  <D = object>(
    must: Requirement | ((data: D) => Requirement),
    hold: (to: Endpoint, data: D) => Promise<unknown>,
    more: LawOptions = {},
  ): Law<D> =>
    conversation<D>({
      ...common,
      ...more,
      hold: (data, { api }) => hold(api, data),
      expect: (data) => lift(typeof must === 'function' ? must(data) : must),
    });

/** Laws about answers of an endpoint: one that creates records, one that creates none, and one in its own process. */
export const writing = withApi({ needs: ['write'] });
export const reading = withApi({});
export const writingAlone = withApi({ needs: ['write'], ownProcess: true });

export const listRequest = (of: Collection = 'servers'): ApiRequest => ({ method: 'GET', path: `/${of}` });

export const creation = (of: Collection, json: PlainObject): ApiRequest => ({ method: 'POST', path: `/${of}`, json });

/** The request about the action of an answer to POST /apps, if a string identifies it. See 1/endpoints/get-3. */
export function actionRequest({ json }: Pick<ApiAnswer, 'json'>): ApiRequest | undefined {
  const actionid = member(json, 'actionid');
  const isKnown = typeof actionid === 'string' && actionid !== '';
  return isKnown ? { method: 'GET', path: `/actions/${encodeURIComponent(actionid)}` } : undefined;
}

/** A request in words that are the same in every run. */
export const described = ({ method, path }: ApiRequest): string =>
  `${method} ${path.replace(/^(\/actions\/).*/, '$1*')}`;

/** The answer to a request that another requirement judges. */
export function reached<T>(request: ApiRequest, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof TargetDown)) throw error;
    throw new NotObservable(`${described(request)} ${error.how === 'hang' ? 'hangs' : 'breaks off'}`);
  });
}

/** Any answer: api-endpoints.answer judges whether there is one. */
export const answerTo = (to: Endpoint, request: ApiRequest): Promise<ApiAnswer> => reached(request, to.ask(request));

/** A successful answer with JSON; judged by api-endpoints.answer. */
export const successOf = async (to: Endpoint, request: ApiRequest): Promise<ApiAnswer> =>
  successIn(request, await answerTo(to, request));

/** The same for a request that was sent. */
export function successIn(request: ApiRequest, answer: ApiAnswer): ApiAnswer {
  if (!isSuccess(answer)) throw new NotObservable(`${described(request)}: status ${answer.status}`);
  if (answer.json === undefined) throw new NotObservable(`${described(request)}: the body is not JSON`);
  if (reportsError(answer.json)) throw new NotObservable(`${described(request)}: the answer reports an error`);
  return answer;
}

/** Sends a request that is not the account's; api-authentication judges whether it is refused. */
export async function refusedTo(to: Endpoint, request: ApiRequest): Promise<void> {
  if (isSuccess(await answerTo(to, request))) throw new NotObservable(`${described(request)} is not refused`);
}

/** A payload that the service accepts, with a unique name. */
export const payloadOf = (to: Endpoint, of: Collection, label: string): PlainObject & { readonly name: string } =>
  of === 'apps' ? { ...to.app(label) } : { name: to.named(label) };

/** A request to each endpoint of a collection, for credentials that these refuse. */
export const toBeRefused = (to: Endpoint, of: Collection) => ({
  GET: listRequest(of),
  POST: creation(of, payloadOf(to, of, 'refused')),
});

/** A way to send a request: plainly, or with a condition for the answer. */
export type Send = (to: Endpoint, request: ApiRequest) => Promise<ApiAnswer>;
export const ask: Send = (to, request) => to.ask(request);

/** Creates a record, which api-endpoints.answer judges unless the law itself does; 1/endpoints/post and post-2. */
export async function created(to: Endpoint, of: Collection, label: string, send: Send = successOf) {
  const sent = payloadOf(to, of, label);
  return { sent, name: sent.name, answer: await send(to, creation(of, sent)) };
}

type Making<K extends string, T> = (to: Endpoint, key: K) => Promise<T>;

/** Created once for each key, by the first conversation of a session that needs it: read-only data is shared. */
export function once<K extends string, T>(make: Making<K, T>): Making<K, T> {
  const made = new WeakMap<object, Map<K, { readonly by: Endpoint; readonly result: Promise<T> }>>();
  const makeNow = (to: Endpoint, key: K) => {
    const by = to.apart();
    return { by, result: make(by, key) };
  };
  return async (to, key) => {
    const ofSession = made.get(to.session) ?? new Map();
    made.set(to.session, ofSession);
    const { by, result } = ofSession.get(key) ?? makeNow(to, key);
    ofSession.set(key, { by, result });
    try {
      return await result;
    } catch (error) {
      // A crash or a hang is tried once more before it is reported.
      if (error instanceof TargetDown && ofSession.get(key)?.result === result) ofSession.delete(key);
      throw error;
    } finally {
      to.includes(by);
    }
  };
}

/** A record that several conversations use. */
export const plain = once((to, of: Collection) => created(to, of, 'plain'));

/** The name of a created app, and the request about its action; api-endpoints.fields judges whether this has an id. */
export const createdAction = async (to: Endpoint, label: string) => actionOf(await created(to, 'apps', label));

/** The same for an existing app. */
export function actionOf({ name, answer }: { readonly name: string; readonly answer: ApiAnswer }) {
  const request = actionRequest(answer);
  const actionid = member(answer.json, 'actionid');
  if (request === undefined || typeof actionid !== 'string')
    throw new NotObservable('POST /apps: no string actionid in the answer');
  return { name, request, actionid };
}

/** An app whose action several conversations query. */
export const sharedAction = once((to, label: 'acted') => createdAction(to, label));

/** Apps that are created at the same time. */
export const threeApps = once((to, label: 'at-once') =>
  Promise.all([1, 2, 3].map((which) => created(to, 'apps', `${label}-${which}`))),
);

/** An answer with a list; judged by api-servers.listed and api-apps.listed. */
export async function listOf(to: Endpoint, of: Collection): Promise<ApiAnswer> {
  return listIn(to, of, await successOf(to, listRequest(of)));
}

function listIn(to: Endpoint, of: Collection, answer: ApiAnswer): ApiAnswer {
  if (!isList(to.find(of, answer.json)))
    throw new NotObservable(`GET /${of}: no list was found in the answer; --map can set its place`);
  return answer;
}

/** Names of members that mean that a list continues elsewhere. */
const MORE = /^(?:next(?:[_-]?(?:page|url|page[_-]?url|cursor|token|link))?|has[_-]?more)$/i;

/** Whether the answer itself says that its list is incomplete: ruling api-servers.whole-list. */
export function continuesElsewhere({ headers, json }: ApiAnswer): boolean {
  if (headers.some(([name, value]) => name === 'link' && /rel="?next\b/i.test(value))) return true;
  const beside = (value: Plain | undefined): boolean =>
    isObject(value) &&
    Object.entries(value).some(([name, inner]) =>
      MORE.test(name) ? inner !== null && inner !== false && inner !== '' : beside(inner),
    );
  return beside(json);
}

/** The list once `holds` returns true or the time is over. Missing records of a list that continues are unknown. */
export async function settledList(to: Endpoint, of: Collection, holds: (list: ApiAnswer) => boolean) {
  const list = await to.settled(listRequest(of), (one) => holds(one) || continuesElsewhere(one));
  if (!holds(list) && continuesElsewhere(list))
    throw new NotObservable(`GET /${of}: the list goes on in another answer`);
  return list;
}

/** The id of a record in an answer or a list, as text. */
export function idIn(to: Endpoint, json: Plain | undefined): string | undefined {
  const id = to.find('serverId', json);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The records of a list with a name; if none has a name, those with the returned ids: ruling api-apps.records. */
export function recordsOf(to: Endpoint, of: Collection, { json }: ApiAnswer): (name: string) => readonly Plain[] {
  const found = new Map<string, Plain[]>();
  const list = to.find(of, json);
  const all = isList(list) ? list : [];
  const isNamed = all.length === 0 || all.some((one) => objectsIn(one).some((each) => 'name' in each));
  const textsOf = isNamed ? stringsIn : textsIn;
  for (const one of all) for (const text of new Set(textsOf(one))) found.set(text, [...(found.get(text) ?? []), one]);
  return (name) => (isNamed ? [name] : idsOf(to, of, name)).flatMap((text) => found.get(text) ?? []);
}

/** All strings of a record, and its numbers as strings. */
const textsIn = (one: Plain): readonly string[] => [
  ...stringsIn(one),
  ...objectsIn(one).flatMap((each) => Object.values(each).flatMap((v) => (typeof v === 'number' ? String(v) : []))),
];

function idsOf(to: Endpoint, of: Collection, name: string): readonly string[] {
  const records = to.created(of).filter(({ sent }) => sent.name === name);
  const ids = records.flatMap(({ json }) => idIn(to, of === 'apps' ? member(json, 'data') : json) ?? []);
  if (ids.length === 0) throw new NotObservable(`GET /${of}: the records of the list have no names`);
  return ids;
}

/** The list once it has a record with this string; judged by api-servers.listed and api-apps.listed. */
export async function listWith(to: Endpoint, of: Collection, string: string): Promise<ApiAnswer> {
  const holds = (list: ApiAnswer) => recordsOf(to, of, list)(string).length > 0;
  const first = await listOf(to, of);
  if (holds(first)) return first;
  const list = await reached(listRequest(of), settledList(to, of, holds));
  if (!holds(list)) throw new NotObservable(`GET /${of}: the created record is not in the list`);
  return list;
}

export async function listWithNew(to: Endpoint, of: Collection, label: string) {
  const { name } = await created(to, of, label);
  return { name, list: await listWith(to, of, name) };
}

/** Whether a path is served to the account. */
export const soundPath = once((to, path: string) => successOf(to, { method: 'GET', path }));

/** Whether there is a list. */
export const soundList = async (to: Endpoint, of: Collection) => listIn(to, of, await soundPath(to, `/${of}`));

/** A record that remains, and the list with it. */
export const listedRecord = once(async (to, of: Collection) => {
  const { name } = await plain(to, of);
  return { name, list: await listWith(to, of, name) };
});

export async function factsOfAll(to: Endpoint, requests: readonly ApiRequest[]) {
  const facts: ReturnType<typeof factsOf>[] = [];
  for (const request of requests) facts.push(factsOf(await to.ask(request)));
  return facts;
}

/**
 * Requests, and what a law builds on that other requirements judge: where that fails, nothing is said of the law's own
 * requirement, and these functions throw `NotObservable`.
 */
import type { ApiAnswer, ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { NotObservable, TargetDown } from '../../../language/failures.js';
import { isList, type JsonObject, member, stringsIn } from '../../support/json.js';
import { type Facts, factsOf, unserved } from './judging.js';

export type Collection = 'servers' | 'apps';

export const listRequest = (of: Collection = 'servers'): ApiRequest => ({ method: 'GET', path: `/${of}` });

export const creation = (of: Collection, json: JsonObject): ApiRequest => ({ method: 'POST', path: `/${of}`, json });

/** 1/endpoints/get-3 */
export const actionRequest = (actionid: string): ApiRequest => ({
  method: 'GET',
  path: `/actions/${encodeURIComponent(actionid)}`,
});

/** A request in words that are the same in every run. */
const described = ({ method, path }: ApiRequest): string => `${method} ${path.replace(/^(\/actions\/).*/, '$1*')}`;

function reached<T>(request: ApiRequest, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof TargetDown)) throw error;
    throw new NotObservable(`${described(request)} ${error.how === 'hang' ? 'hangs' : 'breaks off'}`);
  });
}

/** The answer, whatever it is: that there is one is judged by api-endpoints.answer. */
export const answerTo = (to: Endpoint, request: ApiRequest): Promise<ApiAnswer> => reached(request, to.ask(request));

/** An answer of success with JSON; judged by api-endpoints.answer. */
export async function successOf(to: Endpoint, request: ApiRequest): Promise<ApiAnswer> {
  const answer = await answerTo(to, request);
  const wrong = unserved(factsOf(answer));
  if (wrong !== undefined) throw new NotObservable(`${described(request)}: ${wrong}`);
  return answer;
}

/** A payload that the service takes, with a name of its own. */
export const payloadOf = (to: Endpoint, of: Collection, label: string): JsonObject & { readonly name: string } =>
  of === 'apps' ? { ...to.app(label) } : { name: to.named(label) };

export interface Created {
  readonly sent: JsonObject;
  readonly name: string;
  readonly answer: ApiAnswer;
  /** Empty where the answer has none that is a string. */
  readonly actionid: string;
}

/** A way to send a request: just so, or with something asked of the answer. */
export type Send = (to: Endpoint, request: ApiRequest) => Promise<ApiAnswer>;
export const ask: Send = (to, request) => to.ask(request);

/** Creates a record, which is judged by api-endpoints.answer unless the law itself judges it; 1/endpoints/post and 1/endpoints/post-2. */
export async function created(to: Endpoint, of: Collection, label: string, send: Send = successOf): Promise<Created> {
  const sent = payloadOf(to, of, label);
  const answer = await send(to, creation(of, sent));
  const actionid = member(answer.json, 'actionid');
  return { sent, name: sent.name, answer, actionid: typeof actionid === 'string' ? actionid : '' };
}

/** A created app whose action has an id; judged by api-endpoints.fields. */
export async function createdAction(to: Endpoint, label: string): Promise<Created> {
  const app = await created(to, 'apps', label);
  if (app.actionid === '') throw new NotObservable('POST /apps: no string actionid in the answer');
  return app;
}

/** An answer with a list in it; judged by api-servers.listed and api-apps.listed. */
export async function listOf(to: Endpoint, of: Collection): Promise<ApiAnswer> {
  const answer = await successOf(to, listRequest(of));
  if (!isList(to.find(of, answer.json)))
    throw new NotObservable(`GET /${of}: no list was found in the answer; --map can say where it stands`);
  return answer;
}

/** The records of a list that hold this string. */
export function recordsWith(to: Endpoint, of: Collection, { json }: ApiAnswer, string: string): readonly Json[] {
  const list = to.find(of, json);
  return isList(list) ? list.filter((record) => stringsIn(record).includes(string)) : [];
}

/** The list, once a record with one of these strings stands in it; judged by api-servers.listed and api-apps.listed. */
export async function listWith(to: Endpoint, of: Collection, strings: readonly string[]): Promise<ApiAnswer> {
  const holds = (list: ApiAnswer) => strings.some((string) => recordsWith(to, of, list, string).length > 0);
  const first = await listOf(to, of);
  if (holds(first)) return first;
  const list = await reached(listRequest(of), to.settled(listRequest(of), holds));
  if (!holds(list)) throw new NotObservable(`GET /${of}: what was created is not in the list`);
  return list;
}

/** How many records of the list hold each of the names, once these have had time to get there. */
export async function listing(to: Endpoint, of: Collection, names: readonly string[]) {
  const countsIn = (list: ApiAnswer): number[] => names.map((name) => recordsWith(to, of, list, name).length);
  const answer = await to.settled(listRequest(of), (list) => !countsIn(list).includes(0));
  return { answer: factsOf(answer), list: isList(to.find(of, answer.json)), counts: countsIn(answer) };
}

/** Facts of the answers to requests, one after the other. */
export async function factsOfAll(to: Endpoint, requests: Iterable<ApiRequest>): Promise<readonly Facts[]> {
  const facts: Facts[] = [];
  for (const request of requests) facts.push(factsOf(await to.ask(request)));
  return facts;
}

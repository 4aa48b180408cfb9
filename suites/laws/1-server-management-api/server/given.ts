/**
 * What a law about the management API builds on and the laws of other requirements judge. Where it fails, nothing is said
 * of the law's own requirement; each of these throws `NotObservable` then.
 */

import type { ApiAnswer, ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { NotObservable, TargetDown } from '../../../language/failures.js';
import {
  actionRequest,
  type Collection,
  type CreatedApp,
  type CreatedServer,
  createApp,
  createServer,
  type EndpointRow,
  factsOf,
  isList,
  listRequest,
  recordsWith,
} from './asking.js';
import { unserved } from './judging.js';

/** A request in words that are the same in every run. */
const told = ({ method, path }: ApiRequest): string => `${method} ${path.replace(/^(\/actions\/).*/, '$1*')}`;

/** The answer, whatever it is: that there is one is judged by api-endpoints.answer. */
export function answerTo(to: Endpoint, request: ApiRequest): Promise<ApiAnswer> {
  return answered(request, to.ask(request));
}

function answered<T>(request: ApiRequest, asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof TargetDown)) throw error;
    throw new NotObservable(`${told(request)} ${error.how === 'hang' ? 'hangs' : 'breaks off'}`);
  });
}

function checked(request: ApiRequest, answer: ApiAnswer): void {
  const wrong = unserved(factsOf(answer));
  if (wrong !== undefined) throw new NotObservable(`${told(request)}: ${wrong}`);
}

/** An answer of success with JSON; judged by api-endpoints.answer. */
export async function given(to: Endpoint, request: ApiRequest): Promise<ApiAnswer> {
  const answer = await answerTo(to, request);
  checked(request, answer);
  return answer;
}

/** An answer with a list in it; judged by api-servers.listed and api-apps.listed. */
export async function givenList(to: Endpoint, of: Collection): Promise<ApiAnswer> {
  const answer = await given(to, listRequest(of));
  if (!isList(to.find(of, answer.json)))
    throw new NotObservable(`GET /${of}: no list was found in the answer; --map can say where it stands`);
  return answer;
}

/** A created server; judged by api-endpoints.answer. */
export async function givenServer(to: Endpoint, label: string): Promise<CreatedServer> {
  const request = { method: 'POST', path: '/servers' };
  const created = await answered(request, createServer(to, label));
  checked(request, created.answer);
  return created;
}

/** A created app; judged by api-endpoints.answer. */
export async function givenApp(to: Endpoint, label: string): Promise<CreatedApp> {
  const request = { method: 'POST', path: '/apps' };
  const created = await answered(request, createApp(to, label));
  checked(request, created.answer);
  return created;
}

/** A created app whose action can be asked about; judged by api-endpoints.fields. */
export async function givenAction(to: Endpoint, label: string): Promise<CreatedApp> {
  const created = await givenApp(to, label);
  if (created.actionid === '') throw new NotObservable('POST /apps: no text actionid in the answer');
  return created;
}

/** The list, once a text stands in it; judged by api-servers.listed and api-apps.listed. */
export async function listWith(to: Endpoint, of: Collection, texts: readonly string[]): Promise<ApiAnswer> {
  await givenList(to, of);
  const holds = (answer: ApiAnswer): boolean => texts.some((text) => recordsWith(to, of, answer, text).length > 0);
  const list = await answered(listRequest(of), to.settled(listRequest(of), holds));
  if (!holds(list)) throw new NotObservable(`GET /${of}: what was created is not in the list`);
  return list;
}

/** A server that is in the list; judged by api-servers.listed. */
export async function givenListed(to: Endpoint, label: string): Promise<CreatedServer> {
  const created = await givenServer(to, label);
  await listWith(to, 'servers', [created.name]);
  return created;
}

/** A request that the endpoint serves. For an action, an app is created first. */
export async function requestOf(to: Endpoint, { method, path, resource, payload }: EndpointRow): Promise<ApiRequest> {
  if (resource === 'action') return actionRequest((await givenAction(to, 'acted')).actionid);
  if (payload === undefined) return { method, path };
  const fields: { readonly [name: string]: Json } =
    resource === 'app' ? { ...to.app('asked') } : { name: to.named('asked') };
  return { method, path, json: Object.fromEntries(payload.map((name) => [name, fields[name] ?? null])) };
}

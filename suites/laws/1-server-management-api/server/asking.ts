/** What laws about the management API ask, and the plain facts of an answer that they give to be judged. */

import type { ApiAnswer, ApiRequest, AppPayload, Endpoint, Json } from '../../../language/endpoint.js';
import type { Expectation } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import type { Capability, Law } from '../../../language/trial.js';

/** What a row of the table of endpoints says besides its name, see 1/endpoints. */
export interface EndpointRow {
  readonly method: string;
  /** Below the base URL; `{actionid}` stands for the id of an action. */
  readonly path: string;
  readonly answer: 'list' | 'resource' | 'envelope' | 'status';
  readonly resource: 'server' | 'app' | 'action';
  /** Fields of the payload; absent where there is none. */
  readonly payload?: readonly string[];
}

/** What a law sees of an answer: nothing in it differs from run to run. */
export interface Facts {
  readonly status: number;
  /** The body is JSON. */
  readonly json: boolean;
}

export const factsOf = ({ status, json }: ApiAnswer): Facts => ({ status, json: json !== undefined });

/** All values of a field, joined as RFC 9110 does; empty when there is none. */
export const headerOf = ({ headers }: ApiAnswer, name: string): string =>
  headers
    .filter(([given]) => given === name)
    .map(([, value]) => value)
    .join(', ');

/** Without parameters, in lower case. */
export const mediaTypeOf = (answer: ApiAnswer): string =>
  headerOf(answer, 'content-type').replace(/;.*/s, '').trim().toLowerCase();

export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** What stands in a member of an object. */
export const member = (json: Json | undefined, name: string): Json | undefined =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;

/** A value in which every text `NAME` is replaced by a name. */
export function named(json: Json, name: string): Json {
  if (json === 'NAME') return name;
  if (isList(json)) return json.map((item) => named(item, name));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, named(value, name)]));
}

/** Every text of a value, at any depth, names of members left out. */
export function textsIn(json: Json | undefined): string[] {
  if (typeof json === 'string') return [json];
  if (isList(json)) return json.flatMap(textsIn);
  return isObject(json) ? Object.values(json).flatMap(textsIn) : [];
}

/** What stands in members of this name, at any depth. */
export function membersNamed(name: string, json: Json | undefined): Json[] {
  if (isList(json)) return json.flatMap((item) => membersNamed(name, item));
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...membersNamed(name, value),
  ]);
}

/** The document's word for the type of a value, or JSON's. An empty text is no identifier, so it is told apart. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (isList(value)) return value.every((item) => typeof item === 'string') ? 'array of strings' : 'array';
  return value === '' ? 'empty string' : typeof value;
}

/** What a value is made of, names of members included, as a report shows it; of a list its first element says it. */
export function shapeOf(json: Json | undefined): string {
  if (isList(json)) return json[0] === undefined ? '[]' : `[${shapeOf(json[0])}]`;
  if (!isObject(json)) return json === null ? 'null' : typeof json;
  const members = Object.entries(json).map(([name, value]) => `${name}: ${shapeOf(value)}`);
  return `{ ${members.join(', ')} }`;
}

/** Credentials as RFC 7617 writes them. */
export const basic = (clientId: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;

export interface CreatedServer {
  readonly name: string;
  readonly answer: ApiAnswer;
}

/** 1/endpoints/post */
export async function createServer(to: Endpoint, label: string): Promise<CreatedServer> {
  const name = to.named(label);
  return { name, answer: await to.ask({ method: 'POST', path: '/servers', json: { name } }) };
}

export interface CreatedApp {
  readonly app: AppPayload;
  readonly answer: ApiAnswer;
  /** Empty where the answer holds none that is a text. */
  readonly actionid: string;
}

/** 1/endpoints/post-2 */
export async function createApp(to: Endpoint, label: string): Promise<CreatedApp> {
  const app = to.app(label);
  const answer = await to.ask({ method: 'POST', path: '/apps', json: { ...app } });
  return { app, answer, actionid: actionidIn(answer) };
}

export function actionidIn({ json }: ApiAnswer): string {
  const actionid = member(json, 'actionid');
  return typeof actionid === 'string' ? actionid : '';
}

/** 1/endpoints/get-3 */
export const actionRequest = (actionid: string): ApiRequest => ({
  method: 'GET',
  path: `/actions/${encodeURIComponent(actionid)}`,
});

export type Collection = 'servers' | 'apps';

export const listRequest = (of: Collection): ApiRequest => ({ method: 'GET', path: `/${of}` });

/** The records of a list that hold this text. */
export function recordsWith(to: Endpoint, of: Collection, { json }: ApiAnswer, text: string): readonly Json[] {
  const list = to.find(of, json);
  return isList(list) ? list.filter((record) => textsIn(record).includes(text)) : [];
}

export interface Listing {
  readonly answer: Facts;
  /** A list was found in the answer. */
  readonly list: boolean;
  /** How many records hold each of the names. */
  readonly counts: readonly number[];
}

/** The list, once the names have had time to get there. */
export async function listing(to: Endpoint, of: Collection, names: readonly string[]): Promise<Listing> {
  const countsIn = (answer: ApiAnswer): number[] => names.map((name) => recordsWith(to, of, answer, name).length);
  const answer = await to.settled(listRequest(of), (given) => !countsIn(given).includes(0));
  return { answer: factsOf(answer), list: isList(to.find(of, answer.json)), counts: countsIn(answer) };
}

/** What a law about one endpoint is made of. */
interface OnEndpoint<D> {
  readonly needs?: readonly Capability[];
  readonly hold: (data: D, partners: Partners) => Promise<unknown>;
  readonly expect: (data: D) => Expectation;
}

/** A law about one endpoint; only lists can be asked for where no record may be created. */
export function onEndpoint<D extends EndpointRow>({ needs = [], ...law }: OnEndpoint<D>): Law<D> {
  const reading = conversation({ ...law, needs });
  const writing = conversation({ ...law, needs: [...needs, 'write'] });
  return (data) => (data.answer === 'list' ? reading(data) : writing(data));
}

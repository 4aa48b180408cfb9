/** What laws about the management API ask, and the plain facts of an answer that they give to be judged. */
import type { ApiAnswer, ApiRequest, AppPayload, Endpoint, Json } from '../harness/endpoint.js';
import type { Expectation, Law } from '../harness/law.js';
import { serverExample } from '../harness/talk.js';

/** A row of the table of endpoints, see 1/endpoints. */
export interface EndpointRow {
  readonly name: string;
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

export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** What stands in a member of an object. */
export const member = (json: Json | undefined, name: string): Json | undefined =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;

/** Every text of a value, at any depth, names of members left out. */
export function textsIn(json: Json | undefined): string[] {
  if (typeof json === 'string') return [json];
  if (isList(json)) return json.flatMap(textsIn);
  return isObject(json) ? Object.values(json).flatMap(textsIn) : [];
}

/** The document's word for the type of a value, or JSON's. An empty text is no identifier, so it is told apart. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (isList(value)) return value.every((item) => typeof item === 'string') ? 'array of strings' : 'array';
  return value === '' ? 'empty string' : typeof value;
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
  /** Empty where the answer holds none: what is asked about it then fails. */
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

/** A request that the endpoint serves. For an action, an app is created first. */
export async function requestOf(to: Endpoint, { method, path, resource, payload }: EndpointRow): Promise<ApiRequest> {
  if (resource === 'action') return actionRequest((await createApp(to, 'acted')).actionid);
  if (payload === undefined) return { method, path };
  const fields: { readonly [name: string]: Json } =
    resource === 'app' ? { ...to.app('asked') } : { name: to.named('asked') };
  return { method, path, json: Object.fromEntries(payload.map((name) => [name, fields[name] ?? null])) };
}

/** A law about one endpoint; only lists can be asked for where no record may be created. */
export function onEndpoint<D extends EndpointRow>(law: {
  talk: (to: Endpoint, data: D) => Promise<unknown>;
  expect: (data: D) => Expectation;
}): Law<D> {
  const reading = serverExample(law);
  const writing = serverExample({ ...law, needs: ['write'] });
  return (data) => (data.answer === 'list' ? reading(data) : writing(data));
}

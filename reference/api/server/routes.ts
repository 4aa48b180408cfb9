import type { JsonObject } from '../support/json.js';
import { digestOf, newId, newKey } from './credentials.js';
import { HttpRefusal } from './http.js';
import { nameField, textField, textsField } from './payload.js';
import type { State } from './state.js';
import type { AppRecord } from './state-file.js';

/** What a handler works with. */
export interface HandlerContext {
  readonly state: State;
  /** The segment of the path at `<actionid>`; empty where the shape has no such segment. */
  readonly actionid: string;
  /** Reads the body; throws `HttpRefusal`. */
  readonly payload: () => Promise<JsonObject>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that a unit of work takes. */
  readonly actionMs: number;
}

interface Route {
  readonly method: 'GET' | 'POST';
  /** The path below the base URL. */
  readonly shape: string;
  readonly handle: (context: HandlerContext) => JsonObject | Promise<JsonObject>;
}

/** The document's table of endpoints. 1/endpoints/get, 1/endpoints/get-2 */
const routes: readonly Route[] = [
  {
    method: 'GET',
    shape: '/servers',
    handle: ({ state }) => ({ data: state.servers.map(({ id, name }) => ({ id, name })) }),
  },
  { method: 'POST', shape: '/servers', handle: createServer },
  { method: 'GET', shape: '/apps', handle: ({ state }) => ({ data: state.apps.map(shown) }) },
  { method: 'POST', shape: '/apps', handle: createApp },
  { method: 'GET', shape: '/actions/<actionid>', handle: getAction },
];

/** 1/endpoints/post, 1/what-the-service-does/rule-3: the only answer that holds the server API key. */
async function createServer({ state, payload }: HandlerContext): Promise<JsonObject> {
  const name = nameField(await payload());
  const [id, apikey] = [newId(), newKey()];
  await state.addServer({ id, name, apiKeyDigest: digestOf(apikey) });
  return { data: { id, name, apikey } };
}

/** 1/endpoints/post-2, 1/what-the-service-does/rule-2 */
async function createApp({ state, payload, now, actionMs }: HandlerContext): Promise<JsonObject> {
  const given = await payload();
  const app: AppRecord = {
    id: newId(),
    name: nameField(given),
    sysuserid: textField(given, 'sysuserid'),
    runtime: textField(given, 'runtime'),
    domains: textsField(given, 'domains'),
    actionid: newId(),
    createdMs: now(),
    actionMs,
  };
  await state.addApp(app);
  return { actionid: app.actionid, data: shown(app) };
}

function shown({ id, name, sysuserid, runtime, domains }: AppRecord): JsonObject {
  return { id, name, sysuserid, runtime, domains };
}

/** 1/endpoints/get-3, 1/endpoints/rule-1. Progress depends only on the clock, so a crash changes nothing. */
function getAction({ state, actionid, now }: HandlerContext): JsonObject {
  const app = state.appOfAction(actionid);
  if (app === undefined) throw new HttpRefusal(404, 'there is no such action');
  return { data: { actionid, status: now() < app.createdMs + app.actionMs ? 'open' : 'success' } };
}

/** The path below the host, without the query, also of the absolute form (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.split('?', 1)[0] ?? '';
}

/** Throws `HttpRefusal`: 404 for a path of another shape, 405 for a shape without that method. 1/versioning/rule-1 */
export function findRoute(method: string, path: string): { readonly route: Route; readonly actionid: string } {
  const segments = path.split('/').map(decoded);
  const shaped = routes.filter(({ shape }) => fits(`/v1${shape}`.split('/'), segments));
  if (shaped.length === 0) throw new HttpRefusal(404, 'there is nothing at this path');
  const route = shaped.find((candidate) => candidate.method === method);
  if (route !== undefined) return { route, actionid: route.shape.endsWith('>') ? (segments.at(-1) ?? '') : '' };
  const allowed = shaped.map((candidate) => candidate.method).join(', ');
  throw new HttpRefusal(405, `this path takes ${allowed}`, { headers: { Allow: allowed } });
}

/** The first segment is empty: it is what precedes the first slash. */
function fits(shape: readonly string[], segments: readonly (string | undefined)[]): boolean {
  const isSame = (word: string, at: number) => (word.startsWith('<') ? segments[at] : segments[at] === word);
  return shape.length === segments.length && shape.every(isSame);
}

/** `undefined` for an invalid percent-encoding (RFC 3986, section 2.1). */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

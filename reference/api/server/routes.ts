import type { JsonObject } from '../support/json.js';
import { HttpRefusal } from './answer.js';
import { digestOf, newId, newKey } from './identifiers.js';
import { nameField, textField, textsField } from './payload.js';
import type { AppRecord } from './records.js';
import type { State } from './state.js';

/** What a handler works with. */
export interface HandlerContext {
  readonly state: State;
  /** What stands in the path at `<actionid>`; empty where the shape has no such segment. */
  readonly actionid: string;
  /** Reads the body; throws `Refusal`. */
  readonly payload: () => Promise<JsonObject>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that a unit of work takes. */
  readonly actionMs: number;
}

type Handler = (context: HandlerContext) => JsonObject | Promise<JsonObject>;

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below the base URL. */
  readonly shape: string;
  readonly handle: Handler;
}

/** The document's table of endpoints. */
export const routes: readonly Route[] = [
  { method: 'GET', shape: '/servers', handle: listServers },
  { method: 'POST', shape: '/servers', handle: createServer },
  { method: 'GET', shape: '/apps', handle: listApps },
  { method: 'POST', shape: '/apps', handle: createApp },
  { method: 'GET', shape: '/actions/<actionid>', handle: getAction },
];

/** 1/endpoints/get */
function listServers({ state }: HandlerContext): JsonObject {
  return { data: state.servers.map(({ id, name }) => ({ id, name })) };
}

/** 1/endpoints/post, 1/what-the-service-does/rule-3: the only answer that holds the server API key. */
async function createServer({ state, payload }: HandlerContext): Promise<JsonObject> {
  const name = nameField(await payload());
  const [id, apikey] = [newId(), newKey()];
  await state.add({ kind: 'server', id, name, apiKeyDigest: digestOf(apikey) });
  return { data: { id, name, apikey } };
}

/** 1/endpoints/get-2 */
function listApps({ state }: HandlerContext): JsonObject {
  return { data: state.apps.map(shown) };
}

/** 1/endpoints/post-2, 1/what-the-service-does/rule-2 */
async function createApp({ state, payload, now, actionMs }: HandlerContext): Promise<JsonObject> {
  const given = await payload();
  const app: AppRecord = {
    kind: 'app',
    id: newId(),
    name: nameField(given),
    sysuserid: textField(given, 'sysuserid'),
    runtime: textField(given, 'runtime'),
    domains: textsField(given, 'domains'),
    actionid: newId(),
    createdMs: now(),
    actionMs,
  };
  await state.add(app);
  return { actionid: app.actionid, data: shown(app) };
}

function shown({ id, name, sysuserid, runtime, domains }: AppRecord): JsonObject {
  return { id, name, sysuserid, runtime, domains };
}

/** 1/endpoints/get-3, 1/endpoints/rule-1. How far the work is follows from the clock alone, so that a crash changes nothing. */
function getAction({ state, actionid, now }: HandlerContext): JsonObject {
  const app = state.appOfAction(actionid);
  if (app === undefined) throw new HttpRefusal(404, 'there is no such action');
  return { data: { actionid, status: now() < app.createdMs + app.actionMs ? 'open' : 'success' } };
}

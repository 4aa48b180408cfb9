import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../support/json.js';
import type { JsonAnswer } from './calls.js';
import { valueAt } from './pointer.js';
import type { PositionName, SearchOrder } from './positions.js';
import { Secret } from './secret.js';

/** What creating a server gives. 1/resources-and-their-fields/server-2, 1/resources-and-their-fields/server-3 */
export interface CreatedServer {
  readonly serverId: string;
  /** Goes to the installer on the server, together with the server ID. */
  readonly serverApiKey: Secret;
}

/** 1/resources-and-their-fields/action-returning-response-envelope, its second row too */
export interface StartedAction {
  readonly actionid: string;
  /** The resource that the action works on. */
  readonly data: JsonObject;
}

/** The functions below throw `UnexpectedAnswer` on an answer that lacks what they read. */
export function listOf(answer: JsonAnswer, positions: SearchOrder, name: 'servers' | 'apps'): readonly JsonObject[] {
  const found = firstAt(answer.value, positions[name], isJsonArray);
  if (found === undefined) throw answer.unexpected(`no list was found ${places(positions, name)}`);
  return found.map((record) => {
    if (isJsonObject(record)) return record;
    throw answer.unexpected(`its list of ${name} holds what is no object`);
  });
}

export function createdServerOf(answer: JsonAnswer, positions: SearchOrder): CreatedServer {
  const id = firstAt(answer.value, positions.serverId, isText);
  if (id === undefined) throw answer.unexpected(`no server ID was found ${places(positions, 'serverId')}`);
  const key = firstAt(answer.value, positions.serverApiKey, isText);
  if (key === undefined) throw answer.unexpected(`no server API key was found ${places(positions, 'serverApiKey')}`);
  return { serverId: id, serverApiKey: new Secret(key) };
}

export function startedActionOf(answer: JsonAnswer): StartedAction {
  const { actionid, data } = objectOf(answer);
  if (!isText(actionid)) throw answer.unexpected('its actionid is no string or empty');
  if (!isJsonObject(data)) throw answer.unexpected('its data is no object');
  return { actionid, data };
}

export function objectOf(answer: JsonAnswer): JsonObject {
  if (isJsonObject(answer.value)) return answer.value;
  throw answer.unexpected('its body is no JSON object');
}

function firstAt<T extends JsonValue>(
  value: JsonValue,
  pointers: readonly string[],
  fits: (candidate: JsonValue | undefined) => candidate is T,
): T | undefined {
  return pointers.map((pointer) => valueAt(value, pointer)).find(fits);
}

/** An identifier or a key that is empty would identify nothing. */
function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function places(positions: SearchOrder, name: PositionName): string {
  const [first = '', ...others] = positions[name];
  const place = first === '' ? 'at its top' : `at ${first}`;
  return others.length === 0 ? place : `${place} or another usual place`;
}

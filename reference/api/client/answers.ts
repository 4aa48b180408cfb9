import { isJsonArray, isJsonObject, isText, type JsonObject, type JsonValue } from '../support/json.js';
import type { JsonAnswer } from './calls.js';
import { Secret } from './secret.js';

/** The result of creating a server. 1/resources-and-their-fields/server-2, 1/resources-and-their-fields/server-3 */
export interface CreatedServer {
  readonly serverId: string;
  /** Needed by the installer on the server, together with the server ID. */
  readonly serverApiKey: Secret;
}

/** 1/resources-and-their-fields/action-returning-response-envelope, its second row too */
export interface StartedAction {
  readonly actionid: string;
  /** The resource that the action works on. */
  readonly data: JsonObject;
}

/** Member names that lead to a value. No document shows where most values are, so several places are tried in order. 1/endpoints/p3 */
type Place = readonly string[];

const IDS = inResource(['id', 'serverid', 'serverId', 'server_id']);
const KEYS = inResource(['apikey', 'apiKey', 'api_key', 'serverapikey', 'serverApiKey', 'server_api_key', 'key']);

/** The resource is in `data`, or is the whole answer. */
function inResource(names: readonly string[]): readonly Place[] {
  return [['data'], [], ['data', 'server'], ['server']].flatMap((outer) => names.map((name) => [...outer, name]));
}

/** The functions below throw `CallFailed` on an answer that lacks what they read. */
export function listOf(answer: JsonAnswer, name: 'servers' | 'apps'): readonly JsonObject[] {
  const found = firstAt(answer.value, [[], ['data'], [name], ['data', name], ['items'], ['results']], isJsonArray);
  if (found === undefined) throw answer.unexpected('no list was found in a known place');
  return found.map((record) => {
    if (isJsonObject(record)) return record;
    throw answer.unexpected(`its list of ${name} contains an item that is not an object`);
  });
}

export function createdServerOf(answer: JsonAnswer): CreatedServer {
  const id = firstAt(answer.value, IDS, isFilled);
  if (id === undefined) throw answer.unexpected('no server ID was found in a known place');
  const key = firstAt(answer.value, KEYS, isFilled);
  if (key === undefined) throw answer.unexpected('no server API key was found in a known place');
  return { serverId: id, serverApiKey: new Secret(key) };
}

export function startedActionOf(answer: JsonAnswer): StartedAction {
  const { actionid, data } = objectOf(answer);
  if (!isFilled(actionid)) throw answer.unexpected('its actionid is not a string, or is empty');
  if (!isJsonObject(data)) throw answer.unexpected('its data is not an object');
  return { actionid, data };
}

export function objectOf(answer: JsonAnswer): JsonObject {
  if (isJsonObject(answer.value)) return answer.value;
  throw answer.unexpected('its body is not a JSON object');
}

/** 1/states-and-transitions/p1: no document shows where the status of an action is; this is where our server has it. */
export function statusOf(answer: JsonObject): JsonValue | undefined {
  return valueAt(answer, ['data', 'status']);
}

function firstAt<T extends JsonValue>(
  value: JsonValue,
  places: readonly Place[],
  fits: (candidate: JsonValue | undefined) => candidate is T,
): T | undefined {
  return places.map((place) => valueAt(value, place)).find(fits);
}

/** Inherited members are ignored. */
function valueAt(value: JsonValue, place: Place): JsonValue | undefined {
  const inside = (outer: JsonValue | undefined, name: string) =>
    isJsonObject(outer) && Object.hasOwn(outer, name) ? outer[name] : undefined;
  return place.reduce<JsonValue | undefined>(inside, value);
}

/** An empty identifier or key identifies nothing. */
function isFilled(value: JsonValue | undefined): value is string {
  return isText(value) && value !== '';
}

/**
 * Finds values in answers that the document names without a place: 1/endpoints/post, 1/endpoints/p3. A place that the user sets is the only
 * one tried. The others are found by the names of members.
 */

import type { ServiceFacts } from '../../../reports/model.js';
import { pointerOf, tokensOf } from '../../../spec/reading/pointers.js';
import type { Plain } from '../../../spec/types/requirement.js';
import type { AnswerPlace } from '../../language/endpoint.js';
import { isList, isObject } from '../../language/plain.js';
import { valueAt } from './pointer.js';

/** In the order in which reports list them. */
export const PLACES = [
  'apps',
  'serverApiKey',
  'serverId',
  'servers',
  'status',
] as const satisfies readonly AnswerPlace[];

export const isPlace = (text: string): text is AnswerPlace => PLACES.some((place) => place === text);

/** A value with the tokens of its pointer. */
interface FoundValue {
  readonly tokens: readonly string[];
  readonly value: Plain;
}

/** Names of members, without case, `_` and `-`. An earlier group takes precedence, whatever the depth. */
const NAMES: { readonly [place in 'serverId' | 'serverApiKey' | 'status']: readonly (readonly string[])[] } = {
  serverId: [['serverid'], ['id'], ['serveruuid', 'uuid', 'identifier']],
  serverApiKey: [['serverapikey'], ['apikey'], ['key', 'serverkey'], ['apitoken', 'token', 'serversecret', 'secret']],
  status: [
    ['status', 'actionstatus', 'completionstatus'],
    ['state', 'actionstate'],
    ['completed', 'complete', 'done'],
  ],
};

/** Names of members that have another known meaning. */
const TAKEN: ReadonlySet<string> = new Set(['name', 'actionid']);

/** Members in which an answer shows server API keys, including one that must not. */
const KEY_NAMES: ReadonlySet<string> = new Set(['serverapikey', 'apikey']);

/** The number of texts at one pointer that are compared. */
const MOST_TEXTS = 8;

/** Limits of the search in one answer. */
const LIMITS = { values: 20_000, depth: 32 };

export class AnswerPlaces {
  readonly #set: ReadonlyMap<AnswerPlace, readonly string[]>;
  /** Texts beside the lists of answers, by their pointers, the latest. */
  readonly #beside = new Map<string, string[]>();
  /** How often a place was found at each pointer. */
  readonly #found = new Map<AnswerPlace, Map<string, number>>();

  /** Pointers that the user has set, which must be valid. */
  constructor(set: ReadonlyMap<AnswerPlace, string>) {
    this.#set = new Map([...set].map(([place, pointer]) => [place, tokensOf(pointer)]));
  }

  /** The value at a place of an answer, if there is one. */
  find(place: AnswerPlace, json: Plain | undefined): Plain | undefined {
    if (json === undefined) return undefined;
    const set = this.#set.get(place);
    if (set !== undefined) {
      this.#note(place, set);
      const value = valueAt(json, set);
      return isCollection(place) ? (listIn(value) ?? value) : value;
    }
    const spot = search(place, this.lasting(json));
    if (spot !== undefined) this.#note(place, spot.tokens);
    return spot?.value;
  }

  /** Stores texts beside the list of an answer. A text that differs in every answer belongs to the request, such as its id. */
  noteList(place: 'servers' | 'apps', json: Plain): void {
    const list = listOf(place, json);
    if (list === undefined || list.tokens.length === 0) return;
    const records = valueAt(json, list.tokens);
    for (const { tokens, value } of nearestFirst(json, (one) => isContainer(one) && one !== records)) {
      const pointer = pointerOf(tokens);
      if (typeof value === 'string')
        this.#beside.set(pointer, [...(this.#beside.get(pointer) ?? []), value].slice(-MOST_TEXTS));
    }
  }

  /** An answer without the texts that change in every answer. */
  lasting(json: Plain): Plain {
    const changing = [...this.#beside.keys()].filter((pointer) => this.#changes(pointer));
    return changing.length === 0 ? json : without(json, new Set(changing));
  }

  #changes(pointer: string): boolean {
    const texts = this.#beside.get(pointer) ?? [];
    return texts.length > 1 && new Set(texts).size === texts.length;
  }

  /** Each place once, at its most frequent pointer, since the order of answers differs from run to run. */
  mapping(): ServiceFacts['mapping'] {
    return PLACES.flatMap((place) => {
      const counts = [...(this.#found.get(place) ?? [])];
      const [best] = counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return best === undefined ? [] : { place, pointer: best[0], how: this.#set.has(place) ? 'set' : 'found' };
    });
  }

  #note(place: AnswerPlace, tokens: readonly string[]): void {
    const counts = this.#found.get(place) ?? new Map<string, number>();
    const pointer = pointerOf(tokens);
    counts.set(pointer, (counts.get(pointer) ?? 0) + 1);
    this.#found.set(place, counts);
  }
}

/** Values of members with the name of a server API key, at any depth. */
export function valuesNamedLikeKeys(json: Plain): Plain[] {
  return [...nearestFirst(json, isContainer)].filter(({ tokens }) => KEY_NAMES.has(nameOf(tokens))).map((s) => s.value);
}

const search = (place: AnswerPlace, json: Plain): FoundValue | undefined =>
  isCollection(place) ? listOf(place, json) : byName(NAMES[place], json);

/** Values that can be an identifier or a status come before those that cannot, which are returned only to be judged. */
function byName(groups: readonly (readonly string[])[], json: Plain): FoundValue | undefined {
  const spots = [...nearestFirst(json, isContainer)];
  const named = groups.flatMap((group) => spots.filter(({ tokens }) => group.includes(nameOf(tokens))));
  return named.find(({ value }) => value !== null && !isContainer(value)) ?? named[0];
}

const isCollection = (place: AnswerPlace): place is 'servers' | 'apps' => place === 'servers' || place === 'apps';

/** A list, or the records of an object that is keyed by their ids, each with its key as `id`. */
function listIn(value: Plain | undefined): readonly Plain[] | undefined {
  if (isList(value)) return value;
  if (!isObject(value)) return undefined;
  const records = Object.entries(value).flatMap(([id, one]) => (isObject(one) ? [{ id, ...one }] : []));
  return records.length === Object.keys(value).length ? records : undefined;
}

const isNamed = (value: Plain): boolean => isObject(value) && typeof value.name === 'string';

/**
 * A list comes before an object that is keyed by ids. Such an object is at the name of the place, within `data` too, at `data`, or alone.
 */
function listOf(place: 'servers' | 'apps', json: Plain): FoundValue | undefined {
  if (isList(json)) return { tokens: [], value: json };
  const spots = [...nearestFirst(json, isObject)];
  const named = [place, 'data'].flatMap((name) => spots.filter(({ tokens }) => isAt(tokens, name)));
  const alone = isObject(json) && Object.values(json).some(isNamed) ? [{ tokens: [], value: json }] : [];
  const keyed = [...named, ...alone].flatMap(({ tokens, value }) => {
    const list = listIn(value);
    return list === undefined ? [] : { tokens, value: list };
  });
  return listAmong(place, spots) ?? keyed[0];
}

const isAt = (tokens: readonly string[], name: string): boolean =>
  nameOf(tokens) === name && (tokens.length === 1 || (tokens.length === 2 && nameOf(tokens.slice(0, 1)) === 'data'));

function listAmong(place: 'servers' | 'apps', spots: readonly FoundValue[]): FoundValue | undefined {
  const lists = spots.filter(({ value }) => isList(value));
  const data = lists.find(({ tokens }) => tokens.length === 1 && nameOf(tokens) === 'data');
  const named = lists.find(({ tokens }) => nameOf(tokens) === place);
  return data ?? named ?? (lists.length === 1 ? lists[0] : undefined);
}

/** Deeper members are kept, see `LIMITS`. */
function without(json: Plain, pointers: ReadonlySet<string>, above: readonly string[] = []): Plain {
  if (!isObject(json) || above.length === LIMITS.depth) return json;
  const kept = Object.entries(json).flatMap(([name, value]): [string, Plain][] => {
    const tokens = [...above, name];
    return pointers.has(pointerOf(tokens)) ? [] : [[name, without(value, pointers, tokens)]];
  });
  return Object.fromEntries(kept);
}

const isContainer = (json: Plain): boolean => typeof json === 'object' && json !== null;

/** The last token, in the form for comparing names. */
const nameOf = (tokens: readonly string[]): string => (tokens.at(-1) ?? '').toLowerCase().replace(/[_-]/g, '');

/** Everything within a value, level by level; only values that `enters` accepts are entered. */
function* nearestFirst(json: Plain, enters: (json: Plain) => boolean): Generator<FoundValue> {
  let level: FoundValue[] = [{ tokens: [], value: json }];
  let left = LIMITS.values;
  for (let depth = 0; depth < LIMITS.depth; depth++) {
    const next: FoundValue[] = [];
    for (const spot of level.filter(({ value }) => enters(value)).flatMap(within)) {
      if (left-- === 0) return;
      if (TAKEN.has(nameOf(spot.tokens))) continue;
      yield spot;
      next.push(spot);
    }
    level = next;
  }
}

const within = ({ tokens, value }: FoundValue): FoundValue[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).map(([token, inner]) => ({ tokens: [...tokens, token], value: inner }));

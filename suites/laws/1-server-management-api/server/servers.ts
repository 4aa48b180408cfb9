/** 1/endpoints/post and 1/endpoints/get: servers. */
import fc from 'fast-check';
import type { ApiAnswer, Endpoint, Json } from '../../../language/endpoint.js';
import { oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import { type JsonObject, kindOf, stringsIn } from '../../support/json.js';
import { attempt, creating, isKept, isListed, isRefused } from './creation.js';
import { factsOf, served } from './judging.js';
import { type Created, created, creation, listWith } from './service.js';

export { listsCreated, takesMembers } from './creation.js';
export { answersWith } from './rows.js';

/** Strings that can be server ID and server API key, wherever they stand. */
const candidates = (name: string, { json }: ApiAnswer): readonly string[] =>
  [...new Set(stringsIn(json))].filter((string) => string !== name && string !== '');

export const givesPair = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { name, answer } = await created(to, 'servers', 'pair');
    const [id, key] = [to.find('serverId', answer.json), to.find('serverApiKey', answer.json)];
    return {
      candidates: candidates(name, answer).length >= 2,
      id: kindOf(id),
      key: kindOf(key),
      alike: id !== undefined && (id === key || id === name || key === name),
    };
  },
  expect: () => {
    const string = oneOf('absent', 'string');
    return record({ candidates: true, id: string, key: string, alike: false });
  },
});

/** A server whose answer holds two strings besides its name; judged by api-servers.pair. */
async function withPair(to: Endpoint, label: string): Promise<Created> {
  const one = await created(to, 'servers', label);
  if (candidates(one.name, one.answer).length >= 2) return one;
  throw new NotObservable('POST /servers: no server ID and server API key in the answer');
}

export const givesOwnPairs = conversation({
  needs: ['write'],
  hold: async ({ sameName }: { readonly sameName: boolean }, { api: to }) => {
    const one = await withPair(to, 'one');
    const other = sameName
      ? { name: one.name, answer: await to.ask(creation('servers', { name: one.name })) }
      : await withPair(to, 'other');
    const others = candidates(other.name, other.answer);
    const shared = (place: 'serverId' | 'serverApiKey'): boolean => {
      const [found, again] = [to.find(place, one.answer.json), to.find(place, other.answer.json)];
      return typeof found === 'string' && found === again;
    };
    return {
      other: factsOf(other.answer),
      own: candidates(one.name, one.answer).filter((string) => !others.includes(string)).length >= 2,
      sharedId: shared('serverId'),
      sharedKey: shared('serverApiKey'),
    };
  },
  expect: () => record({ other: served, own: true, sharedId: false, sharedKey: false }),
});

export const listsNoKeys = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { name, answer } = await withPair(to, 'key');
    const { text } = await listWith(to, 'servers', [name]);
    const key = to.find('serverApiKey', answer.json);
    return { shown: typeof key === 'string' && text.includes(key) };
  },
  expect: () => record({ shown: false }),
});

const tryName = (name: string) => attempt('servers', name, { name });

export const keepsName = creating<{ readonly label: string }>({
  tries: (to, { label }) => tryName(to.named(label)),
  list: 'awaited',
  expect: isListed,
}).row;

const letter = fc.constantFrom(...'abcxyzABCXYZ0189-');

/** The list is left to the examples: each look at one that never gets to hold a name takes all the time there is. */
export const keepsAnyName = creating<string[]>({
  tries: (to, drawn) => tryName(to.named(`${drawn.join('')}a`)),
  expect: isKept,
}).any(fc.array(letter, { minLength: 1, maxLength: 30 }));

/** A value in which every string `NAME` is replaced by a name. */
const named = (json: JsonObject, name: string): JsonObject =>
  JSON.parse(JSON.stringify(json), (_, value: Json) => (value === 'NAME' ? name : value));

/** Only the payload distinguishes this request from one that creates a server. */
export const requiresName = creating<{ readonly payload: JsonObject }>({
  tries: (to, { payload }) => {
    const name = to.named('unnamed');
    return attempt('servers', name, named(payload, name));
  },
  list: 'read',
  expect: isRefused,
}).row;

/** A name of so many characters, or in which `NAME` is replaced by a name of letters, digits and hyphens. */
export const takesName = creating<{ readonly sent?: string; readonly length?: number }>({
  tries: (to, { sent = 'NAME', length = 0 }) => tryName(sent.replace('NAME', to.named('odd')).padEnd(length, 'g')),
  list: 'read',
  expect: ({ sent }) => (sent === '' ? isRefused() : isListed()),
}).row;

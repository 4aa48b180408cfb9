/** 1/endpoints/post and 1/endpoints/get: servers. */
import type { ApiAnswer, Endpoint } from '../../../language/endpoint.js';
import { each, oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { kindOf, stringsIn } from '../../support/json.js';
import { basic } from './credentials.js';
import { factsOf, refused, served } from './judging.js';
import { created, creation, factsOfAll, listWith, successOf, writing } from './service.js';

/** Dates and addresses. */
const TELLING = /^(?:\d{4}-\d\d-\d\d(?!\d)|[a-z]+:\/\/)/i;

/** The server ID and server API key of an answer, and all strings that can be these, wherever they stand. */
export const pairIn = (to: Endpoint, { name, answer }: { readonly name: string; readonly answer: ApiAnswer }) => ({
  name,
  answer,
  id: to.find('serverId', answer.json),
  key: to.find('serverApiKey', answer.json),
  strings: [...new Set(stringsIn(answer.json))].filter(
    (string) => string !== '' && !string.includes(name) && !TELLING.test(string),
  ),
});

type Pair = ReturnType<typeof pairIn>;

/** Whether the answer holds both: what was found by name, and for what was not, strings that another server's lacks. */
export async function holdsBoth(to: Endpoint, { id, key, strings }: Pair): Promise<boolean> {
  const found = new Set([id, key].filter((one) => typeof one === 'string' && one !== ''));
  if (found.size === 2) return true;
  const other = pairIn(to, await created(to, 'servers', 'other'));
  return strings.filter((string) => found.has(string) || !other.strings.includes(string)).length >= 2;
}

/** A server whose answer holds its ID and its API key; judged by api-servers.pair. */
async function withPair(to: Endpoint, label: string) {
  const pair = pairIn(to, await created(to, 'servers', label));
  if (await holdsBoth(to, pair)) return pair;
  throw new NotObservable('POST /servers: no server ID and server API key in the answer');
}

const string = oneOf('absent', 'string');

export const givesPair = writing(record({ strings: true, id: string, key: string, alike: false }), async (to) => {
  const pair = pairIn(to, await created(to, 'servers', 'pair'));
  const { name, id, key } = pair;
  const alike = id !== undefined && (id === key || id === name || key === name);
  return { strings: await holdsBoth(to, pair), id: kindOf(id), key: kindOf(key), alike };
});

export const givesOwnPairs = writing(
  record({ other: served, own: true, shared: [false, false] }),
  async (to, { sameName }: { readonly sameName: boolean }) => {
    const one = await withPair(to, 'one');
    const other = sameName
      ? pairIn(to, { name: one.name, answer: await to.ask(creation('servers', { name: one.name })) })
      : await withPair(to, 'other');
    const others = [other.id, other.key];
    const shared = [one.id, one.key].map((own, i) => typeof own === 'string' && own === others[i]);
    const own = one.strings.filter((text) => !other.strings.includes(text)).length >= 2;
    return { other: factsOf(other.answer), own, shared };
  },
);

export const listsNoKeys = writing({ shown: false }, async (to) => {
  const { name, key } = await withPair(to, 'key');
  const { text } = await listWith(to, 'servers', name);
  return { shown: typeof key === 'string' && text.includes(key) };
});

/** Thirty pairs at most. */
const MOST_STRINGS = 6;

/** Of an answer in which the pair is not found, any two strings may be it. */
export const refusesPair = writing(each(refused), async (to, { path }: { readonly path: string }) => {
  const { id, key, strings } = await withPair(to, 'pair');
  const found = strings.filter((text) => text === id || text === key);
  const some = found.length === 2 ? found : strings.slice(0, MOST_STRINGS);
  await successOf(to, { method: 'GET', path });
  const pairs = some.flatMap((one) => some.filter((other) => other !== one).map((other) => basic(one, other)));
  const requests = pairs.map((pair) => ({ method: 'GET', path, authorization: () => pair }));
  return factsOfAll(to, requests);
});

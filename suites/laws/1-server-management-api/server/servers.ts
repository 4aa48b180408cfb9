/** 1/endpoints/post and 1/endpoints/get: servers. */
import type { Account, ApiAnswer, Endpoint } from '../../../language/endpoint.js';
import { each, oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import type { Law } from '../../../language/trial.js';
import { kindOf, stringsIn } from '../../support/json.js';
import { basic } from './credentials.js';
import { factsOf, isSuccess, reportsError, served } from './judging.js';
import { onlyRefused, refusalsOf } from './refusals.js';
import { type RequestRow, requestOf } from './rows.js';
import {
  actionRequest, created, creation, described, listRequest, listWith, once, plain, soundPath, successOf, writing, writingAlone,
} from './service.js'; // biome-ignore format: a list

/** Dates and addresses. */
const DATES_AND_ADDRESSES = /^(?:\d{4}-\d\d-\d\d(?!\d)|[a-z]+:\/\/)/i;

/** Two answers, to detect strings that differ in every answer. */
const seenTwice = once(async (to, _: 'servers') => {
  for (let i = 0; i < 2; i++) await to.ask(listRequest()).catch(() => undefined);
});

/** The server ID and server API key of an answer, and all strings that can be these, in any place. */
export async function pairIn(to: Endpoint, { name, answer }: { readonly name: string; readonly answer: ApiAnswer }) {
  await seenTwice(to, 'servers');
  const texts = stringsIn(answer.json === undefined ? undefined : to.lasting(answer.json));
  return {
    name,
    answer,
    id: to.find('serverId', answer.json),
    key: to.find('serverApiKey', answer.json),
    strings: [...new Set(texts)].filter(
      (string) => string !== '' && !string.includes(name) && !DATES_AND_ADDRESSES.test(string),
    ),
  };
}

type Pair = Awaited<ReturnType<typeof pairIn>>;

/** Whether the answer has both: the value found by name, otherwise strings that another server's answer lacks. */
export async function holdsBoth(to: Endpoint, { id, key, strings }: Pair): Promise<boolean> {
  const found = new Set([id, key].filter((one) => typeof one === 'string' && one !== ''));
  if (found.size === 2) return true;
  const other = await pairIn(to, await created(to, 'servers', 'other'));
  return strings.filter((string) => found.has(string) || !other.strings.includes(string)).length >= 2;
}

/** A server whose answer has its ID and its API key; judged by api-servers.pair. */
async function withPair(to: Endpoint, label: string) {
  const pair = await pairIn(to, await created(to, 'servers', label));
  if (await holdsBoth(to, pair)) return pair;
  throw new NotObservable('POST /servers: no server ID and server API key in the answer');
}

const sharedPair = once((to, label: 'pair') => withPair(to, label));

/** The answer to the creation of a server with the same name. */
const sameNameAgain = once(async (to, label: 'pair') => {
  const { name } = await sharedPair(to, label);
  return pairIn(to, { name, answer: await to.ask(creation('servers', { name })) });
});

const string = oneOf('absent', 'string');

export const givesPair = writing(record({ strings: true, id: string, key: string, alike: false }), async (to) => {
  const pair = await pairIn(to, await plain(to, 'servers'));
  const { name, id, key } = pair;
  const alike = id !== undefined && (id === key || id === name || key === name);
  return { strings: await holdsBoth(to, pair), id: kindOf(id), key: kindOf(key), alike };
});

export const givesOwnPairs = writing(
  record({ other: served, own: true, shared: [false, false] }),
  async (to, { sameName }: { readonly sameName: boolean }) => {
    const one = await sharedPair(to, 'pair');
    const other = sameName ? await sameNameAgain(to, 'pair') : await withPair(to, 'other');
    const others = [other.id, other.key];
    const shared = [one.id, one.key].map((own, i) => typeof own === 'string' && own === others[i]);
    const own = one.strings.filter((text) => !other.strings.includes(text)).length >= 2;
    return { other: factsOf(other.answer), own, shared };
  },
);

/** Members with unknown names, or that only the service can choose. Each is sent twice, but can belong to one server. */
const ASKED = {
  id: 'asked-for',
  serverid: 'asked-for',
  apikey: 'asked-for-as-well',
  serverapikey: 'asked-for-as-well',
};

/** A service may refuse them. If it accepts the request, it still chooses ids and keys itself. */
export const givesNoneAskedFor = writing(record({ shared: [false, false] }), async (to) => {
  await sharedPair(to, 'pair');
  const given: Pair[] = [];
  for (const name of [to.named('one'), to.named('other')]) {
    const answer = await to.ask(creation('servers', { name, ...ASKED }));
    if (isSuccess(answer) && !reportsError(answer.json)) given.push(await pairIn(to, { name, answer }));
  }
  const isAsked = (text: unknown): boolean => text === ASKED.id || text === ASKED.apikey;
  const both = given.length === 2;
  return { shared: [both && given.every(({ id }) => isAsked(id)), both && given.every(({ key }) => isAsked(key))] };
});

/**
 * Neither in lists nor in answers about other records, for any server of the run. Nothing else is created meanwhile, because
 * the answer may show the key of the newest server.
 */
export const listsNoKeys = writingAlone({ shown: [] }, async (to) => {
  const { name } = await sharedPair(to, 'pair');
  const keys = to.created('servers').map(({ json }) => to.find('serverApiKey', json));
  const { answer } = await created(to, 'apps', 'acted');
  const action = actionRequest(answer);
  const answers = {
    'GET /servers': await listWith(to, 'servers', name),
    'POST /apps': answer,
    'GET /apps': await successOf(to, listRequest('apps')),
    ...(action === undefined ? {} : { [described(action)]: await successOf(to, action) }),
    'POST /servers': (await created(to, 'servers', 'later')).answer,
  };
  const holdsKey = ({ headers, text }: ApiAnswer): boolean => {
    const whole = [text, ...headers.flat()].join('\n');
    return keys.some((key) => typeof key === 'string' && whole.includes(key));
  };
  return { shown: Object.entries(answers).flatMap(([at, one]) => (holdsKey(one) ? at : [])) };
});

const isString = (text: unknown): text is string => typeof text === 'string' && text !== '';

/** At most thirty pairs of two of them. */
const MOST_STRINGS = 6;

/** If no pair is found in an answer, any two strings may form it. Neither string replaces a part of the account's credentials. */
export const refusesPair: Law<RequestRow> = writing(each(onlyRefused), async (to, row: RequestRow) => {
  const { id, key, strings } = await sharedPair(to, 'pair');
  const request = await requestOf(to, row);
  await soundPath(to, request.path);
  const parts = isString(id) && isString(key) ? [id, key] : strings.slice(0, MOST_STRINGS);
  const pairs = parts.flatMap((one) => [
    ...parts.filter((other) => other !== one).map((other) => () => basic(one, other)),
    ({ clientId }: Account) => basic(clientId, one),
    ({ apiKey }: Account) => basic(one, apiKey),
  ]);
  return refusalsOf(to, request, pairs);
});

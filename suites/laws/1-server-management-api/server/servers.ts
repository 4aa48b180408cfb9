/** 1/endpoints/post and 1/endpoints/get: servers. */
import type { Account, ApiAnswer, Endpoint, Json } from '../../../language/endpoint.js';
import { each, oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { isList, isObject } from '../../../language/json.js';
import type { Law } from '../../../language/trial.js';
import { kindOf, stringsIn } from '../../support/json.js';
import { basic } from './credentials.js';
import { factsOf, isSuccess, reportsError, served } from './judging.js';
import { onlyRefused, refusalsOf } from './refusals.js';
import { type RequestRow, requestOf } from './rows.js';
import {
  actionRequest, answerTo, created, creation, described, listRequest, listWith, plain, reached, soundPath, successOf, writing, writingAlone,
} from './service.js'; // biome-ignore format: a list
import { once } from './shared.js';

/** Dates and addresses. */
const TELLING = /^(?:\d{4}-\d\d-\d\d(?!\d)|[a-z]+:\/\/)/i;

/** Names of members that identify a request or an action, or say when something was. */
const OF_REQUEST =
  /^x?(?:request|req|correlation|trace|span|transaction|operation|action|nonce|csrf)|(?:at|date|time|timestamp)$/;

/** An answer without members that such names rule out. */
function withoutRequest(json: Json): Json {
  if (isList(json)) return json.map(withoutRequest);
  if (!isObject(json)) return json;
  const named = Object.entries(json).filter(([name]) => !OF_REQUEST.test(name.toLowerCase().replace(/[_-]/g, '')));
  return Object.fromEntries(named.map(([name, value]) => [name, withoutRequest(value)]));
}

/** Two answers, so that texts which change in every answer are known as such. */
const seenTwice = once(async (to, _: 'servers') => {
  for (let i = 0; i < 2; i++) await to.ask(listRequest()).catch(() => undefined);
});

/** The server ID and server API key of an answer, and all strings that can be these, wherever they stand. */
export async function pairIn(to: Endpoint, { name, answer }: { readonly name: string; readonly answer: ApiAnswer }) {
  await seenTwice(to, 'servers');
  const texts = stringsIn(answer.json === undefined ? undefined : withoutRequest(to.lasting(answer.json)));
  return {
    name,
    answer,
    id: to.find('serverId', answer.json),
    key: to.find('serverApiKey', answer.json),
    strings: [...new Set(texts)].filter((string) => string !== '' && !string.includes(name) && !TELLING.test(string)),
  };
}

type Pair = Awaited<ReturnType<typeof pairIn>>;

/** Whether the answer holds both: what was found by name, and for what was not, strings that another server's lacks. */
export async function holdsBoth(to: Endpoint, { id, key, strings }: Pair): Promise<boolean> {
  const found = new Set([id, key].filter((one) => typeof one === 'string' && one !== ''));
  if (found.size === 2) return true;
  const other = await pairIn(to, await created(to, 'servers', 'other'));
  return strings.filter((string) => found.has(string) || !other.strings.includes(string)).length >= 2;
}

/** A server whose answer holds its ID and its API key; judged by api-servers.pair. */
async function withPair(to: Endpoint, label: string) {
  const pair = await pairIn(to, await created(to, 'servers', label));
  if (await holdsBoth(to, pair)) return pair;
  throw new NotObservable('POST /servers: no server ID and server API key in the answer');
}

const sharedPair = once((to, label: 'pair') => withPair(to, label));

/** What comes of the creation of a server of the same name. */
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

/** Members that no field is known for, or that only the service has to give; asked for twice, they can belong to one server alone. */
const ASKED = {
  id: 'asked-for',
  serverid: 'asked-for',
  apikey: 'asked-for-as-well',
  serverapikey: 'asked-for-as-well',
};

/** A service may refuse them; of what it takes, ids and keys are its own to give. */
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

/** In base64, what is decided of a text by itself, wherever in a group of three bytes it begins. */
const inBase64 = (text: string): string[] =>
  ['', 'a', 'ab'].map((before) =>
    Buffer.from(before + text)
      .toString('base64')
      .slice(before.length + 1, -4),
  );

/** Shorter pieces stand anywhere by chance. */
const SHORTEST = 8;

/** Whether an answer holds a key, in its head, too. */
const holdsKey = ({ headers, text }: ApiAnswer, key: string): boolean => {
  const whole = [text, ...headers.map(([, value]) => value)].join('\n');
  return [key, ...inBase64(key).filter((one) => one.length >= SHORTEST)].some((one) => whole.includes(one));
};

/**
 * Neither in lists nor in answers about whatever else there is, and of no server that the run has created. Nothing else is created meanwhile: it
 * may be the newest server whose key is shown.
 */
export const listsNoKeys = writingAlone({ shown: [] }, async (to) => {
  const { name, id } = await sharedPair(to, 'pair');
  const shown: string[] = [];
  const keysSoFar = () => to.created('servers').map(({ json }) => to.find('serverApiKey', json));
  const look = (at: string, answer: ApiAnswer, keys = keysSoFar()): void => {
    if (keys.some((key) => typeof key === 'string' && holdsKey(answer, key))) shown.push(at);
  };
  look('GET /servers', await listWith(to, 'servers', name));
  const { answer } = await created(to, 'apps', 'acted');
  look('POST /apps', answer);
  look('GET /apps', await successOf(to, listRequest('apps')));
  const action = actionRequest(answer);
  if (action !== undefined) look(described(action), await successOf(to, action));
  const before = keysSoFar();
  look('POST /servers', (await created(to, 'servers', 'later')).answer, before);
  if (typeof id === 'string' && id !== '')
    look('GET /servers/*', await answerTo(to, { method: 'GET', path: `/servers/${encodeURIComponent(id)}` }));
  const again = (await reached(creation('servers', { name }), sameNameAgain(to, 'pair'))).answer;
  if (!isSuccess(again)) look('POST /servers, again', again);
  return { shown };
});

const isString = (text: unknown): text is string => typeof text === 'string' && text !== '';

/** Thirty pairs at most. */
const MOST_STRINGS = 6;

/** Credentials of these as IDs and keys, and of each with what the account has. */
function pairsOf(ids: readonly string[], keys: readonly string[]): ((account: Account) => string)[] {
  const [someIds, someKeys] = [ids.slice(0, MOST_STRINGS), keys.slice(0, MOST_STRINGS)];
  return [
    ...someIds.flatMap((id) => someKeys.filter((key) => key !== id).map((key) => () => basic(id, key))),
    ...[...new Set([...someIds, ...someKeys])].map(
      (one) =>
        ({ clientId }: Account) =>
          basic(clientId, one),
    ),
    ...someIds.map(
      (id) =>
        ({ apiKey }: Account) =>
          basic(id, apiKey),
    ),
  ];
}

/** Of an answer in which the pair is not found, any two strings may be it. Neither of the two stands for what the account has. */
export const refusesPair: Law<RequestRow> = writing(each(onlyRefused), async (to, row: RequestRow) => {
  const { id, key, strings } = await sharedPair(to, 'pair');
  const request = await requestOf(to, row);
  await soundPath(to, request.path);
  const pairs = isString(id) && isString(key) ? pairsOf([id], [key]) : pairsOf(strings, strings);
  return refusalsOf(
    to,
    pairs.map((authorization) => ({ ...request, authorization })),
  );
});

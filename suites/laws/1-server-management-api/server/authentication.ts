/** 1/authentication: who is served and who is not. */

import fc from 'fast-check';
import type { Account, ApiAnswer, Endpoint, Json } from '../../../language/endpoint.js';
import { each, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import {
  actionRequest,
  basic,
  type Collection,
  type EndpointRow,
  type Facts,
  factsOf,
  headerOf,
  listRequest,
  mediaTypeOf,
  onEndpoint,
  recordsWith,
  textsIn,
} from './asking.js';
import {
  type Credentials,
  isRefused,
  onlyRefused,
  otherCase,
  type Refusal,
  refusal,
  refusalOf,
  refusalOfDrawn,
  type WrongName,
  withKey,
  wrongCredentials,
} from './credentials.js';
import { answerTo, given, givenAction, givenApp, givenList, givenServer, listWith } from './given.js';
import { isSuccess, refused, served } from './judging.js';

export const refuses = onEndpoint({
  hold: (row: EndpointRow & { readonly name: WrongName }, { api: to }) => refusal(to, row, wrongCredentials(row.name)),
  expect: isRefused,
});

/** All of them about one action, since each app that is created for one stays behind. */
export const refusesForAction = conversation({
  needs: ['write'],
  hold: async ({ credentials }: { readonly credentials: readonly { readonly name: WrongName }[] }, { api: to }) => {
    const request = actionRequest((await givenAction(to, 'acted')).actionid);
    const refusals: [WrongName, Refusal][] = [];
    for (const { name } of credentials) {
      refusals.push([name, await refusalOf(to, request, wrongCredentials(name))]);
    }
    return Object.fromEntries(refusals);
  },
  expect: ({ credentials }) => record(Object.fromEntries(credentials.map(({ name }) => [name, onlyRefused]))),
});

interface Edit {
  readonly edit: 'replace' | 'insert' | 'delete' | 'exchange' | 'cut' | 'other-case' | 'double';
  /** Counted from the start, and again from there. */
  readonly at: number;
  readonly by: string;
}

function edited(key: string, { edit, at, by }: Edit): string {
  const i = at % Math.max(1, key.length);
  const [before, here, after] = [key.slice(0, i), key.slice(i, i + 1), key.slice(i + 1)];
  switch (edit) {
    case 'replace':
      return before + by + after;
    case 'insert':
      return before + by + here + after;
    case 'delete':
      return before + after;
    case 'exchange':
      return before + after.slice(0, 1) + here + after.slice(1);
    case 'cut':
      return before;
    case 'other-case':
      return before + otherCase(here) + after;
    case 'double':
      return before + here + here + after;
  }
}

const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));

export const refusesNearKeys = conversationProperty({
  inputs: (_: object): fc.Arbitrary<Edit> =>
    fc.record({
      edit: fc.constantFrom('replace', 'insert', 'delete', 'exchange', 'cut', 'other-case', 'double'),
      at: fc.nat({ max: 63 }),
      by: character,
    }),
  hold: (edit, { api: to }) =>
    refusalOfDrawn(
      to,
      withKey((key) => edited(key, edit)),
    ),
  expect: isRefused,
});

/** As far as requests of this kind may go before they look like an attack. */
const MOST_PLACES = 64;

/** One wrong character, at every place by turns. */
export const refusesEveryPlace = conversation({
  hold: async (_: object, { api: to }) => {
    await given(to, listRequest('servers'));
    const strangers: Facts[] = [];
    let places = 1;
    for (let at = 0; at < Math.min(places, MOST_PLACES); at++) {
      const authorization = withKey((key) => {
        places = key.length;
        return edited(key, { edit: 'replace', at, by: key[at] === 'x' ? 'y' : 'x' });
      });
      strangers.push(factsOf(await to.ask({ ...listRequest('servers'), authorization })));
    }
    return { strangers };
  },
  expect: () => record({ strangers: each(refused) }),
});

const printable = fc
  .array(fc.oneof(character, fc.constantFrom(' ', ':', '=', ',')), { maxLength: 40 })
  .map((drawn) => drawn.join('').trim());
const inBase64 = printable.map((text) => Buffer.from(text).toString('base64'));

export const refusesAnyField = conversationProperty({
  inputs: (_: object) =>
    fc.oneof(
      printable,
      fc
        .tuple(fc.constantFrom('Basic', 'basic', 'Bearer', 'Digest', 'Negotiate'), fc.oneof(printable, inBase64))
        .map((parts) => parts.join(' ').trim()),
    ),
  hold: (field, { api: to }) => refusalOfDrawn(to, () => field),
  expect: isRefused,
});

const spelled = (scheme: string, credentials: (account: Account) => string): Credentials => {
  return (account) => credentials(account).replace('Basic', scheme);
};

export const takesScheme = conversation({
  hold: async ({ scheme }: { readonly scheme: string }, { api: to }) => {
    await given(to, listRequest('servers'));
    const right = spelled(scheme, ({ clientId, apiKey }) => basic(clientId, apiKey));
    const wrong = spelled(scheme, withKey(otherCase));
    return {
      right: factsOf(await to.ask({ ...listRequest('servers'), authorization: right })),
      wrong: factsOf(await to.ask({ ...listRequest('servers'), authorization: wrong })),
    };
  },
  expect: () => record({ right: served, wrong: refused }),
});

const SPELLINGS = {
  'two-spaces': (field: string) => field.replace(' ', '  '),
  'without-padding': (field: string) => field.replace(/=+$/, ''),
  'stray-character': (field: string) => `${field.slice(0, 10)}!${field.slice(10)}`,
  'white-space-at-the-end': (field: string) => `${field} \t`,
} as const;

export const spells = conversation({
  hold: async ({ name }: { readonly name: keyof typeof SPELLINGS }, { api: to }) => {
    await given(to, listRequest('servers'));
    const authorization = ({ clientId, apiKey }: Account) => SPELLINGS[name](basic(clientId, apiKey));
    return { answer: factsOf(await to.ask({ ...listRequest('servers'), authorization })) };
  },
  expect: ({ name }) =>
    record({
      answer: name === 'stray-character' || name === 'without-padding' ? refused : served,
    }),
});

export const tellsRefusal = conversation({
  hold: async ({ name, path }: { readonly name: WrongName; readonly path: string }, { api: to }) => {
    const answer = await to.ask({ method: 'GET', path, authorization: wrongCredentials(name) });
    const [scheme = 'none'] = headerOf(answer, 'www-authenticate').split(' ');
    return { status: answer.status, challenge: scheme, type: mediaTypeOf(answer) };
  },
  expect: () =>
    record({
      status: 401,
      challenge: 'Basic',
      type: 'application/json',
    }),
});

/** Of an answer in which the pair is not found, any two texts may be it. */
function pairsIn(to: Endpoint, { json }: ApiAnswer, name: string): readonly (readonly [string, string])[] {
  const [id, key] = [to.find('serverId', json), to.find('serverApiKey', json)];
  if (typeof id === 'string' && typeof key === 'string') return [[id, key]];
  const texts = [...new Set(textsIn(json))].filter((text) => text !== name).slice(0, MOST_TEXTS);
  return texts.flatMap((one) => texts.filter((other) => other !== one).map((other) => [one, other] as const));
}

/** Thirty pairs at most. */
const MOST_TEXTS = 6;

export const refusesServerPair = conversation({
  needs: ['write'],
  hold: async ({ path }: { readonly path: string }, { api: to }) => {
    const { name, answer } = await givenServer(to, 'pair');
    const pairs = pairsIn(to, answer, name);
    if (pairs.length === 0) throw new NotObservable('POST /servers: no server ID and server API key in the answer');
    await given(to, { method: 'GET', path });
    const strangers: Facts[] = [];
    for (const pair of pairs) {
      strangers.push(factsOf(await to.ask({ method: 'GET', path, authorization: () => basic(...pair) })));
    }
    return { strangers };
  },
  expect: () => record({ strangers: each(refused) }),
});

/** Requests that are refused leave alone what there was before them. */
export const leavesRecords = conversation({
  needs: ['write'],
  hold: async ({ of }: { readonly of: Collection }, { api: to }) => {
    const name = of === 'servers' ? (await givenServer(to, 'stays')).name : (await givenApp(to, 'stays')).app.name;
    const before = recordsWith(to, of, await listWith(to, of, [name]), name).length;
    for (const authorization of [null, wrongCredentials('other-key')]) {
      for (const request of [listRequest(of), { method: 'POST', path: `/${of}`, json: payload(to, of) }]) {
        const answer = await answerTo(to, { ...request, authorization });
        if (isSuccess(factsOf(answer))) throw new NotObservable(`${request.method} /${of} is not refused`);
      }
    }
    return { lost: before - recordsWith(to, of, await givenList(to, of), name).length };
  },
  expect: () => record({ lost: 0 }),
});

const payload = (to: Endpoint, of: Collection): Json =>
  of === 'servers' ? { name: to.named('refused') } : { ...to.app('refused') };

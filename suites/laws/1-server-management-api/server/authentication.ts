/** 1/authentication: who is served and who is not. */
import fc from 'fast-check';
import type { Account, ApiRequest } from '../../../language/endpoint.js';
import { each, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import { stringsIn } from '../../support/json.js';
import { basic, type Credentials, otherCase, type WrongName, withKey, wrongCredentials } from './credentials.js';
import { type Facts, factsOf, isSuccess, refused, served } from './judging.js';
import { onlyRefused, type Refusal, refusalOf, refusing } from './refusals.js';
import { onRequest, type RequestRow, requestOf } from './rows.js';
import {
  answerTo,
  type Collection,
  created,
  creation,
  listOf,
  listRequest,
  listWith,
  payloadOf,
  recordsWith,
  successOf,
} from './service.js';

export { answers } from './rows.js';

/** The row's name is that of its credentials. */
export const refuses = onRequest({
  hold: async (row: RequestRow & { readonly name: WrongName }, { api: to }) =>
    refusalOf(to, await requestOf(to, row), wrongCredentials(row.name)),
  expect: () => onlyRefused,
});

/** All of them about one action, since each app that is created for one stays behind. */
export const refusesForAction = conversation({
  needs: ['write'],
  hold: async ({ credentials }: { readonly credentials: readonly { readonly name: WrongName }[] }, { api: to }) => {
    const request = await requestOf(to, { path: '/actions/{actionid}' });
    const refusals: [WrongName, Refusal][] = [];
    for (const { name } of credentials) refusals.push([name, await refusalOf(to, request, wrongCredentials(name))]);
    return Object.fromEntries(refusals);
  },
  expect: ({ credentials }) => record(Object.fromEntries(credentials.map(({ name }) => [name, onlyRefused]))),
});

/** What may happen to the key: what is before a place of it, the character there, what follows, and another character. */
const EDITS = {
  replace: (before: string, _here: string, after: string, by: string) => before + by + after,
  insert: (before: string, here: string, after: string, by: string) => before + by + here + after,
  delete: (before: string, _here: string, after: string) => before + after,
  exchange: (before: string, here: string, after: string) => before + after.slice(0, 1) + here + after.slice(1),
  cut: (before: string) => before,
  otherCase: (before: string, here: string, after: string) => before + otherCase(here) + after,
  double: (before: string, here: string, after: string) => before + here + here + after,
} as const;

const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));

interface Edit {
  readonly edit: keyof typeof EDITS;
  /** Counted from the start, and again from there. */
  readonly at: number;
  readonly by: string;
}

export const refusesNearKeys = refusing<Edit>(({ edit, at, by }) =>
  withKey((key) => {
    const i = at % Math.max(1, key.length);
    return EDITS[edit](key.slice(0, i), key.slice(i, i + 1), key.slice(i + 1), by);
  }),
).any(
  fc.record({
    edit: fc.constantFrom('replace', 'insert', 'delete', 'exchange', 'cut', 'otherCase', 'double'),
    at: fc.nat({ max: 63 }),
    by: character,
  }),
);

/** As far as requests of this kind may go before they look like an attack. */
const MOST_PLACES = 64;

/** One wrong character, at every place by turns. */
export const refusesEveryPlace = conversation({
  hold: async (_: object, { api: to }) => {
    await successOf(to, listRequest());
    const answers: Facts[] = [];
    let places = 1;
    for (let at = 0; at < Math.min(places, MOST_PLACES); at++) {
      const authorization = withKey((key) => {
        places = key.length;
        return key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      });
      answers.push(factsOf(await to.ask({ ...listRequest(), authorization })));
    }
    return { answers };
  },
  expect: () => record({ answers: each(refused) }),
});

const printable = fc
  .array(fc.oneof(character, fc.constantFrom(' ', ':', '=', ',')), { maxLength: 40 })
  .map((drawn) => drawn.join('').trim());
const inBase64 = printable.map((text) => Buffer.from(text).toString('base64'));
const scheme = fc.constantFrom('Basic', 'basic', 'Bearer', 'Digest', 'Negotiate');
const withScheme = fc.tuple(scheme, fc.oneof(printable, inBase64)).map((parts) => parts.join(' ').trim());

export const refusesAnyField = refusing<string>((field) => () => field).any(fc.oneof(printable, withScheme));

/** Changes of an Authorization field that leave its credentials as they are. */
const SPELLINGS: { readonly [name: string]: (field: string) => string } = {
  'as-registered': (field) => field,
  'lower-case': (field) => field.replace('Basic', 'basic'),
  'upper-case': (field) => field.replace('Basic', 'BASIC'),
  'mixed-case': (field) => field.replace('Basic', 'bAsIc'),
  'two-spaces': (field) => field.replace(' ', '  '),
  'without-padding': (field) => field.replace(/=+$/, ''),
  'stray-character': (field) => `${field.slice(0, 10)}!${field.slice(10)}`,
  'white-space-at-the-end': (field) => `${field} \t`,
};

export const spells = conversation({
  hold: async ({ name }: { readonly name: string; readonly then?: 'refused' }, { api: to }) => {
    await successOf(to, listRequest());
    const respelled = async (credentials: (account: Account) => string) => {
      const authorization = (account: Account) => SPELLINGS[name]?.(credentials(account)) ?? name;
      return factsOf(await to.ask({ ...listRequest(), authorization }));
    };
    const right = await respelled(({ clientId, apiKey }) => basic(clientId, apiKey));
    return { right, wrong: await respelled(withKey(otherCase)) };
  },
  expect: ({ then }) => record({ right: then === 'refused' ? refused : served, wrong: refused }),
});

/** Thirty pairs at most. */
const MOST_STRINGS = 6;

/** Of an answer in which the pair is not found, any two strings may be it. */
export const refusesServerPair = conversation({
  needs: ['write'],
  hold: async ({ path }: { readonly path: string }, { api: to }) => {
    const { name, answer } = await created(to, 'servers', 'pair');
    const found = [to.find('serverId', answer.json), to.find('serverApiKey', answer.json)];
    const strings = new Set(
      found.every((one) => typeof one === 'string') ? found.flatMap((one) => stringsIn(one)) : stringsIn(answer.json),
    );
    strings.delete(name);
    const some = [...strings].slice(0, MOST_STRINGS);
    if (some.length < 2) throw new NotObservable('POST /servers: no server ID and server API key in the answer');
    await successOf(to, { method: 'GET', path });
    const answers: Facts[] = [];
    for (const [id, key] of some.flatMap((one) => some.map((other) => [one, other] as const))) {
      if (id !== key) answers.push(factsOf(await to.ask({ method: 'GET', path, authorization: () => basic(id, key) })));
    }
    return { answers };
  },
  expect: () => record({ answers: each(refused) }),
});

/** Requests that are refused leave alone what there was before them. */
export const leavesRecords = conversation({
  needs: ['write'],
  hold: async ({ of }: { readonly of: Collection }, { api: to }) => {
    const { name } = await created(to, of, 'stays');
    const before = recordsWith(to, of, await listWith(to, of, [name]), name).length;
    const wrong: readonly Credentials[] = [null, wrongCredentials('other-key')];
    const requests = (): readonly ApiRequest[] => [listRequest(of), creation(of, payloadOf(to, of, 'refused'))];
    for (const request of wrong.flatMap((authorization) => requests().map((one) => ({ ...one, authorization })))) {
      const answer = await answerTo(to, request);
      if (isSuccess(factsOf(answer))) throw new NotObservable(`${request.method} /${of} is not refused`);
    }
    return { lost: before - recordsWith(to, of, await listOf(to, of), name).length };
  },
  expect: () => record({ lost: 0 }),
});

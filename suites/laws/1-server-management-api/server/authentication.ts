/** 1/authentication: who is served and who is refused. For rules about API keys, see 1/resources-and-their-fields/rule-1. */
import fc from 'fast-check';
import type { Account, ApiAnswer, Endpoint } from '../../../language/endpoint.js';
import { each, list, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { basic, otherCase, WRONG, type WrongName, withClientId, withKey } from './credentials.js';
import { factsOf, LAST, refused, refusedStatus, served } from './judging.js';
import { onlyRefused, refusalsOf, refusing } from './refusals.js';
import {
  factsOfAll, listOf, listRequest, listWithNew, type OfCollection, reading, recordsOf, refusedTo, sharedAction, soundList, successOf, toBeRefused,
  writing,
} from './service.js'; // biome-ignore format: a list

/** All of them about one action, because each app that is created for one remains; nothing changes when its work completes. */
export const refusesForAction = writing(
  ({ credentials }: ActionRow) => record(Object.fromEntries(credentials.map((name) => [name, onlyRefused]))),
  async (to, { credentials, done }: ActionRow) => {
    const { request } = await sharedAction(to, 'acted');
    if (done) {
      await successOf(to, request);
      await to.settled(request, ({ json }) => LAST.includes(to.find('status', json)));
    }
    const refusals = await refusalsOf(
      to,
      request,
      credentials.map((name) => WRONG[name]),
    );
    return Object.fromEntries(credentials.map((name, i) => [name, refusals[i]]));
  },
);

type ActionRow = { readonly credentials: readonly WrongName[]; readonly done?: true };

/** Changes of the key at a position, from the text before it, the character, the text after it, and another character. */
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

export const refusesNearKeys = refusing(
  fc.record({
    edit: fc.constantFrom('replace', 'insert', 'delete', 'exchange', 'cut', 'otherCase', 'double'),
    /** Counted from the start, and wrapped around. */
    at: fc.nat({ max: 63 }),
    by: character,
  }),
  ({ edit, at, by }) =>
    withKey((key) => {
      const i = at % Math.max(1, key.length);
      return EDITS[edit](key.slice(0, i), key.slice(i, i + 1), key.slice(i + 1), by);
    }),
);

/** The most requests of this kind that do not look like an attack. */
const MOST_PLACES = 64;
/** Both ends and every third position: a partial comparison ends or begins at some position. */
const isTried = (at: number, places: number): boolean => at < 3 || at > places - 3 || at % 3 === 0;

const PARTS = { 'api-key': withKey, 'client-id': withClientId };

/** One wrong character, at each position of a part in turn. */
export const refusesEveryPlace = reading(each(refused), async (to, { of }: { readonly of: keyof typeof PARTS }) => {
  let places = 0;
  const authorization = ({ clientId, apiKey }: Account) => {
    places = Math.min((of === 'api-key' ? apiKey : clientId).length, MOST_PLACES);
    return basic(clientId, apiKey);
  };
  await successOf(to, { ...listRequest(), authorization });
  const wrongAt = (at: number) =>
    PARTS[of]((part) => part.slice(0, at) + (part[at] === 'x' ? 'y' : 'x') + part.slice(at + 1));
  const tried = Array.from({ length: places }, (_, at) => ({ ...listRequest(), authorization: wrongAt(at) }));
  return factsOfAll(
    to,
    tried.filter((_, at) => isTried(at, places)),
  );
});

const printable = fc
  .string({ unit: fc.oneof(character, fc.constantFrom(' ', ':', '=', ',')), maxLength: 40 })
  .map((text) => text.trim());
const inBase64 = printable.map((text) => Buffer.from(text).toString('base64'));
const scheme = fc.constantFrom('Basic', 'basic', 'Bearer', 'Digest', 'Negotiate');
const withScheme = fc.tuple(scheme, fc.oneof(printable, inBase64)).map((parts) => parts.join(' ').trim());

export const refusesAnyField = refusing(fc.oneof(printable, withScheme), (field) => () => field);

/** The digit of Base64 after a digit: its last bit is set, and before padding that bit belongs to no byte. */
function nextOf(digit: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return digits.charAt(digits.indexOf(digit) + 1);
}

/** Changes of an Authorization header that do not change its credentials. */
const SPELLINGS = {
  'as-registered': (field) => field,
  'lower-case': (field) => field.replace('Basic', 'basic'),
  'upper-case': (field) => field.replace('Basic', 'BASIC'),
  'mixed-case': (field) => field.replace('Basic', 'bAsIc'),
  'two-spaces': (field) => field.replace(' ', '  '),
  'without-padding': (field) => field.replace(/=+$/, ''),
  'more-padding': (field) => `${field}=`,
  'loose-bits': (field) => field.replace(/[AEIMQUYcgkosw048](?==)/, (last) => nextOf(last)),
  'stray-character': (field) => `${field.slice(0, 10)}!${field.slice(10)}`,
  'white-space-at-the-end': (field) => `${field} \t`,
} as const satisfies { readonly [name: string]: (field: string) => string };

type SpellingRow = { readonly spelling: keyof typeof SPELLINGS; readonly then?: 'refused' };

async function answerToSpelled(
  to: Endpoint,
  spelling: keyof typeof SPELLINGS,
  credentials: (account: Account) => string,
) {
  await soundList(to, 'servers');
  const authorization = (account: Account) => SPELLINGS[spelling](credentials(account));
  return factsOf(await to.ask({ ...listRequest(), authorization }));
}

export const spells = reading(
  ({ then }: SpellingRow) => record({ right: then === 'refused' ? refused : served, wrong: refused }),
  async (to, { spelling }: SpellingRow) => ({
    right: await answerToSpelled(to, spelling, ({ clientId, apiKey }) => basic(clientId, apiKey)),
    wrong: await answerToSpelled(to, spelling, withKey(otherCase)),
  }),
);

type WrongSpellingRow = {
  readonly spelling: keyof typeof SPELLINGS;
  readonly credentials: 'other-key' | 'empty-key' | 'other-client-id' | 'no-colon' | 'key-and-stray-byte';
};

export const refusesSpelled = reading(refused, (to, { spelling, credentials }: WrongSpellingRow) =>
  answerToSpelled(to, spelling, WRONG[credentials]),
);

/** Refused requests do not change existing records. */
export const leavesRecords = writing({ lost: 0 }, async (to, { of }: OfCollection) => {
  const { name, list } = await listWithNew(to, of, 'stays');
  for (const authorization of [WRONG['no-credentials'], WRONG['other-key']]) {
    for (const request of Object.values(toBeRefused(to, of))) await refusedTo(to, { ...request, authorization });
  }
  const countIn = (one: ApiAnswer): number => recordsOf(to, of, one)(name).length;
  return { lost: countIn(list) - countIn(await listOf(to, of)) };
});

/** On the connection that accepted the replaced key before, if it is still open. */
export const takesTurns = writing(
  list(refused, served, refused, served, refused, served),
  async (to) => {
    const newer = { ...listRequest(), connection: 'before-new-key' } as const;
    const turn = [{ ...newer, authorization: WRONG['replaced-key'] }, newer];
    await successOf(to, listRequest());
    return factsOfAll(to, [...turn, ...turn, ...turn]);
  },
  { needs: ['revoked-key'] },
);

/** A replaced key before the newer one is used, and a key that two newer ones have replaced. */
export const refusesAtRotation = reading(
  record({ status: refusedStatus }),
  async (to, { key }: { readonly key: 'unused' | 'older' }) => {
    const status = to.atRotation()[key];
    if (status === undefined)
      throw new NotObservable('GET /servers: no status was seen while the API key was replaced');
    return { status };
  },
  { needs: ['new-key'] },
);

/** A result that equals one of the keys is extended. */
export const refusesMixtures = refusing(
  fc.record({
    first: fc.constantFrom('replaced', 'newer'),
    /** Characters from the first key. */
    length: fc.integer({ min: 0, max: 45 }),
  }),
  ({ first, length }) =>
    ({ clientId, apiKey, revokedApiKey = '' }) => {
      const [one, other] = first === 'newer' ? [apiKey, revokedApiKey] : [revokedApiKey, apiKey];
      const mixture = one.slice(0, length) + other.slice(length);
      return basic(clientId, [apiKey, revokedApiKey].includes(mixture) ? mixture + mixture : mixture);
    },
  ['revoked-key'],
);

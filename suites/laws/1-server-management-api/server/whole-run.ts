/**
 * All records of the run, compared with the lists: 1/endpoints/get, get-2, post and post-2. The service receives no other
 * requests meanwhile, so that the newest record is known.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ApiAnswer, CreatedRecord, Endpoint } from '../../../language/endpoint.js';
import { record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { isList, member } from '../../../language/plain.js';
import { objectsIn, stringsIn } from '../../support/json.js';
import { listedUnlike } from './creation.js';
import { factsOf, isServed, isSuccess, reportsError, served } from './judging.js';
import {
  actionRequest, type Collection, created, creation, factsOfAll, idIn, listOf, type OfCollection, OTHER, once, payloadOf, plain, recordsOf,
  settledList, successOf, writing, writingAlone,
} from './service.js'; // biome-ignore format: a list

/** A record with this number of domains, if it has any, not in alphabetical order. */
const payload = (to: Endpoint, of: Collection, label: string, count = 3) => {
  const { name, ...fields } = payloadOf(to, of, label);
  const domains = Array.from({ length: count }, (_, i) => `${(i * 7 + 2) % 13}.${name}.example.com`);
  return { name, ...fields, ...(of === 'apps' ? { domains } : {}) };
};

const create = (to: Endpoint, of: Collection, label: string) => successOf(to, creation(of, payload(to, of, label)));

/** Numbers of domains of apps that are created at the same time. */
const COUNTS = [0, 1, 5, 12];

/**
 * Two records whose names differ only in the case of a letter, if the service accepts both. A refused one (409) is not sent
 * again, because the request names its version.
 */
async function ofTwoCases(to: Endpoint, of: Collection): Promise<readonly CreatedRecord[]> {
  const { name, ...fields } = payload(to, of, 'case');
  const records: CreatedRecord[] = [];
  for (const end of ['a', 'A']) {
    const domains = of === 'apps' ? { domains: [`${end.charCodeAt(0)}.${name}.example.com`] } : {};
    const sent = { ...fields, ...domains, name: `${name}${end}` };
    const answer = await to.ask({ ...creation(of, sent), version: '/v1' });
    if (isSuccess(answer)) records.push({ sent, json: answer.json, plain: false });
  }
  return records;
}

/** Names that a service may refuse: not in ASCII, long, and that of a record of the other kind. */
const ODD_NAMES: readonly ((own: string, other: string) => string)[] = [
  (own) => `${own}äß€`,
  (own) => own.padEnd(200, 'g'),
  (_, other) => other,
];

/**
 * Records created at the same time, some with odd numbers of domains; some with odd names; two with an existing name, which
 * may be refused; and the newest.
 */
const eachKind = once(async (to, of: Collection): Promise<readonly CreatedRecord[]> => {
  const { sent: first } = await plain(to, of);
  const { name: other } = await plain(to, OTHER[of]);
  await Promise.all(COUNTS.map((count) => to.ask(creation(of, payload(to, of, `with-${count}`, count)))));
  for (const oddName of ODD_NAMES) {
    const usual = payload(to, of, 'odd');
    await to.ask(creation(of, { ...usual, name: oddName(usual.name, other) }));
  }
  // Once more, and again immediately.
  for (let again = 0; again < 2; again++) await to.ask(creation(of, first));
  const inBoth = await ofTwoCases(to, of);
  await create(to, of, 'newest');
  return inBoth;
});

/** All records of the run, including some of each kind. */
async function creating(to: Endpoint, of: Collection): Promise<readonly CreatedRecord[]> {
  const inBoth = await eachKind(to, of);
  return [...to.created(of), ...inBoth].filter(({ json }) => !reportsError(json));
}

/** More apps than the pages of lists in known services, and more servers than most have. */
const MORE_THAN_A_PAGE = { servers: 43, apps: 102 };

/** Creates the records that the list lacks, a few at a time. A service that refuses them has few enough. */
async function fillingUp(to: Endpoint, of: Collection): Promise<void> {
  await eachKind(to, of);
  const list = to.find(of, (await listOf(to, of)).json);
  const length = isList(list) ? list.length : 0;
  for (let lacking = MORE_THAN_A_PAGE[of] - length; lacking > 0; lacking -= COUNTS.length)
    await Promise.all(COUNTS.slice(0, lacking).map((count) => to.ask(creation(of, payload(to, of, 'more', count)))));
}

type SentRecord = Omit<CreatedRecord, 'plain'>;

/** The required number of records of each name; a repeated creation with the same id, or none, may be no new one. */
function amounts(to: Endpoint, created: readonly SentRecord[]): ReadonlyMap<string, number> {
  const ids = new Map<string, Set<string | undefined>>();
  for (const { sent, json } of created) ids.set(sent.name, (ids.get(sent.name) ?? new Set()).add(idIn(to, json)));
  return new Map([...ids].map(([name, own]) => [name, own.size]));
}

/** The first few wrong values. */
const some = (names: Iterable<string>): string[] => [...new Set(names)].slice(0, 3);

/**
 * Names that are listed less or more often than created. Then changed fields of records that have such members (for an app:
 * ruling api-apps.records).
 */
async function compared(to: Endpoint, of: Collection, created: readonly SentRecord[]) {
  const wanted = [...amounts(to, created)];
  const lacks = (list: ApiAnswer) => {
    const recordsWith = recordsOf(to, of, list);
    return wanted.flatMap(([name, least]) => (recordsWith(name).length < least ? name : []));
  };
  const list = await settledList(to, of, (one) => lacks(one).length === 0);
  const recordsWith = recordsOf(to, of, list);
  const most = (name: string) => created.filter(({ sent }) => sent.name === name).length;
  const more = wanted.flatMap(([name]) => (recordsWith(name).length > most(name) ? name : []));
  const unlike = (of === 'apps' ? created : []).flatMap(({ sent }) =>
    recordsWith(sent.name).flatMap((one) => listedUnlike(one, sent)),
  );
  const strangers = strangersIn(to, of, list);
  return { answer: factsOf(list), lost: some(lacks(list)), more: some(more), unlike: some(unlike), strangers };
}

/** Servers among apps or apps among servers, by their names. A record may contain another one. */
function strangersIn(to: Endpoint, of: Collection, { json }: ApiAnswer): string[] {
  const own = new Set(to.created(of).map(({ sent }) => sent.name));
  const names = new Set<Plain>(to.created(OTHER[of]).flatMap(({ sent: { name } }) => (own.has(name) ? [] : name)));
  const list = to.find(of, json);
  return some(
    (isList(list) ? list : []).flatMap((one) => stringsIn(member(one, 'name')).filter((name) => names.has(name))),
  );
}

const AS_CREATED = record({ answer: served, lost: [], more: [], unlike: [], strangers: [] });

/** Two records, beside one of the other kind, and every record of the run. */
export const listsCreated = writing(AS_CREATED, async (to, { of }: OfCollection) => {
  await plain(to, OTHER[of]);
  const both = [await plain(to, of), await created(to, of, 'second')];
  const records = both.map(({ sent, answer: { json } }) => ({ sent, json }));
  return compared(to, of, records);
});

export const listsAll = writingAlone(AS_CREATED, async (to, { of }: OfCollection) => {
  await plain(to, OTHER[of]);
  await fillingUp(to, of);
  return compared(to, of, await creating(to, of));
});

/** Possible ids of a listed record: members with such a name, otherwise every string. */
const idsIn = (to: Endpoint, listed: Plain): readonly string[] =>
  idIn(to, listed) === undefined
    ? []
    : [...stringsIn(listed), ...objectsIn(listed).flatMap((one) => Object.values(one).map(String))];

/** The list has each record with the id of its creation, if it has one: ruling api-servers.records. */
export const listsOwnIds = writingAlone({ changed: [] }, async (to, { of }: OfCollection) => {
  const created = await creating(to, of);
  const recordsWith = recordsOf(to, of, await listOf(to, of));
  // If several records have one name, the right one may be missing, which api-servers.listed.all judges.
  const isOnly = (name: string) => created.filter(({ sent }) => sent.name === name).length === 1;
  const changed = created.flatMap(({ sent: { name }, json }) => {
    const id = idIn(to, json);
    const ids = recordsWith(name).flatMap((one) => idsIn(to, one));
    return isOnly(name) && id !== undefined && ids.length > 0 && !ids.includes(id) ? name : [];
  });
  return { changed: some(changed) };
});

/** The parts of an answer that belong to one record only. */
const GIVEN = { servers: ['serverId', 'serverApiKey'], apps: ['actionid'] } as const;

type GivenPart = (typeof GIVEN)[Collection][number];

const givenIn = (to: Endpoint, what: GivenPart, json: Plain | undefined): Plain | undefined =>
  what === 'actionid' ? member(json, what) : to.find(what, json);

/** Records whose answers lack a value that other answers have. */
export const givesAll = writingAlone({ lacking: [] }, async (to, { of }: OfCollection) => {
  await eachKind(to, of);
  const all = to.accepted(of).filter(({ json }) => !reportsError(json));
  const without = (what: GivenPart) =>
    all.filter(({ json }) => typeof givenIn(to, what, json) !== 'string').map(({ sent: { name } }) => name);
  const lists = GIVEN[of].map(without).filter((names) => names.length < all.length);
  if (lists.length === 0) throw nothingGiven(of);
  return { lacking: some(lists.flat()) };
});

/** api-servers.pair and api-endpoints.fields judge whether answers have such values. */
const nothingGiven = (of: Collection): NotObservable =>
  new NotObservable(`POST /${of}: no string in the answer belongs to one record only`);

/** Records with a value that an earlier one has; a name that was sent twice may be one record. */
export const givesOwn = writingAlone({ shared: [] }, async (to, { of }: OfCollection) => {
  const owners = new Map<string, string>();
  // Ids may repeat after some time.
  await fillingUp(to, of);
  let given = 0;
  const all = to.accepted(of).filter(({ json }) => !reportsError(json));
  const shared = all.flatMap(({ sent: { name }, json }) =>
    GIVEN[of].flatMap((what) => {
      const value = givenIn(to, what, json);
      if (typeof value !== 'string') return [];
      given += 1;
      const key = `${what} ${value}`;
      // Two records of a name with different ids have different keys, too.
      const self = (what === 'serverApiKey' ? idIn(to, json) : undefined) ?? name;
      const owner = owners.get(key) ?? self;
      owners.set(key, owner);
      return owner === self ? [] : name;
    }),
  );
  if (given === 0) throw nothingGiven(of);
  return { shared: some(shared) };
});

/** Actions of the run, the earliest and the newest, of more apps than a service remembers by chance. */
export const knowsAllActions = writingAlone(record({ unknown: [] }), async (to) => {
  await fillingUp(to, 'apps');
  // api-actions.known judges whether a new one is known.
  const newest = actionRequest(await create(to, 'apps', 'known'));
  if (newest !== undefined) await successOf(to, newest);
  const created = to.created('apps').filter(({ json }) => !reportsError(json));
  const requests = created.flatMap(({ json }) => actionRequest({ json }) ?? []);
  if (requests.length === 0) throw new NotObservable('POST /apps: no string actionid in the answer');
  const facts = await factsOfAll(to, requests);
  return { unknown: facts.filter((one) => !isServed(one)).slice(0, 3) };
});

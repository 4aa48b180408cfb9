/**
 * All that the run has created, beside all that is listed: 1/endpoints/get, get-2, post and post-2. Nothing else is asked of the
 * service meanwhile, so that the newest record is known.
 */
import type { ApiAnswer, CreatedRecord, Endpoint, Json } from '../../../language/endpoint.js';
import { record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import { member, objectsIn, stringsIn } from '../../support/json.js';
import { fieldsUnlike } from './creation.js';
import { factsOf, served, tellsError } from './judging.js';
import { type Collection, creation, listOf, payloadOf, settledList, successOf } from './service.js';

interface Of {
  readonly of: Collection;
}

/** A record with domains in another order than that of their letters, if it has any. */
const payload = (to: Endpoint, of: Collection, label: string) => {
  const { name, ...fields } = payloadOf(to, of, label);
  const domains = ['c', 'a', 'b'].map((one) => `${one}.${name}.example.com`);
  return { name, ...fields, ...(of === 'apps' ? { domains } : {}) };
};

/** One record, four at a time, one of a name that there is (which may be refused), and the newest. Gives all of the run. */
async function creating(to: Endpoint, of: Collection): Promise<readonly CreatedRecord[]> {
  const create = (label: string) => successOf(to, creation(of, payload(to, of, label)));
  const first = payload(to, of, 'first');
  await successOf(to, creation(of, first));
  await Promise.all(['a', 'b', 'c', 'd'].map(create));
  await to.ask(creation(of, first));
  await create('newest');
  return to.created(of).filter(({ json }) => !tellsError(json));
}

/** The id of a record in an answer or a list, as text. */
function idIn(to: Endpoint, json: Json | undefined): string | undefined {
  const id = to.find('serverId', json);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** How many records there must be of each name: where creating one again gives the same id, or none, it may be the same one. */
function amounts(to: Endpoint, created: readonly CreatedRecord[]): ReadonlyMap<string, number> {
  const ids = new Map<string, Set<string | undefined>>();
  for (const { sent, json } of created) ids.set(sent.name, (ids.get(sent.name) ?? new Set()).add(idIn(to, json)));
  return new Map([...ids].map(([name, own]) => [name, own.size]));
}

/** Records of a list by the strings that they hold. */
function recordsOf(to: Endpoint, of: Collection, { json }: ApiAnswer): (string: string) => readonly Json[] {
  const found = new Map<string, Json[]>();
  const list = to.find(of, json);
  for (const one of Array.isArray(list) ? list : [])
    for (const string of new Set(stringsIn(one))) found.set(string, [...(found.get(string) ?? []), one]);
  return (string) => found.get(string) ?? [];
}

/** How often a list has each name that a run of this suite gave, this one or an earlier one. */
function earlierNames(to: Endpoint, of: Collection, list: ApiAnswer): ReadonlyMap<string, number> {
  const recordsWith = recordsOf(to, of, list);
  const names = stringsIn(to.find(of, list.json)).filter((string) => /^srvspec-[\w-]+$/.test(string));
  return new Map([...new Set(names)].map((name) => [name, recordsWith(name).length]));
}

/** Enough of what is wrong. */
const some = (names: Iterable<string>): string[] => [...new Set(names)].slice(0, 3);

/** Every record is listed as often as it was created, and has the fields that were sent where its record has such members. */
export const listsAll = conversation({
  needs: ['write'],
  ownProcess: true,
  hold: async ({ of }: Of, { api: to }) => {
    const before = earlierNames(to, of, await listOf(to, of));
    const created = await creating(to, of);
    const wanted = [...new Map([...before, ...amounts(to, created)])];
    const lacks = (list: ApiAnswer) => {
      const recordsWith = recordsOf(to, of, list);
      return wanted.filter(([name, least]) => recordsWith(name).length < least);
    };
    const list = await settledList(to, of, (one) => lacks(one).length === 0);
    const recordsWith = recordsOf(to, of, list);
    const most = (name: string) => Math.max(created.filter(({ sent }) => sent.name === name).length, 1);
    const unlike = created.flatMap(({ sent }) =>
      recordsWith(sent.name).flatMap((one) =>
        fieldsUnlike(one, sent).filter((field) => of === 'apps' && member(one, field) !== undefined),
      ),
    );
    return {
      answer: factsOf(list),
      lost: some(lacks(list).map(([name]) => name)),
      more: some(wanted.flatMap(([name]) => (recordsWith(name).length > most(name) ? name : []))),
      unlike: some(unlike),
    };
  },
  expect: () => record({ answer: served, lost: [], more: [], unlike: [] }),
});

/** The id of each record is in the list the one that its creation told, where the record has one: ruling api-servers.records. */
export const listsOwnIds = conversation({
  needs: ['write'],
  ownProcess: true,
  hold: async ({ of }: Of, { api: to }) => {
    const created = await creating(to, of);
    const recordsWith = recordsOf(to, of, await listOf(to, of));
    const changed = created.filter(({ sent, json }) => {
      const id = idIn(to, json);
      const ids = recordsWith(sent.name).flatMap((one) => idsIn(to, one));
      // Of several records of one name, the right one may be missing: that is api-servers.listed.all's.
      return isOnly(created, sent.name) && id !== undefined && ids.length > 0 && !ids.includes(id);
    });
    return { changed: some(changed.map(({ sent }) => sent.name)) };
  },
  expect: () => record({ changed: [] }),
});

const isOnly = (created: readonly CreatedRecord[], name: string): boolean =>
  created.filter(({ sent }) => sent.name === name).length === 1;

/** What may be the id of a listed record: what goes by such a name, and otherwise every text of it. */
const idsIn = (to: Endpoint, listed: Json): readonly string[] =>
  idIn(to, listed) === undefined
    ? []
    : [...stringsIn(listed), ...objectsIn(listed).flatMap((one) => Object.values(one).map(String))];

/** What an answer gives to one record alone. */
const GIVEN: { readonly [of in Collection]: readonly ((to: Endpoint, json: Json | undefined) => Json | undefined)[] } =
  {
    servers: [(to, json) => to.find('serverId', json), (to, json) => to.find('serverApiKey', json)],
    apps: [(_, json) => member(json, 'actionid')],
  };

/**
 * The names that are given a value which another one has, of those listed before or created earlier; a name that was sent twice may
 * be one record.
 */
function sharing(
  created: readonly CreatedRecord[],
  listed: ReadonlyMap<string, string>,
  given: (json: Json | undefined) => Json | undefined,
): string[] {
  const owners = new Map(listed);
  return some(
    created.flatMap(({ sent: { name }, json }) => {
      const value = given(json);
      if (typeof value !== 'string') return [];
      const owner = owners.get(value) ?? name;
      owners.set(value, owner);
      return owner === name ? [] : name;
    }),
  );
}

/** Servers that are created besides, since ids may repeat after some; alone, the case has no others to compare them with. */
const MORE = 20;

/** Names of the servers that are listed, by their ids. */
async function idsListed(to: Endpoint): Promise<ReadonlyMap<string, string>> {
  const list = to.find('servers', (await listOf(to, 'servers')).json);
  const pairs = (Array.isArray(list) ? list : []).flatMap((one): [string, string][] => {
    const [id, name] = [idIn(to, one), member(one, 'name')];
    return id === undefined || typeof name !== 'string' ? [] : [[id, name]];
  });
  return new Map(pairs);
}

/** Where no answer gives any, nothing is said: that they are there is judged by api-servers.pair and api-endpoints.fields. */
export const givesOwn = conversation({
  needs: ['write'],
  ownProcess: true,
  hold: async ({ of }: Of, { api: to }) => {
    const listed = of === 'servers' ? await idsListed(to) : new Map();
    if (of === 'servers') for (let i = 0; i < MORE; i++) await successOf(to, creation(of, payload(to, of, 'more')));
    const created = await creating(to, of);
    const shared = GIVEN[of].map((given) => sharing(created, listed, (json) => given(to, json)));
    if (created.every(({ json }) => GIVEN[of].every((given) => typeof given(to, json) !== 'string')))
      throw new NotObservable(`POST /${of}: no string that belongs to one record alone in the answer`);
    return { shared: shared.flat() };
  },
  expect: () => record({ shared: [] }),
});

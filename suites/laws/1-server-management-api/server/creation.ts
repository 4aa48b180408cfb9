/** Requests that create a server or an app, or would if they were right, and what comes of them; 1/endpoints/post and post-2. */
import { encode, same } from '../../../language/encoding.js';
import type { ApiAnswer, ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { type Expectation, equal, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { type InputLaws, onInput } from '../../support/inputs.js';
import { type JsonObject, kindOf, member, stringsIn } from '../../support/json.js';
import { type Facts, factsOf, isSuccess, listedOnce, refused, served } from './judging.js';
import {
  type Collection,
  created,
  creation,
  listing,
  listRequest,
  listWith,
  payloadOf,
  recordsWith,
} from './service.js';

export const FIELDS = ['name', 'sysuserid', 'runtime', 'domains'] as const;
export type Field = (typeof FIELDS)[number];

export interface Attempt {
  readonly of: Collection;
  /** By which the record is looked for in the list. */
  readonly name: string;
  /** What is kept when all goes well. */
  readonly sent: JsonObject;
  readonly request: ApiRequest;
}

/** An attempt to create what is sent; by POST and in JSON, unless `how` says otherwise. */
export const attempt = (of: Collection, name: string, sent: JsonObject, how?: Partial<ApiRequest>): Attempt => ({
  ...{ of, name, sent },
  request: how?.body === undefined ? { ...creation(of, sent), ...how } : { method: 'POST', path: `/${of}`, ...how },
});

const differs = (one: Json | undefined, other: Json | undefined): boolean => !same(encode(one), encode(other));

const fieldsUnlike = (record: Json | undefined, sent: JsonObject): readonly Field[] =>
  FIELDS.filter((field) => differs(member(record, field), member(sent, field)));

/** Fields that are not in the answer as they were sent: of an app in `data` (ruling api-apps.echoed), of a server anywhere. */
export function unlike(
  { of, sent, name }: Pick<Attempt, 'of' | 'sent' | 'name'>,
  { json }: ApiAnswer,
): readonly Field[] {
  if (of === 'apps') return fieldsUnlike(member(json, 'data'), sent);
  return stringsIn(json).includes(name) ? [] : ['name'];
}

interface Came {
  readonly answer: Facts;
  readonly unlike: readonly Field[];
  /** The fields of an app, by what is kept of them. */
  readonly kinds: { readonly [field: string]: string };
  /** The answer has no actionid that the request contains. */
  readonly own: boolean;
}

async function come(to: Endpoint, tried: Attempt): Promise<Came> {
  const answer = await to.ask(tried.request);
  const [actionid, data] = [member(answer.json, 'actionid'), member(answer.json, 'data')];
  return {
    answer: factsOf(answer),
    unlike: unlike(tried, answer),
    kinds: Object.fromEntries(FIELDS.map((field) => [field, kindOf(member(data, field))])),
    own: actionid === undefined || actionid !== tried.sent.actionid,
  };
}

/** How the list is read: not at all, once a later record stands in it, or also until the record itself does. */
type Reading = 'unread' | 'read' | 'awaited';

async function comeAndListed(to: Endpoint, tried: Attempt, reading: Reading): Promise<object> {
  const came = await come(to, tried);
  if (reading === 'unread') return came;
  const { of, name } = tried;
  const holds = (list: ApiAnswer): boolean => recordsWith(to, of, list, name).length > 0;
  const list = await listWith(to, of, [(await created(to, of, 'later')).name]);
  const awaited = reading === 'awaited' && isSuccess(came.answer);
  return { ...came, listed: holds(awaited ? await to.settled(listRequest(of), holds) : list) };
}

interface Creating<I> {
  readonly tries: (to: Endpoint, input: I) => Attempt;
  readonly list?: Reading;
  readonly expect: (input: I) => Expectation;
}

export const creating = <I>({ tries, list = 'unread', expect }: Creating<I>): InputLaws<I> =>
  onInput({ needs: ['write'], hold: (input, { api: to }) => comeAndListed(to, tries(to, input), list), expect });

export const isKept = (): Expectation => record({ answer: served, unlike: equal([]), own: true });
export const isListed = (): Expectation => record({ answer: served, unlike: equal([]), listed: true });
export const isRefused = (): Expectation => record({ answer: refused, listed: false });

/** Two records; what stands in the record of an app must be as sent, but need not be there: ruling api-apps.records. */
export const listsCreated = conversation({
  needs: ['write'],
  hold: async ({ of }: { readonly of: Collection }, { api: to }) => {
    const both = [await created(to, of, 'first'), await created(to, of, 'second')];
    const names = both.map(({ name }) => name);
    const listed = await listing(to, of, names);
    const list = await to.ask(listRequest(of));
    const unlike = both.flatMap(({ name, sent }) =>
      recordsWith(to, of, list, name).flatMap((one) =>
        fieldsUnlike(one, sent).filter((field) => of === 'apps' && member(one, field) !== undefined),
      ),
    );
    return { listed, unlike };
  },
  expect: () => record({ listed: listedOnce, unlike: equal([]) }),
});

/** Members that no field is known for. */
export const takesMembers = creating<{ readonly of: Collection; readonly members: JsonObject }>({
  tries: (to, { of, members }) => {
    const payload = payloadOf(to, of, 'more');
    return attempt(of, payload.name, { ...payload, ...members });
  },
  expect: isKept,
}).row;

interface AppRow {
  readonly label: string;
  /** Labels below a domain name of the app's own, or how many such labels there are. */
  readonly domains: readonly string[] | number;
}

function tryApp(to: Endpoint, { label, domains }: AppRow): Attempt {
  const app = to.app(label);
  const labels = typeof domains === 'number' ? Array.from({ length: domains }, (_, i) => `d${i}`) : domains;
  const parent = app.domains[0] ?? 'example.com';
  return attempt('apps', app.name, { ...app, domains: labels.map((one) => `${one}.${parent}`) });
}

export const apps = creating({ tries: tryApp, expect: isKept });
export const keepsApp = apps.row;

/** Requests that create a server or an app, or would if they were right, and what comes of them; 1/endpoints/post and post-2. */
import fc from 'fast-check';
import { encode, same } from '../../../language/encoding.js';
import type { ApiAnswer, ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { type Expectation, either, oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import type { Partners } from '../../../language/partners.js';
import { onInput } from '../../support/drawn.js';
import { isObject, type JsonObject, kindOf, member, objectsIn, stringsIn } from '../../support/json.js';
import { type SPELLINGS, WRITTEN } from '../../support/json-texts.js';
import { factsOf, isSuccess, refused, served, tellsError } from './judging.js';
import {
  type Collection,
  created,
  laterList,
  listOf,
  payloadOf,
  plain,
  recordsOf,
  settledList,
  soundList,
  writing,
} from './service.js';

const FIELDS = ['name', 'sysuserid', 'runtime', 'domains'] as const;
type Field = (typeof FIELDS)[number];

/** How a request differs from one that creates a record as usual. */
interface Creation {
  readonly of: Collection;
  /** Ends the name; letters, digits and hyphens. */
  readonly label?: string;
  readonly without?: Field;
  /** In their texts, NAME and DOMAIN stand for a name and a domain name of the record's own, DIGITS for twelve digits. */
  readonly members?: JsonObject;
  /** So many characters has the name, at least; so many domains there are. */
  readonly length?: number;
  readonly domains?: number;
  readonly method?: string;
  readonly type?: string;
  readonly body?: keyof typeof WRITTEN;
  readonly pace?: ApiRequest['pace'];
  readonly names?: ApiRequest['names'];
  readonly outcome: keyof typeof OUTCOMES;
}

/** Twelve digits that no other name has. */
function digitsOf(name: string): string {
  const sum = [...name].reduce((before, c) => (before * 31 + c.charCodeAt(0)) % 1e11, 7);
  return `1${String(sum).padStart(11, '0')}`;
}

/** The record's own name, and what is sent. */
function payload(to: Endpoint, { of, label = 'tried', without, members = {}, length = 0, domains }: Creation) {
  const usual = payloadOf(to, of, label);
  const name = usual.name.padEnd(length, 'g');
  const [parent = 'example.com'] = stringsIn(usual.domains);
  const own = (_: string, value: Json): Json =>
    typeof value === 'string'
      ? value.replace('NAME', name).replace('DOMAIN', parent).replace('DIGITS', digitsOf(name))
      : value;
  const many = domains === undefined ? {} : { domains: Array.from({ length: domains }, (_, i) => `d${i}.${parent}`) };
  const changed: JsonObject = { ...usual, name, ...many, ...JSON.parse(JSON.stringify(members), own) };
  return { name, sent: Object.fromEntries(Object.entries(changed).filter(([field]) => field !== without)) };
}

export const fieldsUnlike = (record: Json | undefined, sent: JsonObject): readonly Field[] =>
  FIELDS.filter((field) => !same(encode(member(record, field)), encode(member(sent, field))));

/** Whether `data` says which app it is and nothing else of it; ruling api-apps.echoed. */
export const isReference = (data: Json | undefined): boolean =>
  isObject(data) && Object.keys(data).length > 0 && FIELDS.every((field) => member(data, field) === undefined);

/** The name where it is not in the answer, though one is; an answer need not tell it (ruling api-servers.answer). */
function nameUnlike({ json }: ApiAnswer, name: string): readonly Field[] {
  const named = objectsIn(json).some((one) => member(one, 'name') !== undefined);
  return !named || stringsIn(json).includes(name) ? [] : ['name'];
}

/** Fields that are not in the answer as they were sent: of an app in `data` (ruling api-apps.echoed), of a server anywhere. */
function unlike(of: Collection, answer: ApiAnswer, name: string, sent: JsonObject): readonly Field[] {
  if (of === 'servers') return nameUnlike(answer, name);
  const data = member(answer.json, 'data');
  return isReference(data) ? [] : fieldsUnlike(data, sent);
}

/** A name that nothing is special about is told as it was sent; judged by api-servers.name and api-apps.kept. */
async function plainName(to: Endpoint, of: Collection): Promise<void> {
  const { name, answer } = await plain(to, of);
  if (nameUnlike(answer, name).length > 0) throw new NotObservable(`POST /${of}: the answer has another name`);
}

/** Whether there is a list at all. */
const isSound = (to: Endpoint, of: Collection): Promise<boolean> =>
  listOf(to, of).then(
    () => true,
    () => false,
  );

async function tried(row: Creation, { api: to }: Pick<Partners, 'api'>) {
  const { of, method = 'POST', type = 'application/json', body = 'usual', outcome } = row;
  const { name: own, sent } = payload(to, row);
  const name = typeof sent.name === 'string' && sent.name !== '' ? sent.name : own;
  const { pace, names } = row;
  // Of the only app, nothing would be another one's. That a plain one is kept is judged by api-apps.kept and api-servers.name.
  if (outcome === 'whole') {
    const before = await plain(to, of);
    if (unlike(of, before.answer, before.name, before.sent).length > 0)
      throw new NotObservable(`POST /${of}: not even a plain record is kept`);
  }
  // Where the list is sound before, and not after, it is this record that it cannot tell.
  if (AWAITED.has(outcome)) await soundList(to, of);
  const answer = await to.ask({
    method,
    path: `/${of}`,
    body: { type, text: WRITTEN[body](sent) },
    ...(pace === undefined ? {} : { pace }),
    ...(names === undefined ? {} : { names }),
  });
  const [actionid, data] = [member(answer.json, 'actionid'), member(answer.json, 'data')];
  // Where even a plain record is not created, nothing is said about this one.
  if (EXPECTS_SUCCESS.has(outcome) && !isSuccess(answer)) await created(to, of, 'plain');
  const altered = nameUnlike(answer, name);
  if (outcome === 'intact' && altered.length > 0) await plainName(to, of);
  const came = {
    answer: factsOf(answer),
    error: tellsError(answer.json),
    // Of the other fields, api-apps.kept says more.
    unlike: outcome === 'intact' ? altered : unlike(of, answer, name, sent),
    /** What is kept of the fields of an app. */
    kinds: Object.fromEntries(FIELDS.map((field) => [field, kindOf(member(data, field))])),
    /** The answer has no actionid that the request contains. */
    own: actionid === undefined || actionid !== sent.actionid,
  };
  if (outcome === 'kept') {
    if (of === 'apps' && isReference(data)) throw new NotObservable('POST /apps: data holds no field of the app');
    return came;
  }
  if (AWAITED.has(outcome) && isSuccess(answer) && answer.json === undefined) return { ...came, listed: false };
  const holds = (list: ApiAnswer): boolean => recordsOf(to, of, list)(name).length > 0;
  const list = await laterList(to, of).catch(async (error: unknown) => {
    if (AWAITED.has(outcome) && isSuccess(answer) && !(await isSound(to, of))) return undefined;
    throw error;
  });
  if (list === undefined) return { ...came, listed: false };
  const isAwaited = outcome === 'taken' || (AWAITED.has(outcome) && came.unlike.length === 0);
  const last = isAwaited && isSuccess(answer) && !came.error ? await settledList(to, of, holds) : list;
  const records = of === 'apps' ? recordsOf(to, of, last)(name) : [];
  const changed = records.flatMap((one) => fieldsUnlike(one, sent).filter((field) => member(one, field) !== undefined));
  return { ...came, listed: holds(last), changed };
}

/** By its status, or in the words of the answer: ruling api-messages.bodies. */
const told = record({ answer: served, error: true, listed: false });
const isRefused = either(record({ answer: refused, listed: false }), told);

/** Refused, or kept with the documented type: ruling api-apps.wrong-types. */
function isTyped({ without, members = {} }: Creation): Expectation {
  const fields = without === undefined ? Object.keys(members) : [without];
  const none = without === undefined ? [] : ['absent'];
  const kept = fields.map((field) => {
    const documented = field === 'domains' ? ['array of strings'] : ['string', 'empty string'];
    return [field, oneOf(...documented, ...none)];
  });
  return either(isRefused, record({ answer: served, kinds: record(Object.fromEntries(kept)) }));
}

/**
 * What must come of the request. Whether the record stands in the list is seen once a later one does; a record that must
 * be there has time to get there. For `kept`, the answer alone counts.
 */
const OUTCOMES = {
  kept: () => record({ answer: served, unlike: [], own: true }),
  listed: () => record({ answer: served, unlike: [], listed: true }),
  taken: () => record({ answer: served, listed: true }),
  /** Refused, or kept whole, in the list too, as far as that tells of it. */
  whole: () => either(isRefused, record({ answer: served, unlike: [], listed: true, changed: [] })),
  /** Refused, or its name kept whole. */
  intact: () => either(isRefused, record({ answer: served, unlike: [], listed: true })),
  typed: isTyped,
  refused: () => isRefused,
  unlisted: () => record({ listed: false }),
} as const satisfies { readonly [outcome: string]: (row: Creation) => Expectation };

const EXPECTS_SUCCESS: ReadonlySet<Creation['outcome']> = new Set(['kept', 'listed', 'taken']);
const AWAITED: ReadonlySet<Creation['outcome']> = new Set(['listed', 'intact', 'whole']);

const creating = onInput<Creation>({ needs: ['write'], hold: tried, expect: (row) => OUTCOMES[row.outcome](row) });
export const creates = creating.row;

/** What is not kept even of an app that is spelled as usual is judged by api-apps.kept. */
export const readsSpelling = writing(
  record({ answer: served, misread: [] }),
  async (api, { of, body }: { readonly of: Collection; readonly body: keyof typeof SPELLINGS }) => {
    const usual = await plain(api, of);
    const lost = unlike(of, usual.answer, usual.name, usual.sent);
    if (lost.length === FIELDS.length) throw new NotObservable('POST /apps: nothing of the app is in data');
    const came = await tried({ of, body, outcome: 'kept' }, { api });
    return { answer: came.answer, misread: came.unlike.filter((field) => !lost.includes(field)) };
  },
);

/** The list is left to the examples: each look at one that never gets to hold a name takes all the time there is. */
export const keepsAnyName = creating.any(
  fc
    .string({ unit: fc.constantFrom(...'abcxyzABCXYZ0189-'), minLength: 1, maxLength: 9 })
    .map((letters): Creation => ({ of: 'servers', label: `${letters}a`, outcome: 'kept' })),
);

const word = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 });

export const keepsAnyApp = creating.any(
  fc.tuple(word, fc.uniqueArray(word, { minLength: 1, maxLength: 5, size: 'max' })).map(([label, labels]): Creation => {
    return { of: 'apps', label, members: { domains: labels.map((one) => `${one}.DOMAIN`) }, outcome: 'kept' };
  }),
);

const scalar = fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e21);
const container = fc.constantFrom<Json>([], [[]], {}, { name: 'a' }, { length: 1 });
const noDomains = fc.constantFrom<Json>('', 'a.example.com', '[]', {}, { '0': 'a.example.com', length: 1 });
const domains = fc.array(word, { maxLength: 2 }).map((labels) => labels.map((label) => `${label}.example.com`));
const wrongDomains = fc.tuple(domains, fc.oneof(scalar, container)).map(([rest, odd]) => [...rest, odd]);

export const keepsTypesOfAny = creating.any(
  fc
    .oneof(
      fc.tuple(fc.constantFrom<Field>('name', 'sysuserid', 'runtime'), fc.oneof(scalar, container)),
      fc.tuple(fc.constant<Field>('domains'), fc.oneof(scalar, noDomains, wrongDomains)),
    )
    .map(([field, value]): Creation => ({ of: 'apps', members: { [field]: value }, outcome: 'typed' })),
);

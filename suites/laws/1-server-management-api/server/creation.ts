/** Requests that create a server or an app, or would if they were valid, and their results; 1/endpoints/post and post-2. */

import fc from 'fast-check';
import type { Plain, PlainObject } from '../../../../spec/types/requirement.js';
import { encode, same } from '../../../language/encoding.js';
import type { ApiAnswer, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import { type Expectation, either, oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { isList, isObject, member } from '../../../language/plain.js';
import { onInput } from '../../support/drawn.js';
import { kindOf, objectsIn, stringsIn } from '../../support/json.js';
import { type SPELLINGS, WRITTEN } from '../../support/json-texts.js';
import { factsOf, isSuccess, refused, reportsError, served } from './judging.js';
import {
  type Collection, created, creation, listOf, listWithNew, payloadOf, plain, recordsOf, settledList, soundList, writing,
} from './service.js'; // biome-ignore format: a list

const FIELDS = ['name', 'sysuserid', 'runtime', 'domains'] as const;
type Field = (typeof FIELDS)[number];

/** The differences of a creation request from a usual one. */
interface CreationRow {
  readonly of: Collection;
  /** The end of the name: letters, digits and hyphens. */
  readonly label?: string;
  readonly without?: Field;
  /** In their texts, NAME and DOMAIN represent a unique name and domain name, DIGITS twelve digits. */
  readonly members?: PlainObject;
  /** The least number of characters of the name; the number of domains. */
  readonly length?: number;
  readonly domains?: number;
  readonly method?: string;
  readonly type?: string;
  readonly body?: keyof typeof WRITTEN;
  readonly pace?: ApiRequest['pace'];
  readonly names?: ApiRequest['names'];
}

interface Creation extends CreationRow {
  readonly outcome: keyof typeof OUTCOMES;
}

/** Twelve digits that no other name has. */
function digitsOf(name: string): string {
  const sum = [...name].reduce((before, c) => (before * 31 + c.charCodeAt(0)) % 1e11, 7);
  return `1${String(sum).padStart(11, '0')}`;
}

/** The record's own name, and the payload. */
function payload(to: Endpoint, { of, label = 'tried', without, members = {}, length = 0, domains }: CreationRow) {
  const usual = payloadOf(to, of, label);
  const name = usual.name.padEnd(length, 'g');
  const [parent = 'example.com'] = stringsIn(usual.domains);
  const own = (_: string, value: Plain): Plain =>
    typeof value === 'string'
      ? value.replace('NAME', name).replace('DOMAIN', parent).replace('DIGITS', digitsOf(name))
      : value;
  const many = domains === undefined ? {} : { domains: Array.from({ length: domains }, (_, i) => `d${i}.${parent}`) };
  const changed: PlainObject = { ...usual, name, ...many, ...JSON.parse(JSON.stringify(members), own) };
  return { name, sent: Object.fromEntries(Object.entries(changed).filter(([field]) => field !== without)) };
}

/** Domains that are objects, replaced by the sent names that they contain. */
const plainDomains = (value: Plain, sent: PlainObject): Plain =>
  isList(value) && value.every(isObject)
    ? value.map((one) => stringsIn(one).find((text) => stringsIn(sent.domains).includes(text)) ?? one)
    : value;

/** Fields of a listed record that differ from the sent ones; ruling api-apps.records. */
export const listedUnlike = (record: Plain, sent: PlainObject): readonly Field[] =>
  FIELDS.filter((field) => {
    const value = member(record, field);
    return value !== undefined && !same(encode(plainDomains(value, sent)), encode(member(sent, field)));
  });

/** Whether `data` only identifies the app; ruling api-apps.echoed. */
export const isReference = (data: Plain | undefined): boolean =>
  isObject(data) && Object.keys(data).length > 0 && FIELDS.every((field) => member(data, field) === undefined);

/** The name if the answer has another one; an answer may omit it (ruling api-servers.answer). */
function nameUnlike({ json }: ApiAnswer, name: string): readonly Field[] {
  const named = objectsIn(json).some((one) => member(one, 'name') !== undefined);
  return !named || stringsIn(json).includes(name) ? [] : ['name'];
}

/** Fields that differ from the sent ones: of an app in `data` (ruling api-apps.echoed), of a server anywhere. */
function unlike(answer: ApiAnswer, name: string, of: Collection, sent: PlainObject): readonly Field[] {
  if (of === 'servers') return nameUnlike(answer, name);
  const data = member(answer.json, 'data');
  const isKept = (field: Field): boolean => same(encode(member(data, field)), encode(member(sent, field)));
  return isReference(data) ? [] : FIELDS.filter((field) => !isKept(field));
}

/** A plain record is answered unchanged, or its name is; judged by api-servers.name and api-apps.kept. */
async function presumePlain(to: Endpoint, of: Collection, compare = unlike) {
  const { name, sent, answer } = await plain(to, of);
  if (compare(answer, name, of, sent).length > 0)
    throw new NotObservable(`POST /${of}: not even a plain record is kept`);
}

async function sentOf(to: Endpoint, row: CreationRow) {
  const { method = 'POST', type = 'application/json', body = 'usual', pace, names } = row;
  const { name: own, sent } = payload(to, row);
  const answer = await to.ask({
    method,
    path: `/${row.of}`,
    body: { type, text: WRITTEN[body](sent) },
    pace,
    names,
  });
  return { name: typeof sent.name === 'string' && sent.name !== '' ? sent.name : own, sent, answer };
}

/** The observation of a request that creates a record, or would. The list is read for all outcomes except `kept`. */
async function observationOf(to: Endpoint, row: Creation) {
  const { of, outcome } = row;
  // A field of the only app could not come from another one.
  if (outcome === 'whole') await presumePlain(to, of);
  // If the list is valid before, and not afterwards, it cannot represent this record.
  if (AWAITED.has(outcome)) await soundList(to, of);
  const { name, sent, answer } = await sentOf(to, row);
  const [actionid, data] = [member(answer.json, 'actionid'), member(answer.json, 'data')];
  // If even a plain record is not created, this one is not judged.
  if (EXPECTS_SUCCESS.has(outcome) && !isSuccess(answer)) await created(to, of, 'plain');
  const altered = nameUnlike(answer, name);
  if (outcome === 'intact' && altered.length > 0) await presumePlain(to, of, nameUnlike);
  const seen = {
    answer: factsOf(answer),
    error: reportsError(answer.json),
    // api-apps.kept judges the other fields of an app.
    unlike: outcome === 'intact' ? altered : unlike(answer, name, of, sent),
    kinds: Object.fromEntries(FIELDS.map((field) => [field, kindOf(member(data, field))])),
    /** The actionid of the answer is not one from the request. */
    own: actionid === undefined || actionid !== sent.actionid,
  };
  if (outcome === 'kept' || (outcome === 'answered' && isSuccess(answer) && !seen.error)) {
    if (of === 'apps' && isReference(data)) throw new NotObservable('POST /apps: data holds no field of the app');
    return seen;
  }
  const list = await listAfter(to, row, name, answer, seen);
  if (list === undefined) return { ...seen, listed: false };
  const records = recordsOf(to, of, list)(name);
  const changed = (of === 'apps' ? records : []).flatMap((one) => listedUnlike(one, sent));
  return { ...seen, listed: records.length > 0, changed };
}

/** The list once it has the record or, if that is not awaited, a newer one; `undefined` if the record broke the list. */
async function listAfter(
  to: Endpoint,
  { of, outcome }: Creation,
  name: string,
  answer: ApiAnswer,
  seen: { readonly unlike: readonly Field[]; readonly error: boolean },
): Promise<ApiAnswer | undefined> {
  const mayBreakList = AWAITED.has(outcome) && isSuccess(answer);
  if (mayBreakList && answer.json === undefined) return undefined;
  const isKept = isSuccess(answer) && !seen.error;
  const isAwaited = isKept && (outcome === 'taken' || (AWAITED.has(outcome) && seen.unlike.length === 0));
  const holds = (list: ApiAnswer): boolean => recordsOf(to, of, list)(name).length > 0;
  try {
    const first = isAwaited ? await listOf(to, of) : undefined;
    if (first !== undefined && holds(first)) return first;
    // A list that never gets a newer record either is not the fault of this one.
    const { list } = await listWithNew(to, of, 'later');
    return !isAwaited || holds(list) ? list : await settledList(to, of, holds);
  } catch (error) {
    if (mayBreakList && (await listOf(to, of).catch(() => undefined)) === undefined) return undefined;
    throw error;
  }
}

/** By the status, or by the body of the answer: ruling api-messages.bodies. */
const isRefused = either(
  record({ answer: refused, listed: false }),
  record({ answer: served, error: true, listed: false }),
);

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
 * The expected results of a request. Whether the list has the record is observed once it has a later one; an expected record
 * has time to appear. For `kept`, only the answer counts.
 */
const OUTCOMES = {
  kept: () => record({ answer: served, unlike: [], own: true }),
  /** Refused, or kept in the answer. Only the answer counts. */
  answered: () => either(isRefused, record({ answer: served, unlike: [], own: true })),
  listed: () => record({ answer: served, unlike: [], listed: true }),
  taken: () => record({ answer: served, listed: true }),
  /** Refused, or kept completely, including the fields that the list shows. */
  whole: () => either(isRefused, record({ answer: served, unlike: [], listed: true, changed: [] })),
  /** Refused, or its name kept completely. */
  intact: () => either(isRefused, record({ answer: served, unlike: [], listed: true })),
  typed: isTyped,
  refused: () => isRefused,
  unlisted: () => record({ listed: false }),
} as const satisfies { readonly [outcome: string]: (row: Creation) => Expectation };

const EXPECTS_SUCCESS: ReadonlySet<Creation['outcome']> = new Set(['kept', 'listed', 'taken']);
const AWAITED: ReadonlySet<Creation['outcome']> = new Set(['listed', 'intact', 'whole']);

const creating = onInput<Creation>({
  needs: ['write'],
  hold: (row, { api }) => observationOf(api, row),
  expect: (row) => OUTCOMES[row.outcome](row),
});
export const creates = creating.row;

/** Fields that are lost even from an app with the usual spelling are judged by api-apps.kept. */
export const readsSpelling = writing(
  record({ answer: served, misread: [] }),
  async (api, { of, body }: { readonly of: Collection; readonly body: keyof typeof SPELLINGS }) => {
    const usual = await plain(api, of);
    const lost = unlike(usual.answer, usual.name, of, usual.sent);
    if (lost.length === FIELDS.length) throw new NotObservable('POST /apps: data has no field of the app');
    const observed = await observationOf(api, { of, body, outcome: 'kept' });
    return { answer: observed.answer, misread: observed.unlike.filter((field) => !lost.includes(field)) };
  },
);

/**
 * A second app with the same name, which may be refused, is not reported with the domains of the first. Requests that name
 * their version are not among the records of the run, whose fields are found by their names.
 */
export const keepsSecondOfName = writing({ misread: [] }, async (to) => {
  const usual = payloadOf(to, 'apps', 'of-one-name');
  const ask = async (label: string) => {
    const sent = { ...usual, domains: [`${label}.${usual.name}.example.com`] };
    // A service may be busy with another record and accept this one later; a second one may be refused permanently.
    const isTaken = (answer: ApiAnswer): boolean => label === 'second' || isSuccess(answer);
    const answer = await to.settled({ ...creation('apps', sent), version: '/v1' }, isTaken);
    return isSuccess(answer) && !reportsError(answer.json) ? unlike(answer, usual.name, 'apps', sent) : undefined;
  };
  const first = await ask('first');
  if (first === undefined || first.length > 0) throw new NotObservable('POST /apps: not even a plain app is kept');
  return { misread: (await ask('second')) ?? [] };
});

/** The examples read the list: each wait for a missing name takes the whole time. */
export const keepsAnyName = creating.any(
  fc
    .string({ unit: fc.constantFrom(...'abcxyzABCXYZ0189-'), minLength: 1, maxLength: 9 })
    .map((letters): Creation => ({ of: 'servers', label: `${letters}a`, outcome: 'intact' })),
);

const word = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 });

export const keepsAnyApp = creating.any(
  fc.tuple(word, fc.uniqueArray(word, { minLength: 1, maxLength: 5, size: 'max' })).map(([label, labels]): Creation => {
    return {
      of: 'apps',
      label,
      members: { domains: labels.map((one) => `${one}.DOMAIN`) },
      outcome: 'answered',
    };
  }),
);

const scalar = fc.constantFrom<Plain>(null, true, false, 0, -1, 1.5, 1e21);
const container = fc.constantFrom<Plain>([], [[]], {}, { name: 'a' }, { length: 1 });
const noDomains = fc.constantFrom<Plain>('', 'a.example.com', '[]', {}, { '0': 'a.example.com', length: 1 });
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

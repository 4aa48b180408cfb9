/** Requests that create a record as rows describe them, and rows that one request tries together. */
import type { ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { isList, type JsonObject } from '../../../language/json.js';
import type { WRITTEN } from '../../support/json-texts.js';
import type { Collection } from './service.js';
import { afterwards } from './shared.js';

export const FIELDS = ['name', 'sysuserid', 'runtime', 'domains'] as const;
export type Field = (typeof FIELDS)[number];

/** How a request differs from one that creates a record as usual. */
export interface CreationRow {
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
  /** Rows of one batch are tried in as few requests as can be, and alone where such a request does not come to all that it asks for. */
  readonly batch?: 'usual' | 'odd' | 'open';
}

/** A name of a batch is one that services are likely to take: so many characters at the most follow those that all names of a run begin with. */
const MOST_LABEL = 18;
const MOST_AFTER_NAME = 36;

/** Both rows at once; `undefined` where they differ in the same thing. */
function joined(one: CreationRow, other: CreationRow): CreationRow | undefined {
  for (const key of ['of', 'batch'] as const) if (one[key] !== other[key]) return undefined;
  for (const key of ['length', 'domains', 'type', 'body', 'pace', 'names'] as const)
    if (one[key] !== undefined && other[key] !== undefined && one[key] !== other[key]) return undefined;
  const label = joinedLabels(one.label, other.label);
  const members = joinedMembers(one, other);
  const both = { ...one, ...other, ...(label === '' ? {} : { label }), members };
  const hasTwoNames = both.length !== undefined && (label !== '' || members?.name !== undefined);
  const hasTwoLists = both.domains !== undefined && members?.domains !== undefined;
  const isAlike = JSON.stringify([one.label, one.length]) === JSON.stringify([other.label, other.length]);
  if (members === undefined || hasTwoLists || (hasTwoNames && !isAlike) || label.length > MOST_LABEL) return undefined;
  return { ...both, members };
}

/** One after the other, unless the second stands in the first. */
function joinedLabels(one = '', other = ''): string {
  if (`-${one}-`.includes(`-${other}-`) || other === '') return one;
  return one === '' ? other : `${one}-${other}`;
}

function joinedMembers(one: CreationRow, other: CreationRow): JsonObject | undefined {
  const members: Record<string, Json> = { ...one.members };
  for (const [name, value] of Object.entries(other.members ?? {})) {
    const before = members[name];
    const both = before === undefined ? value : joinedValues(name, before, value, one.batch);
    if (both === undefined) return undefined;
    members[name] = both;
  }
  return members;
}

/** Texts after a name follow one another; a service that takes any domains may well take them in one list. */
function joinedValues(member: string, one: Json, other: Json, batch: CreationRow['batch']): Json | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (member === 'domains' && batch === 'open' && isList(one) && isList(other)) return [...one, ...other];
  if (member !== 'name' || typeof one !== 'string' || typeof other !== 'string') return undefined;
  const after = [one, other].map((text) => (text.startsWith('NAME') ? text.slice('NAME'.length) : undefined));
  const text = after.join('');
  return after.includes(undefined) || text.length > MOST_AFTER_NAME ? undefined : `NAME${text}`;
}

/** Rows in as few requests as they are put into one after the other: each request, and those that it stands for. */
export function batched(rows: readonly CreationRow[]): ReadonlyMap<CreationRow, CreationRow> {
  const batches: { request: CreationRow; readonly of: CreationRow[] }[] = [];
  for (const row of rows) {
    const batch = batches.find(({ request }) => joined(request, row) !== undefined);
    if (batch === undefined) batches.push({ request: row, of: [row] });
    else {
      batch.request = joined(batch.request, row) ?? row;
      batch.of.push(row);
    }
  }
  return new Map(batches.flatMap(({ request, of }) => of.map((row) => [row, request] as const)));
}

const waiting = new WeakMap<object, CreationRow[]>();

const requestsAfterwards = afterwards(async (to: Endpoint, _: 'rows') => {
  const rows = waiting.get(to.session) ?? [];
  waiting.delete(to.session);
  return batched(rows);
});

/** The row that stands for this one and others that are tried in this session at the same time. */
export async function requestFor(to: Endpoint, row: CreationRow): Promise<CreationRow> {
  if (row.batch === undefined) return row;
  const rows = waiting.get(to.session) ?? [];
  waiting.set(to.session, [...rows, row]);
  return (await requestsAfterwards(to, 'rows')).get(row) ?? row;
}

/** The tables of endpoints and fields as typed rows, each with the rows of the document that it stands for. */
import { Ajv, type ErrorObject } from 'ajv';
import type { Plain, RequirementFile } from '../../spec/types/requirement.js';
import type { DocumentFacts, Row } from '../../spec/types/row.js';
import type { Spec } from '../../spec/types/specification.js';
import { textDigest } from '../extract/text.js';
import { PlanningError } from '../plan/plan.js';

/** What an endpoint answers: all resources of a kind, one of them, the action that makes one, how far an action is. */
export type AnswerKind = 'list' | 'resource' | 'envelope' | 'status';

export interface EndpointFacts {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base URL; parameters in braces. */
  readonly path: string;
  readonly answer: AnswerKind;
  readonly resource: 'server' | 'app' | 'action';
  /** Fields of the resource that are sent. */
  readonly payload?: readonly string[];
}

export interface Field {
  /** Id of the field, such as `server.name`. */
  readonly name: string;
  readonly resource: 'account' | 'server' | 'app' | 'action' | 'envelope';
  /** What the document calls it, which is its name in JSON too unless it has a `place` or is the account's. */
  readonly field: string;
  readonly type: 'string' | 'object' | 'array of strings';
  /** Whether nothing can be created without it. */
  readonly required?: true;
  readonly secret?: true;
  /** Given for a field whose name in JSON is not documented. */
  readonly place?: string;
}

/** With the ids of the rows it stands for. */
export type WithRows<Entry> = Entry & { readonly rows: readonly string[] };

export interface ApiTables {
  readonly document: DocumentFacts;
  readonly endpoints: readonly WithRows<EndpointFacts>[];
  readonly fields: readonly WithRows<Field>[];
  /** Rows that the requirements on the tables cite and that stand for no entry of a table alone. */
  readonly rows: readonly string[];
}

type TableEntry = { readonly name: string; readonly [key: string]: Plain };

const NAME = '1-server-management-api/server/endpoints';
const FILE = `spec/${NAME}.yaml`;

const TEXT = { type: 'string', minLength: 1 } as const;
const MARK = { const: true } as const;

const ENDPOINTS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['name', 'method', 'path', 'answer', 'resource'],
    additionalProperties: false,
    properties: {
      name: TEXT,
      method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      path: { type: 'string', pattern: '^(/([A-Za-z0-9_-]+|\\{[A-Za-z0-9_-]+\\}))+$' },
      answer: { enum: ['list', 'resource', 'envelope', 'status'] },
      resource: { enum: ['server', 'app', 'action'] },
      payload: { type: 'array', minItems: 1, uniqueItems: true, items: TEXT },
    },
  },
} as const;

const FIELDS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['name', 'resource', 'field', 'type'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' },
      resource: { enum: ['account', 'server', 'app', 'action', 'envelope'] },
      field: TEXT,
      type: { enum: ['string', 'object', 'array of strings'] },
      required: MARK,
      secret: MARK,
      place: TEXT,
    },
  },
} as const;

/**
 * Reads the tables `endpoints` and `fields` of the requirements on the management API.
 * @throws PlanningError naming file, table, entry and key of what is wrong, or an entry that no cited row says
 */
export function apiTables({ documents, files, rows }: Pick<Spec, 'documents' | 'files' | 'rows'>): ApiTables {
  const file = files.get(NAME);
  const document = documents.find(({ id }) => id === file?.document);
  if (file === undefined || document === undefined) throw new PlanningError(`there is no ${FILE}, or not its document`);
  const cited = { endpoints: citedRows(file, 'endpoints', rows), fields: citedRows(file, 'fields', rows) };
  const endpoints = endpointsOf(file).map((one) => ({ ...one, rows: rowsOfEndpoint(one, cited.endpoints) }));
  const fields = fieldsOf(file).map((one) => ({ ...one, rows: rowsOfField(one, cited.fields) }));
  const own = new Set([...endpoints, ...fields].flatMap((one) => one.rows));
  const all = new Set([...cited.endpoints, ...cited.fields].map(({ id }) => id));
  return { document, endpoints, fields, rows: [...all].filter((id) => !own.has(id)) };
}

function endpointsOf(file: RequirementFile): readonly EndpointFacts[] {
  const isEndpoints = new Ajv().compile<readonly EndpointFacts[]>(ENDPOINTS);
  const entries: unknown = tableOf(file, 'endpoints');
  if (!isEndpoints(entries)) throw wrong(file, 'endpoints', isEndpoints.errors);
  refuseTwins(
    'endpoints',
    entries.map(({ method, path }) => `${method} ${path}`),
  );
  return entries;
}

function fieldsOf(file: RequirementFile): readonly Field[] {
  const isFields = new Ajv().compile<readonly Field[]>(FIELDS);
  const entries: unknown = tableOf(file, 'fields');
  if (!isFields(entries)) throw wrong(file, 'fields', isFields.errors);
  refuseTwins(
    'fields',
    entries.map(({ resource, field }) => `${field} of ${resource}`),
  );
  return entries;
}

const tableOf = (file: RequirementFile, table: string): readonly TableEntry[] => file.tables?.[table] ?? [];

function wrong(file: RequirementFile, table: string, errors: readonly ErrorObject[] | null | undefined): PlanningError {
  const [error] = errors ?? [];
  const [index = '', key = ''] = (error?.instancePath ?? '').split('/').slice(1);
  const name = tableOf(file, table)[Number(index)]?.name ?? index;
  const detail = Object.values(error?.params ?? {}).flat();
  return complaint(table, name, `${key === '' ? '' : `${key} `}${error?.message} (${detail.join(', ')})`);
}

/** A complaint about an entry of a table. */
export const complaint = (table: string, name: string, what: string): PlanningError =>
  new PlanningError(`${FILE}, table ${table}, ${name || 'all of it'}: ${what}`);

function refuseTwins(table: string, ids: readonly string[]): void {
  const twin = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twin !== undefined) throw complaint(table, twin, 'is there twice');
}

/** The rows that requirements with a case for each entry of the table cite, without repeats. */
function citedRows({ requirements }: RequirementFile, table: string, rows: Spec['rows']): readonly Row[] {
  const applying = requirements.filter(({ cases }) => cases?.some((application) => application.table === table));
  return [...new Set(applying.flatMap((requirement) => requirement.rows))].flatMap((id) => rows.get(id) ?? []);
}

/** The document's tables have method and path in cells of their own. */
function rowsOfEndpoint({ name, method, path }: EndpointFacts, cited: readonly Row[]): readonly string[] {
  const shape = `\`{base_url}${path.replace(/\{(.+?)\}/g, '<$1>')}\``;
  const found = cited.filter((row) => holds(row, method) && holds(row, shape));
  if (found.length === 0) throw complaint('endpoints', name, `no cited row has the cells ${method} and ${shape}`);
  return found.map(({ id }) => id);
}

/** Rows are named after the first words of their resource; where several hold the field, the shortest of these is its own. */
function rowsOfField({ name, resource, field, type }: Field, cited: readonly Row[]): readonly string[] {
  const headOf = ({ id }: Row): readonly string[] => id.slice(id.lastIndexOf('/') + 1).split('-');
  const found = cited.filter((row) => headOf(row).includes(resource) && holds(row, field) && holds(row, type));
  const [own] = found.sort((a, b) => headOf(a).length - headOf(b).length);
  if (own === undefined)
    throw complaint('fields', name, `no cited row of ${resource} has the cells ${field} and ${type}`);
  return [own.id];
}

/** Whether a cell holds the text and nothing else; rows keep digests of their cells, not words. */
const holds = ({ cells = [] }: Row, text: string): boolean => cells.some(({ digest }) => digest === textDigest(text));

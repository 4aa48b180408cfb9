/** The tables of endpoints and fields as typed rows, each with the rows of the document that describe it. */
import { Ajv, type ErrorObject } from 'ajv';
import type { Plain, RequirementFile } from '../../spec/types/requirement.js';
import type { DocumentFacts, Row } from '../../spec/types/row.js';
import type { Spec } from '../../spec/types/specification.js';
import { textDigest } from '../extract/text.js';
import { PlanningError } from '../plan/plan.js';

/** The answer of an endpoint: all resources of a kind, one of them, the action that creates one, or the progress of an action. */
type AnswerKind = 'list' | 'resource' | 'envelope' | 'status';

export interface EndpointFacts {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base URL; parameters in braces. */
  readonly path: string;
  readonly answer: AnswerKind;
  readonly resource: 'server' | 'app' | 'action';
  /** Fields of the resource that a request sends. */
  readonly payload?: readonly string[];
}

export interface Field {
  /** Id of the field, such as `server.name`. */
  readonly name: string;
  readonly resource: 'account' | 'server' | 'app' | 'action' | 'envelope';
  /** The document's name. It is the name in JSON too, unless the field has a `place` or belongs to the account. */
  readonly field: string;
  readonly type: 'string' | 'object' | 'array of strings';
  /** Whether every creation needs it. */
  readonly required?: true;
  readonly secret?: true;
  /** Present if its name in JSON is not documented. */
  readonly place?: string;
}

/** With the ids of the rows that describe it. */
export type WithRows<Entry> = Entry & { readonly rows: readonly string[] };

export interface ApiTables {
  readonly document: DocumentFacts;
  readonly endpoints: readonly WithRows<EndpointFacts>[];
  readonly fields: readonly WithRows<Field>[];
  /** Rows that requirements on the tables cite, and that describe no single entry. */
  readonly rows: readonly string[];
}

type TableEntry = { readonly name: string; readonly [key: string]: Plain };

const NAME = '1-server-management-api/server/endpoints';
const FILE = `spec/${NAME}.yaml`;

const TEXT = { type: 'string', minLength: 1 } as const;
const MARK = { const: true } as const;

const tableSchema = (required: readonly string[], properties: object) => ({
  type: 'array',
  minItems: 1,
  items: { type: 'object', required, additionalProperties: false, properties },
});

const ENDPOINTS = tableSchema(['name', 'method', 'path', 'answer', 'resource'], {
  name: TEXT,
  method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  path: { type: 'string', pattern: '^(/([A-Za-z0-9_-]+|\\{[A-Za-z0-9_-]+\\}))+$' },
  answer: { enum: ['list', 'resource', 'envelope', 'status'] },
  resource: { enum: ['server', 'app', 'action'] },
  payload: { type: 'array', minItems: 1, uniqueItems: true, items: TEXT },
});

const FIELDS = tableSchema(['name', 'resource', 'field', 'type'], {
  name: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' },
  resource: { enum: ['account', 'server', 'app', 'action', 'envelope'] },
  field: TEXT,
  type: { enum: ['string', 'object', 'array of strings'] },
  required: MARK,
  secret: MARK,
  place: TEXT,
});

/**
 * Reads the tables `endpoints` and `fields` of the requirements on the management API.
 * @throws PlanningError naming file, table, entry and key of a mistake, or an entry without a cited row
 */
export function apiTables({ documents, files, rows }: Pick<Spec, 'documents' | 'files' | 'rows'>): ApiTables {
  const file = files.get(NAME);
  const document = documents.find(({ id }) => NAME.startsWith(`${id}-`));
  if (file === undefined || document === undefined) throw new PlanningError(`there is no ${FILE}, or not its document`);
  const cited = { endpoints: citedRows(file, 'endpoints', rows), fields: citedRows(file, 'fields', rows) };
  const endpoints = entriesOf<EndpointFacts>(
    file,
    'endpoints',
    ENDPOINTS,
    ({ method, path }) => `${method} ${path}`,
  ).map((one) => ({ ...one, rows: rowsOfEndpoint(one, cited.endpoints) }));
  const fields = entriesOf<Field>(file, 'fields', FIELDS, ({ resource, field }) => `${field} of ${resource}`).map(
    (one) => ({ ...one, rows: rowsOfField(one, cited.fields) }),
  );
  const own = new Set([...endpoints, ...fields].flatMap((one) => one.rows));
  const all = new Set([...cited.endpoints, ...cited.fields].map(({ id }) => id));
  return { document, endpoints, fields, rows: [...all].filter((id) => !own.has(id)) };
}

/** The entries of a table, each with an id of its own. */
function entriesOf<Entry>(
  file: RequirementFile,
  table: string,
  schema: object,
  idOf: (entry: Entry) => string,
): readonly Entry[] {
  const isTable = new Ajv().compile<readonly Entry[]>(schema);
  const entries: unknown = tableOf(file, table);
  if (!isTable(entries)) throw wrong(file, table, isTable.errors);
  const ids = entries.map(idOf);
  const twin = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twin !== undefined) throw complaint(table, twin, 'is there twice');
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

/** An error about an entry of a table. */
export const complaint = (table: string, name: string, what: string): PlanningError =>
  new PlanningError(`${FILE}, table ${table}, ${name || 'all of it'}: ${what}`);

/** The rows cited by requirements with a case for each entry of the table, without repeats. */
function citedRows({ requirements }: RequirementFile, table: string, rows: Spec['rows']): readonly Row[] {
  const applying = requirements.filter(({ cases }) =>
    cases?.some((application) => [application.table].flat().includes(table)),
  );
  return [...new Set(applying.flatMap((requirement) => requirement.rows))].flatMap((id) => rows.get(id) ?? []);
}

/** The document's tables have cells for method and path. */
function rowsOfEndpoint({ name, method, path }: EndpointFacts, cited: readonly Row[]): readonly string[] {
  const shape = `\`{base_url}${path.replace(/\{(.+?)\}/g, '<$1>')}\``;
  const found = cited.filter((row) => holds(row, method) && holds(row, shape));
  if (found.length === 0) throw complaint('endpoints', name, `no cited row has the cells ${method} and ${shape}`);
  return found.map(({ id }) => id);
}

/** Rows begin with the first words of their resource. If several rows have the field, the shortest is its own. */
function rowsOfField({ name, resource, field, type }: Field, cited: readonly Row[]): readonly string[] {
  const headOf = ({ id }: Row): readonly string[] => id.slice(id.lastIndexOf('/') + 1).split('-');
  const found = cited.filter((row) => headOf(row).includes(resource) && holds(row, field) && holds(row, type));
  const [own] = found.sort((a, b) => headOf(a).length - headOf(b).length);
  if (own === undefined)
    throw complaint('fields', name, `no cited row of ${resource} has the cells ${field} and ${type}`);
  return [own.id];
}

/** Whether a cell consists of the text. Rows keep digests of their cells, not words. */
const holds = ({ cells = [] }: Row, text: string): boolean => cells.some(({ digest }) => digest === textDigest(text));

import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'tape';
import { readSpec } from '../../spec/reading/read.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { Plain, PlainObject, RequirementFile } from '../../spec/types/requirement.js';
import type { Row } from '../../spec/types/row.js';
import type { Spec } from '../../spec/types/specification.js';
import { textDigest } from '../extract/text.js';
import { PlanningError } from '../plan/plan.js';
import { openApiOf } from './openapi.js';

type Entry = { readonly name: string; readonly [key: string]: Plain };

const NAME = '1-server-management-api/server/endpoints';
const spec = readSpec(PACKAGE_ROOT);
const description = openApiOf(spec);

const isFields = (value: Plain | undefined): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsAt = (from: PlainObject, ...path: readonly string[]): PlainObject => {
  const [key, ...rest] = path;
  if (key === undefined) return from;
  const value = from[key];
  return isFields(value) ? fieldsAt(value, ...rest) : {};
};

/** A copy in which the value at the path is replaced or removed. */
function changed(from: PlainObject, [key = '', ...rest]: readonly string[], value: Plain | undefined): PlainObject {
  const { [key]: old, ...others } = from;
  const inner = rest.length === 0 ? value : changed(isFields(old) ? old : {}, rest, value);
  return inner === undefined ? others : { ...others, [key]: inner };
}

const tableOf = (name: string): readonly Entry[] => spec.files.get(NAME)?.tables?.[name] ?? [];

/** The specification with another file of these requirements. */
function withFile(change: (file: RequirementFile) => RequirementFile, rows: readonly Row[] = []): Spec {
  const file = spec.files.get(NAME);
  if (file === undefined) throw new Error(`${NAME} is gone`);
  return {
    ...spec,
    files: new Map([...spec.files, [NAME, change(file)]]),
    rows: new Map([...spec.rows, ...rows.map((row): [string, Row] => [row.id, row])]),
  };
}

const withTable = (table: string, entries: readonly Entry[]): Spec =>
  withFile((file) => ({ ...file, tables: { ...file.tables, [table]: entries } }));

function objectsIn(value: Plain, path = ''): readonly (readonly [string, PlainObject])[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => objectsIn(one, `${path}/${at}`));
  if (!isFields(value)) return [];
  return [[path, value], ...Object.entries(value).flatMap(([key, inner]) => objectsIn(inner, `${path}/${key}`))];
}

const operations = (from: PlainObject): readonly (readonly [string, string, PlainObject])[] =>
  Object.keys(fieldsAt(from, 'paths')).flatMap((path) =>
    Object.keys(fieldsAt(from, 'paths', path)).map(
      (method) => [path, method, fieldsAt(from, 'paths', path, method)] as const,
    ),
  );

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + camel(name).slice(1);

test('OpenAPI: valid by a validator of other makers', async (t) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(description));
  t.ok(valid, `no complaint ${JSON.stringify(errors)}`);
  t.equal(validator.version, '3.1');
});

test('OpenAPI: that validator refuses broken descriptions', async (t) => {
  const get = ['paths', '/actions/{actionid}', 'get'];
  const broken: readonly (readonly [readonly string[], Plain | undefined])[] = [
    [['openapi'], '3.1'],
    [['info', 'version'], undefined],
    [['info', 'license', 'url'], 'https://localhost/licence'],
    [['paths', 'servers'], {}],
    [[...get, 'operationid'], 'getAction'],
    [[...get, 'parameters'], [{ name: 'actionid', in: 'path', schema: {} }]],
    [[...get, 'responses', '2XX', 'description'], undefined],
    [[...get, 'responses', '2xx'], { description: 'lower case' }],
    [['components', 'schemas', 'server ID'], {}],
    [['components', 'schemas', 'server.name'], 'string'],
    [['components', 'securitySchemes', 'account', 'scheme'], undefined],
    [['servers'], [{ variables: {} }]],
  ];
  for (const [path, value] of broken) {
    const { valid, errors } = await new Validator().validate(structuredClone(changed(description, path, value)));
    t.ok(
      !valid && Array.isArray(errors) && errors.length > 0,
      `${path.join(' ')}: ${value === undefined ? 'none' : 'wrong'}`,
    );
  }
});

test('OpenAPI: what a part refers to is there', (t) => {
  const objects = objectsIn(description);
  const paths = new Set(objects.map(([path]) => `#${path}`));
  const refs = objects.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
  t.ok(refs.length > 20);
  for (const ref of new Set(refs)) t.ok(paths.has(ref), ref);
  const ids = operations(description).map(([, , { operationId }]) => operationId);
  t.equal(new Set(ids).size, ids.length, 'operations have names of their own');
  const links = objects.filter(([path]) => /\/links\/[^/]+$/.test(path));
  t.deepEqual(
    links.map(([, link]) => link),
    [{ operationId: 'getAction', parameters: { actionid: '$response.body#/actionid' } }],
    'an action can be followed',
  );
  t.end();
});

test('OpenAPI: every endpoint of the table is an operation, and nothing else is', (t) => {
  const expected = tableOf('endpoints').map(({ name, method, path }) => [path, method, camel(name)]);
  const found = operations(description).map(([path, method, { operationId }]) => [
    path,
    method.toUpperCase(),
    operationId ?? null,
  ]);
  t.deepEqual(found.sort(), expected.sort());
  const bodies = operations(description).filter(([, , operation]) => 'requestBody' in operation);
  t.deepEqual(bodies.map(([path, method]) => `${method} ${path}`).sort(), ['post /apps', 'post /servers']);
  t.end();
});

test('OpenAPI: every field of the table has its type, and nothing else is described', (t) => {
  const schemas = fieldsAt(description, 'components', 'schemas');
  const fields = tableOf('fields');
  const endpoints = tableOf('endpoints').flatMap(({ name, payload }) => [
    `${pascal(name)}Answer`,
    ...(payload === undefined ? [] : [`${pascal(name)}Payload`]),
  ]);
  t.deepEqual(Object.keys(schemas).sort(), [...fields.map(({ name }) => name), ...endpoints].sort());
  for (const { name, type, secret } of fields) {
    const schema = fieldsAt(schemas, name);
    const { type: of } = fieldsAt(schema, 'items');
    t.equal(of === undefined ? schema.type : `${schema.type} of ${of}s`, type, name);
    t.equal(schema.format === 'password', secret === true, `${name} is ${secret ? 'a' : 'no'} secret`);
  }
  const text = JSON.stringify(description);
  for (const { name } of fields) t.ok(text.includes(`"#/components/schemas/${name}"`), `${name} is referenced`);
  t.equal(fieldsAt(schemas, 'account.api-key').writeOnly, true);
  t.equal(fieldsAt(schemas, 'server.server-api-key').readOnly, true);
  t.end();
});

test('OpenAPI: payloads and answers have their documented parts', (t) => {
  const ajv = new Ajv2020({ formats: { password: true } });
  for (const word of ['x-srvspec-rows', 'x-srvspec-fields', 'components']) ajv.addKeyword(word);
  const components = fieldsAt(description, 'components');
  ajv.addSchema({ $id: 'api:', components: { schemas: fieldsAt(components, 'schemas') } });
  const app = { name: 'a', sysuserid: '1', runtime: 'php8.4', domains: ['a.test', 'b.test'] };
  const envelope = { actionid: 'x', data: { ...app, id: 1 } };
  const cases: readonly (readonly [string, readonly Plain[], readonly Plain[]])[] = [
    ['CreateServerPayload', [{ name: 'a' }, { name: 'a', more: 1 }], [{}, { name: 1 }, { name: null }, [], 'a']],
    ['CreateAppPayload', [app, {}], [{ ...app, domains: 'a.test' }, { domains: [1] }, { runtime: 8.4 }, [app]]],
    ['CreateAppAnswer', [envelope, { actionid: '', data: {} }], [{ data: app }, { actionid: 'x' }, app, [envelope]]],
    [
      'CreateAppAnswer',
      [],
      [
        { ...envelope, actionid: 1 },
        { ...envelope, data: [app] },
        { ...envelope, data: 'a' },
      ],
    ],
    ['CreateAppAnswer', [], [{ actionid: 'x', data: { domains: 'a.test' } }]],
    ...['ListServersAnswer', 'ListAppsAnswer', 'CreateServerAnswer', 'GetActionAnswer'].map(
      (open) => [open, [{}, [], 'text', { data: [] }, null], []] as const,
    ),
  ];
  for (const [schema, good, bad] of cases) {
    const accepts = ajv.compile({ $ref: `api:#/components/schemas/${schema}` });
    for (const value of good) t.ok(accepts(value), `${schema} takes ${JSON.stringify(value)}`);
    for (const value of bad) t.notOk(accepts(value), `${schema} refuses ${JSON.stringify(value)}`);
  }
  t.end();
});

test('OpenAPI: every operation needs credentials, and errors are left open', (t) => {
  t.deepEqual(description.security, [{ account: [] }]);
  t.equal(fieldsAt(description, 'components', 'securitySchemes', 'account').scheme, 'basic');
  for (const [path, method, operation] of operations(description)) {
    t.notOk('security' in operation, `${method} ${path} makes no exception`);
    t.deepEqual(Object.keys(fieldsAt(operation, 'responses')), ['401', '2XX', 'default']);
  }
  for (const response of Object.values(fieldsAt(description, 'components', 'responses')))
    t.deepEqual(Object.keys(isFields(response) ? response : {}), ['description']);
  t.end();
});

test("OpenAPI: each row of the document's two tables is at the part that it describes", (t) => {
  const cited = objectsIn(description).flatMap(([, { 'x-srvspec-rows': rows }]) => (Array.isArray(rows) ? rows : []));
  for (const id of new Set(cited)) t.ok(typeof id === 'string' && spec.rows.has(id), `there is a row ${id}`);
  const tables = [...spec.rows.values()].filter(({ id, kind }) => id.startsWith('1/') && kind === 'table-row');
  t.deepEqual(
    tables.filter(({ id }) => !cited.includes(id)).map(({ id }) => id),
    [],
  );
  const rowsOf = (...path: readonly string[]) => fieldsAt(description, ...path)['x-srvspec-rows'];
  t.deepEqual(rowsOf('paths', '/apps', 'post'), ['1/endpoints/post-2']);
  t.deepEqual(rowsOf('components', 'schemas', 'action.actionid'), ['1/resources-and-their-fields/action']);
  const envelope = '1/resources-and-their-fields/action-returning-response-envelope';
  t.deepEqual(rowsOf('components', 'schemas', 'envelope.actionid'), [envelope]);
  t.end();
});

test('OpenAPI: a new row of the table is a new operation', (t) => {
  const cells = ['DELETE', '`{base_url}/apps/<name>`'].map((text) => ({
    column: '',
    code: [],
    digest: textDigest(text),
  }));
  const [like] = spec.rows.values();
  if (like === undefined) throw new Error('no rows');
  const row = { ...like, id: '1/endpoints/delete', cells };
  const entry = { name: 'delete-app', method: 'DELETE', path: '/apps/{name}', answer: 'envelope', resource: 'app' };
  const grown = withFile(
    (file) => ({
      ...file,
      tables: { ...file.tables, endpoints: [...tableOf('endpoints'), entry] },
      requirements: file.requirements.map((one) => ({ ...one, rows: [...one.rows, row.id] })),
    }),
    [row],
  );
  const operation = fieldsAt(openApiOf(grown), 'paths', '/apps/{name}', 'delete');
  t.equal(operation.operationId, 'deleteApp');
  t.deepEqual(operation['x-srvspec-rows'], [row.id]);
  t.notOk('requestBody' in operation);
  t.equal(operations(openApiOf(grown)).length, operations(description).length + 1);
  t.end();
});

test('OpenAPI: the same specification gives the same description', (t) => {
  const backwards = { ...spec, files: new Map([...spec.files].reverse()), rows: new Map([...spec.rows].reverse()) };
  t.equal(JSON.stringify(openApiOf(backwards)), JSON.stringify(description));
  const [server] = Array.isArray(description.servers) ? description.servers : [];
  t.match(JSON.stringify(server), /^\{"url":"\{base_url\}",.*"default":"[^"]+\/v1"/);
  t.end();
});

test('OpenAPI: a table that cannot be described is refused with its place', (t) => {
  const endpoints = tableOf('endpoints');
  const fields = tableOf('fields');
  const change = (entries: readonly Entry[], name: string, more: PlainObject): readonly Entry[] =>
    entries.map((one) => (one.name === name ? { ...one, ...more } : one));
  const without = (entries: readonly Entry[], name: string) => entries.filter((one) => one.name !== name);
  const wrong: readonly (readonly [Spec, RegExp])[] = [
    [withTable('endpoints', []), /table endpoints, all of it: must NOT have fewer than 1 items/],
    [withTable('endpoints', change(endpoints, 'list-apps', { method: 'get' })), /list-apps: method must be .*GET/],
    [withTable('endpoints', change(endpoints, 'list-apps', { answer: 'page' })), /list-apps: answer must be .*status/],
    [withTable('endpoints', change(endpoints, 'list-apps', { path: 'apps' })), /list-apps: path must match pattern/],
    [
      withTable('endpoints', change(endpoints, 'list-apps', { path: '/app' })),
      /list-apps: no cited row .*base_url}\/app/,
    ],
    [withTable('endpoints', change(endpoints, 'list-apps', { paylod: [] })), /list-apps: must NOT .*\(paylod\)/],
    [withTable('endpoints', change(endpoints, 'create-app', { payload: ['nam'] })), /create-app: no field nam of app/],
    [withTable('endpoints', change(endpoints, 'create-app', { payload: 'name' })), /create-app: payload must be array/],
    [
      withTable('endpoints', change(endpoints, 'create-server', { payload: ['server ID'] })),
      /create-server: no field server ID of server with a name in JSON/,
    ],
    [withTable('endpoints', [...endpoints, ...endpoints.slice(0, 1)]), /GET \/servers: is there twice/],
    [withTable('fields', change(fields, 'app.domains', { type: 'array' })), /fields, app\.domains: type must be/],
    [withTable('fields', change(fields, 'app.domains', { type: 'string' })), /app\.domains: no cited row of app/],
    [withTable('fields', change(fields, 'app.name', { resource: 'application' })), /app\.name: resource must be/],
    [withTable('fields', change(fields, 'server.name', { required: 'yes' })), /server\.name: required must be/],
    [withTable('fields', change(fields, 'app.runtime', { field: 'language' })), /app\.runtime: no cited row/],
    [withTable('fields', without(fields, 'action.actionid')), /get-action: no field actionid of action/],
    [withFile((file) => ({ ...file, requirements: [] })), /list-servers: no cited row/],
  ];
  for (const [broken, message] of wrong) {
    const place = new RegExp(`^spec/1-server-management-api/server/endpoints\\.yaml, .*${message.source}`);
    try {
      openApiOf(broken);
      t.fail(message.source);
    } catch (error) {
      t.ok(error instanceof PlanningError && place.test(error.message), String(error));
    }
  }
  t.throws(
    () => openApiOf({ ...spec, files: new Map() }),
    /there is no spec\/1-server-management-api\/server\/endpoints\.yaml/,
  );
  t.end();
});

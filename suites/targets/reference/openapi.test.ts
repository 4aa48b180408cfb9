/** The OpenAPI description alone is enough to use a server that follows the document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import test, { type Test } from 'tape';
import { request } from 'undici';
import { startApiServer } from '../../../reference/api/server/start.js';
import { OPENAPI_FILE } from '../../../spec/compiled/compiled.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';

type Json = { readonly [key: string]: unknown };

/** One operation, with its references resolved. */
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly payload: Json | undefined;
  readonly answer: Json;
  /** Operations that a value of the answer leads to, with the place of each parameter in it. */
  readonly links: readonly { readonly to: string; readonly parameters: Json }[];
}

interface Service {
  readonly operations: readonly Operation[];
  ask(operation: Operation, given: Given): Promise<Answered>;
}

interface Given {
  readonly parameters?: Json;
  readonly payload?: unknown;
  readonly stranger?: true;
}

interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

const RUNS = { numRuns: 10, seed: 1 };

const jsonOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
const at = (value: unknown, ...path: readonly string[]): Json =>
  jsonOf(path.reduce((inner: unknown, key) => jsonOf(inner)[key], value));

/** A server of its own, and its description as a tool would read it. */
async function described(t: Test): Promise<Service> {
  const server = await startApiServer();
  t.teardown(() => server.stop());
  const { clientId = '', apiKey = '' } = server.credentials ?? {};
  const validator = new Validator();
  const anywhere = jsonOf(JSON.parse(readFileSync(join(PACKAGE_ROOT, OPENAPI_FILE), 'utf8')));
  const { valid } = await validator.validate({ ...anywhere, servers: [{ url: server.url }] });
  t.ok(valid, 'the description is valid with an address too');
  const description = validator.resolveRefs();
  const [base] = Array.isArray(description.servers) ? description.servers : [];
  const authorization = `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;
  return {
    operations: operationsOf(description),
    ask: (operation, given) => ask(`${jsonOf(base).url}`, authorization, operation, given),
  };
}

function operationsOf({ paths }: Json): readonly Operation[] {
  return Object.keys(at(paths)).flatMap((path) =>
    Object.entries(at(paths, path)).map(([method, operation]) => ({
      id: String(jsonOf(operation).operationId),
      method: method.toUpperCase(),
      path,
      payload: 'requestBody' in jsonOf(operation) ? schemaIn(at(operation, 'requestBody')) : undefined,
      answer: schemaIn(at(operation, 'responses', '2XX')),
      links: Object.values(at(operation, 'responses', '2XX', 'links')).map((link) => ({
        to: String(jsonOf(link).operationId),
        parameters: at(link, 'parameters'),
      })),
    })),
  );
}

const schemaIn = (holder: Json): Json => at(holder, 'content', 'application/json', 'schema');

async function ask(base: string, authorization: string, { method, path }: Operation, given: Given): Promise<Answered> {
  const { parameters = {}, payload, stranger = false } = given;
  const filled = path.replace(/\{(.+?)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const { statusCode, headers, body } = await request(base + filled, {
    method,
    headers: {
      ...(stranger ? {} : { authorization }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: payload === undefined ? null : JSON.stringify(payload),
  });
  return { status: statusCode, type: headers['content-type']?.toString(), body: await body.json() };
}

const succeeded = ({ status }: Answered): boolean => status >= 200 && status < 300;

/** Values of a schema of the description, with every property of an object. */
function valuesOf(schema: Json): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return fc.string({ minLength: 1, unit: 'grapheme' });
    case 'array':
      return fc.array(valuesOf(jsonOf(schema.items)), { maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(at(schema, 'properties')).map(([k, v]) => [k, valuesOf(jsonOf(v))])),
      );
    default:
      throw new Error(`no values of ${JSON.stringify(schema)}`);
  }
}

/** Compiles schemas of the description, whose own keywords do not restrict values. */
function validators(): (schema: Json) => (value: unknown) => boolean {
  const ajv = new Ajv2020({ formats: { password: true } });
  for (const word of ['x-srvspec-rows', 'x-srvspec-fields']) ajv.addKeyword(word);
  return (schema) => ajv.compile(schema);
}

/** A drawn payload, or undefined for an operation without one. */
const payloadsOf = ({ payload }: Operation): readonly unknown[] =>
  payload === undefined ? [undefined] : fc.sample(valuesOf(payload), RUNS);

const needsParameters = ({ path }: Operation): boolean => path.includes('{');

test('OpenAPI: payloads drawn from the description are served with the described answers', async (t) => {
  const { operations, ask } = await described(t);
  const accepts = validators();
  for (const operation of operations.filter((one) => !needsParameters(one))) {
    const isAnswer = accepts(operation.answer);
    for (const payload of payloadsOf(operation)) {
      const answered = await ask(operation, { payload });
      const reported = `${operation.id} ${JSON.stringify(payload ?? null)}: ${answered.status}`;
      t.ok(
        succeeded(answered) && /^application\/json\b/.test(answered.type ?? '') && isAnswer(answered.body),
        reported,
      );
    }
  }
});

test('OpenAPI: links lead from an answer to the next request', async (t) => {
  const { operations, ask } = await described(t);
  const linked = operations.filter(({ links }) => links.length > 0);
  t.deepEqual(
    linked.map(({ id }) => id),
    ['createApp'],
  );
  for (const operation of linked) {
    const { body } = await ask(operation, { payload: payloadsOf(operation)[0] });
    for (const { to, parameters } of operation.links) {
      const values = Object.entries(parameters).map(([name, where]) => [
        name,
        jsonOf(body)[String(where).replace('$response.body#/', '')],
      ]);
      const next = operations.find(({ id }) => id === to);
      t.ok(next !== undefined && succeeded(await ask(next, { parameters: Object.fromEntries(values) })), to);
    }
  }
});

test('OpenAPI: payloads that the description refuses are refused', async (t) => {
  const { operations, ask } = await described(t);
  for (const operation of operations) {
    const { id, payload: schema } = operation;
    if (schema === undefined) continue;
    const isPayload = validators()(schema);
    const [good] = payloadsOf(operation);
    const names = Object.keys(jsonOf(good));
    const changed = names.flatMap((name) =>
      [1, true, null, {}, [1]].map((value) => ({ ...jsonOf(good), [name]: value })),
    );
    const refused = [...changed, {}, [], 'text', 1].filter((payload) => !isPayload(payload));
    t.ok(refused.length >= names.length * 5, `${refused.length} payloads of ${id}`);
    for (const payload of refused)
      t.notOk(succeeded(await ask(operation, { payload })), `${id} ${JSON.stringify(payload)}`);
  }
});

test('OpenAPI: without the credentials of the description nothing is served', async (t) => {
  const { operations, ask } = await described(t);
  t.equal(operations.length, 5);
  for (const operation of operations) {
    const given = { parameters: { actionid: 'x' }, payload: payloadsOf(operation)[0], stranger: true } as const;
    t.equal((await ask(operation, given)).status, 401, operation.id);
  }
});

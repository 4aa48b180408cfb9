import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import test from 'tape';
import { Project } from 'ts-morph';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { definitionsFor } from './definitions.js';
import { schemaFiles } from './schema.js';

/** Schemas of the type `T` of a source text, and of what it reaches. */
const definitionsOf = (source: string) => {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return definitionsFor(project.createSourceFile('types.ts', source), 'T');
};

test('schema: the committed files are what the types generate', (t) => {
  const files = schemaFiles();
  t.deepEqual(
    files.map(({ path }) => path),
    [
      ...['rows', 'requirements', 'tables', 'rulings', 'members', 'pending', 'step'].map(
        (name) => `spec/schemas/${name}.schema.json`,
      ),
      'reports/report.schema.json',
      'reports/comparison.schema.json',
      'suites/targets/adapter/protocol.schema.json',
      'suites/scenarios/scenario.schema.json',
    ],
  );
  for (const { path, text } of files) t.equal(readFileSync(join(PACKAGE_ROOT, path), 'utf8'), text, path);
  t.end();
});

test('schema: keywords, literals, arrays, records', (t) => {
  const source = `export interface T {
    /** Of \`a\`,
     * on two lines. */
    readonly a: string;
    b?: readonly (number | null)[];
    c: 'x' | 'y';
    d: { readonly [key: string]: boolean };
    e: 1 | 2;
    f: \`\${number}.\${number}\`;
    g: true;
    h?: unknown;
  }`;
  t.deepEqual(definitionsOf(source), {
    T: {
      type: 'object',
      properties: {
        a: { description: 'Of `a`, on two lines.', type: 'string' },
        b: { type: 'array', items: { type: ['number', 'null'] } },
        c: { enum: ['x', 'y'] },
        d: { type: 'object', additionalProperties: { type: 'boolean' } },
        e: { enum: [1, 2] },
        f: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
        g: { enum: [true] },
        h: {},
      },
      required: ['a', 'c', 'd', 'e', 'f', 'g'],
      additionalProperties: false,
    },
  });
  t.end();
});

test('schema: names become definitions, and extended types are included', (t) => {
  const source = `
    /** The file. */

    /** The type. */
    export interface T extends Base { readonly own: Name; readonly inner?: T }
    interface Base extends Root { readonly base: string }
    interface Root { readonly root?: Kind }
    type Name = string;
    type Kind = 'a';
    interface Unused {}`;
  const definitions = definitionsOf(source);
  t.deepEqual(Object.keys(definitions), ['T', 'Name', 'Kind']);
  t.deepEqual(definitions.T, {
    description: 'The type.',
    type: 'object',
    properties: {
      own: { $ref: '#/definitions/Name' },
      inner: { $ref: '#/definitions/T' },
      base: { type: 'string' },
      root: { $ref: '#/definitions/Kind' },
    },
    required: ['own', 'base'],
    additionalProperties: false,
  });
  t.end();
});

test('schema: unions of one kind each are one schema, others are alternatives', (t) => {
  t.deepEqual(definitionsOf('export type T = null | string | readonly T[] | { readonly [key: string]: T };'), {
    T: {
      type: ['null', 'string', 'array', 'object'],
      items: { $ref: '#/definitions/T' },
      additionalProperties: { $ref: '#/definitions/T' },
    },
  });
  t.deepEqual(definitionsOf("export type T = 'a' | number;"), { T: { anyOf: [{ enum: ['a'] }, { type: 'number' }] } });
  t.deepEqual(definitionsOf('export type T = { readonly a: string } | { readonly b: string };').T?.anyOf?.length, 2);
  t.end();
});

test('schema: lists of texts, objects that have a key for each, tuples', (t) => {
  const source = `
    export interface T { readonly a: { readonly [N in Name]: number }; readonly b: readonly [string, string] }
    type Name = (typeof NAMES)[number];
    const NAMES = ['x', 'y'] as const;`;
  t.deepEqual(definitionsOf(source), {
    T: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { x: { type: 'number' }, y: { type: 'number' } },
          required: ['x', 'y'],
          additionalProperties: false,
        },
        b: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
      },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    Name: { enum: ['x', 'y'] },
  });
  for (const type of ['{ [N in string]: number }', 'readonly [string, number]', '(typeof NONE)[number]', 'T["a"]'])
    t.throws(() => definitionsOf(`\nexport type T = ${type};`), /^SchemaError: \/types\.ts:[12]: /, type);
  t.end();
});

test('schema: types without a schema are refused with their place', (t) => {
  for (const type of ['() => void', 'bigint', 'string & number', 'false', '-1', 'Record<string, string>', 'keyof T']) {
    t.throws(() => definitionsOf(`\nexport type T = ${type};`), /^SchemaError: \/types\.ts:[12]: /, type);
  }
  t.end();
});

test('schema: every committed schema compiles, and refuses wrong data', (t) => {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  for (const { path, text } of schemaFiles()) {
    const accepts = ajv.compile(JSON.parse(text));
    t.notOk(accepts({ stray: 1 }), `${path}: a map of another kind`);
    t.notOk(accepts([]), `${path}: a list`);
  }
  t.end();
});

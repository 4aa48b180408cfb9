/** Writes models as JSON, with the keys and the key order of their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../spec/reading/root.js';
import type { RunReport } from './model.js';
import { runOutcome } from './outcome.js';

/** The part of a schema that lists the keys of an object in their order. */
interface KeySchema {
  readonly $ref?: string;
  readonly items?: KeySchema;
  readonly properties?: { readonly [key: string]: KeySchema };
}

/** The model itself as JSON, with the outcome of the run. */
export const jsonReport = (report: RunReport): string =>
  jsonText({ ...report, outcome: runOutcome(report) }, 'reports/report.schema.json');

/** A model as JSON with the keys of its schema. The schema's file is named from the root of the package. */
export function jsonText(model: object, schemaFile: string): string {
  const schema: KeySchema & { readonly definitions: NonNullable<KeySchema['properties']> } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, schemaFile), 'utf8'),
  );
  return `${withoutLoneSurrogates(JSON.stringify(inOrder(model, schema, schema.definitions), null, 2))}\n`;
}

function inOrder(value: unknown, schema: KeySchema, definitions: NonNullable<KeySchema['properties']>): unknown {
  const { items, properties } = definitions[schema.$ref?.replace('#/definitions/', '') ?? ''] ?? schema;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((one: unknown) => inOrder(one, items, definitions));
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([key, of]) =>
      key in value ? [[key, inOrder(Reflect.get(value, key), of, definitions)]] : [],
    ),
  );
}

/** An escaped backslash, which is kept, or the escape of a lone surrogate. */
const LONE_SURROGATES = /\\\\|\\(?=u[dD][89a-fA-F])/g;

/** Writes a lone surrogate as the six characters `\\ud800`: other languages ignore the escape, or cannot print it. */
const withoutLoneSurrogates = (json: string): string => json.replace(LONE_SURROGATES, '\\\\');

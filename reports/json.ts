/** Models as JSON, with the keys of their published schemas in the order of those. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../spec/reading/root.js';
import type { RunReport } from './model.js';
import { runOutcome } from './outcome.js';

/** The part of a schema that says which keys an object has, and in which order. */
interface KeySchema {
  readonly $ref?: string;
  readonly items?: KeySchema;
  readonly properties?: { readonly [key: string]: KeySchema };
}

/** The model itself as JSON, with what the run comes to. */
export const jsonReport = (report: RunReport): string =>
  jsonText({ ...report, outcome: runOutcome(report) }, 'reports/report.schema.json');

/** A model as JSON, with the keys of its schema in the order of that. */
export function jsonText(model: object, schemaFile: string): string {
  const schema: KeySchema & { readonly definitions: NonNullable<KeySchema['properties']> } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, schemaFile), 'utf8'),
  );
  return `${withoutHalves(JSON.stringify(inOrder(model, schema, schema.definitions), null, 2))}\n`;
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

/** An escaped backslash, which is kept, or the escape of half a character. */
const HALVES = /\\\\|\\(?=u[dD][89a-fA-F])/g;

/**
 * Half a surrogate pair is spelled out as the six characters `\\ud800`: other languages read the escape as no character, or
 * cannot print it.
 */
const withoutHalves = (json: string): string => json.replace(HALVES, '\\\\');

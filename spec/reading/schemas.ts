import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import type { MemberFile } from '../types/member.js';
import type { RequirementFile } from '../types/requirement.js';
import type { RowFile } from '../types/row.js';
import type { RulingFile } from '../types/ruling.js';
import type { PendingFile } from '../types/specification.js';
import type { StepOf } from '../types/step.js';
import type { TableFile } from '../types/tables.js';
import { type Complaint, complaintAt } from './complaints.js';
import { tokensOf } from './pointers.js';
import { PACKAGE_ROOT } from './root.js';
import type { Source } from './sources.js';

/** The data of a file if its schema accepts it, otherwise every complaint. */
type ValidationResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

export type Validate<T> = (source: Source) => ValidationResult<T>;

/** The validators of all kinds of files, compiled from the published schemas. */
type Validators = ReturnType<typeof compiledValidators>;

let compiled: Validators | undefined;

/** Compiled once, because it takes longer than reading a small specification. */
export function validators(): Validators {
  compiled ??= compiledValidators();
  return compiled;
}

function compiledValidators() {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
  return {
    rows: validator(ajv.compile<RowFile>(schemaNamed('rows'))),
    requirements: validator(ajv.compile<RequirementFile>(schemaNamed('requirements'))),
    tables: validator(ajv.compile<TableFile>(schemaNamed('tables'))),
    members: validator(ajv.compile<MemberFile>(schemaNamed('members'))),
    rulings: validator(ajv.compile<RulingFile>(schemaNamed('rulings'))),
    pending: validator(ajv.compile<PendingFile>(schemaNamed('pending'))),
    step: validator(ajv.compile<StepOf>(schemaNamed('step'))),
  };
}

function schemaNamed(name: string): AnySchema {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, `spec/schemas/${name}.schema.json`), 'utf8'));
}

/** The errors of a compiled schema for a source, as complaints. */
export const validator =
  <T>(accepts: ValidateFunction<T>): Validate<T> =>
  (source) => {
    const { data } = source;
    if (accepts(data)) return { ok: true, value: data };
    return { ok: false, complaints: (accepts.errors ?? []).map((error) => complaintOf(source, error)) };
  };

function complaintOf(source: Source, error: ErrorObject): Complaint {
  const path = tokensOf(error.instancePath);
  const wrongValue = (expected: string, advice: string): Complaint =>
    complaintAt(source.at(path), shortened(error.data), expected, advice);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(source, [...path, String(error.params.additionalProperty)], error);
    case 'required': {
      const key = String(error.params.missingProperty);
      return complaintAt(source.at(path), `no key "${key}"`, `"${key}" here`, `add "${key}:"`);
    }
    case 'enum':
      return wrongValue(`one of ${JSON.stringify(error.params.allowedValues)}`, 'write one of these');
    case 'pattern':
      return wrongValue(`text like ${error.params.pattern}${about(error)}`, 'write it in this form');
    case 'type':
      return wrongValue(`${[error.params.type].flat().join(' or ')}${about(error)}`, retype(error));
    default:
      return wrongValue(`a value that the schema allows: ${error.message}`, 'change it');
  }
}

function unknownKey(source: Source, path: string[], { parentSchema }: ErrorObject): Complaint {
  const known = Object.keys(parentSchema?.properties ?? {});
  const expected = `only the keys ${known.join(', ')}`;
  return complaintAt(source.atKey(path), `the key "${path.at(-1)}"`, expected, 'remove it, or correct its name');
}

const shortened = (data: unknown): string => {
  const text = JSON.stringify(data) ?? String(data);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const about = ({ parentSchema }: ErrorObject): string =>
  typeof parentSchema?.description === 'string' ? ` (${parentSchema.description})` : '';

/** Usually YAML read a number, a boolean or nothing instead of text. */
const retype = ({ params, data }: ErrorObject): string =>
  params.type === 'string' && typeof data !== 'object' ? 'put it in quotes' : 'write a value of that type';

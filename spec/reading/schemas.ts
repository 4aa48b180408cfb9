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
import { PACKAGE_ROOT } from './root.js';
import { pointerPath, type Source } from './sources.js';

/** What a file is when its schema accepts it, and every complaint when it does not. */
export type ValidationResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

export type Validate<T> = (source: Source) => ValidationResult<T>;

/** The validators of all kinds of file, compiled from the published schemas. */
export interface Validators {
  readonly rows: Validate<RowFile>;
  readonly requirements: Validate<RequirementFile>;
  readonly tables: Validate<TableFile>;
  readonly rulings: Validate<RulingFile>;
  readonly members: Validate<MemberFile>;
  readonly pending: Validate<PendingFile>;
  readonly step: Validate<StepOf>;
}

let compiled: Validators | undefined;

/** Compiled once: it takes longer than to read a small specification. */
export function validators(): Validators {
  compiled ??= compiledValidators();
  return compiled;
}

function compiledValidators(): Validators {
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

/** What a compiled schema says of a source, in words. */
export const validator =
  <T>(accepts: ValidateFunction<T>): Validate<T> =>
  (source) => {
    const { data } = source;
    if (accepts(data)) return { ok: true, value: data };
    return { ok: false, complaints: (accepts.errors ?? []).map((error) => complaintOf(source, error)) };
  };

function complaintOf(source: Source, error: ErrorObject): Complaint {
  const path = pointerPath(error.instancePath);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(source, [...path, String(error.params.additionalProperty)], error);
    case 'required': {
      const key = String(error.params.missingProperty);
      return complaintAt(source.at(path), `no key "${key}"`, `"${key}" here`, `add "${key}:"`);
    }
    case 'enum':
      return wrongValue(
        source,
        path,
        error,
        `one of ${JSON.stringify(error.params.allowedValues)}`,
        'write one of these',
      );
    case 'pattern':
      return wrongValue(
        source,
        path,
        error,
        `text like ${error.params.pattern}${about(error)}`,
        'write it in this form',
      );
    case 'type':
      return wrongValue(
        source,
        path,
        error,
        `${[error.params.type].flat().join(' or ')}${about(error)}`,
        retype(error),
      );
    default:
      return wrongValue(source, path, error, `what the schema says: ${error.message}`, 'change it');
  }
}

function unknownKey(source: Source, path: string[], { parentSchema }: ErrorObject): Complaint {
  const known = Object.keys(parentSchema?.properties ?? {});
  const expected = `only the keys ${known.join(', ')}`;
  return complaintAt(source.atKey(path), `the key "${path.at(-1)}"`, expected, 'remove it, or correct its name');
}

function wrongValue(source: Source, path: string[], error: ErrorObject, expected: string, advice: string): Complaint {
  return complaintAt(source.at(path), shortened(error.data), expected, advice);
}

const shortened = (data: unknown): string => {
  const text = JSON.stringify(data) ?? String(data);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const about = ({ parentSchema }: ErrorObject): string =>
  typeof parentSchema?.description === 'string' ? ` (${parentSchema.description})` : '';

/** Most often YAML read a number, a boolean or nothing where text was meant. */
const retype = ({ params, data }: ErrorObject): string =>
  params.type === 'string' && typeof data !== 'object' ? 'put it in quotes' : 'write a value of that kind';

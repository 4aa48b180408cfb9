/** Reads deviations files. */

import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { UserError } from '../../../spec/reading/user-error.js';
import { type Deviation, type DeviationFile, entriesOf } from './deviations.js';

/** A deviations file that cannot be used: which, and what is wrong with it. */
export class DeviationError extends UserError {}

const strings = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;
const version = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' } as const;
const versions = { type: 'array', items: version, minItems: 1 } as const;
const text = { type: 'string', minLength: 10 } as const;

const SCHEMA = {
  type: 'object',
  required: ['deviations'],
  additionalProperties: false,
  properties: {
    tried: {
      type: 'object',
      additionalProperties: false,
      properties: { njs: versions, qjs: versions },
    },
    deviations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['of', 'reason', 'observed', 'why', 'fault'],
        additionalProperties: false,
        properties: {
          of: strings,
          drawn: strings,
          kinds: strings,
          since: version,
          until: version,
          engines: { type: 'array', items: { enum: ['njs', 'qjs'] }, minItems: 1 },
          reason: { enum: ['wrong', 'crash', 'hang'] },
          observed: text,
          why: text,
          fault: { enum: ['host', 'document'] },
        },
      },
    },
  },
} as const;

const validate = new Ajv({ allErrors: true }).compile<DeviationFile>(SCHEMA);

/** The entries of the files together; a file that does not exist is an error. Throws `DeviationError`. */
export function readDeviations(files: readonly string[]): readonly Deviation[] {
  return files.flatMap((file) => {
    if (!existsSync(file)) throw new DeviationError(`${file}: no such deviations file`);
    const content: unknown = parse(readFileSync(file, 'utf8'), { prettyErrors: true });
    if (validate(content)) return entriesOf(content);
    const complaints = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${file}: ${instancePath || '/'} ${message}`,
    );
    throw new DeviationError(complaints.join('\n'));
  });
}

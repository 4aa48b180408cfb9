/** Reads deviations files. */

import { existsSync } from 'node:fs';
import { Ajv } from 'ajv';
import { complaintText } from '../../../spec/reading/complaints.js';
import { pathOf, readUsersYaml } from '../../../spec/reading/sources.js';
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
          varies: { type: 'boolean' },
          why: text,
          fault: { enum: ['host', 'document'] },
        },
      },
    },
  },
} as const;

// One complaint is enough, of a file that may have a million faults.
const validate = new Ajv().compile<DeviationFile>(SCHEMA);

/** The entries of the files together. Throws `DeviationError` with file and line. */
export function readDeviations(files: readonly string[]): readonly Deviation[] {
  return files.flatMap((file) => {
    if (!existsSync(file)) throw new DeviationError(`${file}: no such deviations file`);
    const parsed = readUsersYaml(file);
    if (!parsed.ok) throw new DeviationError(parsed.complaints.slice(0, 1).map(complaintText).join(''));
    const { data, at } = parsed.source;
    if (validate(data)) return entriesOf(data);
    const { instancePath = '', message = '' } = validate.errors?.[0] ?? {};
    throw new DeviationError(`${file}:${at(pathOf(instancePath)).line}: ${instancePath || '/'} ${message}`);
  });
}

/** Reads deviations files. */

import { existsSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse, YAMLParseError } from 'yaml';
import { readInput } from '../../../spec/reading/input.js';
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

/** The first line of a complaint of the parser says where and what. */
function parsed(file: string): unknown {
  try {
    return parse(readInput(file), { prettyErrors: true });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const [first = ''] = error.message.split('\n');
    throw new DeviationError(`${file}:${error.linePos?.[0].line ?? 1}: ${first.replace(/:$/, '')}; expected YAML`);
  }
}

const validate = new Ajv({ allErrors: true }).compile<DeviationFile>(SCHEMA);

/** The entries of the files together; a file that does not exist is an error. Throws `DeviationError`. */
export function readDeviations(files: readonly string[]): readonly Deviation[] {
  return files.flatMap((file) => {
    if (!existsSync(file)) throw new DeviationError(`${file}: no such deviations file`);
    const content = parsed(file);
    if (validate(content)) return entriesOf(content);
    const complaints = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${file}: ${instancePath || '/'} ${message}`,
    );
    throw new DeviationError(complaints.join('\n'));
  });
}

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
    const refuse = (path: string, why: string): never => {
      throw new DeviationError(`${file}:${at(pathOf(path)).line}: ${path || '/'} ${why}`);
    };
    if (!validate(data)) {
      const { instancePath = '', message = '' } = validate.errors?.[0] ?? {};
      return refuse(instancePath, message);
    }
    for (const { path, version: named } of unseen(data))
      refuse(
        path,
        `is ${named}, on which nothing was looked for: it takes a version that was seen, of those under tried`,
      );
    return entriesOf(data);
  });
}

/** Bounds of entries that are no version on which a deviation can have been seen. */
function unseen({ tried, deviations }: DeviationFile): readonly { readonly path: string; readonly version: string }[] {
  if (tried === undefined) return [];
  return deviations.flatMap(({ since, until, engines }, i) => {
    const seen = (engines ?? (['njs', 'qjs'] as const)).flatMap((engine) => tried[engine] ?? []);
    return Object.entries({ since, until }).flatMap(([bound, version]) =>
      version === undefined || seen.includes(version) ? [] : [{ path: `/deviations/${i}/${bound}`, version }],
    );
  });
}

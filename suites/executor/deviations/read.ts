/** Reads deviations files. */
import type { KnownIds } from '../../../spec/reading/former.js';
import { refuseUnknownIds, type StrictFile, strictReader } from '../strict-yaml.js';
import { type Deviation, type DeviationFile, deviationEntries } from './deviations.js';

const strings = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;
const version = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' } as const;
const versions = { type: 'array', items: version, minItems: 1 } as const;
const text = { type: 'string', minLength: 10 } as const;

const SCHEMA = {
  type: 'object',
  required: ['deviations'],
  additionalProperties: false,
  properties: {
    release: { type: 'string' },
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
          of: { ...strings, minItems: 0 },
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

const read = strictReader<DeviationFile>('deviations', SCHEMA);

/**
 * The entries of the files together. Throws `FileRefused` with file and line.
 * @param known where it is given, entries must name what there is
 */
export function readDeviations(files: readonly string[], known?: KnownIds): readonly Deviation[] {
  return files.flatMap((file) => {
    const one = read(file);
    refuseUnseen(one);
    if (known !== undefined)
      for (const [i, { of, drawn = [] }] of one.content.deviations.entries()) {
        refuseUnknownIds(one, ['deviations', i, 'of'], of, known);
        refuseUnknownIds(one, ['deviations', i, 'drawn'], drawn, known);
      }
    return deviationEntries(one.content);
  });
}

/** Bounds of entries must be versions on which a deviation can have been seen. */
function refuseUnseen({ content: { tried, deviations }, refuse }: StrictFile<DeviationFile>): void {
  if (tried === undefined) return;
  for (const [i, { since, until, engines }] of deviations.entries()) {
    const seen = (engines ?? (['njs', 'qjs'] as const)).flatMap((engine) => tried[engine] ?? []);
    for (const [bound, version] of Object.entries({ since, until }))
      if (version !== undefined && !seen.includes(version))
        refuse(
          ['deviations', i, bound],
          `${version}, on which nothing was looked for`,
          'a version on which it was seen',
          'take one of those under tried',
        );
  }
}

/** Reads deviations files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnySchema } from 'ajv';
import type { KnownIds } from '../../../spec/reading/former.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { refuseUnknownIds, type StrictFile, strictReader } from '../strict-yaml.js';
import { type Deviation, type DeviationFile, deviationEntries } from './deviations.js';

/** Published: those who keep a file of their own check it with their editor. */
const SCHEMA: AnySchema = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'suites/executor/deviations/deviations.schema.json'), 'utf8'),
);

const read = strictReader<DeviationFile>('deviations', SCHEMA);

/**
 * The entries of all files. Throws `FileRefused` with file and line.
 * @param known if given, entries must name existing requirements and cases
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

/** Bounds of entries must be versions on which a deviation can have been observed. */
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

/** The record of the mutation bench: changes of the reference that only a run of full depth saw, and the case that saw them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../spec/reading/user-error.js';

/** Ids of changes by the id of the case that saw them. */
export type Sights = ReadonlyMap<string, readonly string[]>;

/** The file of the record, from the root: a line for each, with a case, a tab and a change. `npm run mutate -- --record` adds new ones. */
export const SIGHTS = 'suites/faults/sights.tsv';

/** The record below `root`. Throws `UserError` with file and line for a line of another form. */
export function readSights(root: string): Sights {
  const sights = new Map<string, string[]>();
  for (const [i, line] of readFileSync(join(root, SIGHTS), 'utf8').split('\n').entries()) {
    if (line === '') continue;
    const [id, change, ...more] = line.split('\t');
    if (id === undefined || change === undefined || more.length > 0)
      throw new UserError(`${SIGHTS}:${i + 1}: expected a case, a tab and a change; found ${JSON.stringify(line)}`);
    sights.set(id, [...(sights.get(id) ?? []), change]);
  }
  return sights;
}

/** The record as text, in the order of the cases. */
export const sightsText = (sights: Sights): string =>
  [...sights]
    .flatMap(([id, changes]) => changes.map((change) => `${id}\t${change}\n`))
    .sort()
    .join('');

/** Checks ids that a user or a file names: known, renamed, or unknown. */
import { type KnownIds, unknownId } from '../../spec/reading/former.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { GeneratedObject } from '../language/case.js';
import type { IdsOfSuite } from './globs.js';

/** The first part of the ids of the user's own cases, which no id of the suite has. */
export const OWN = 'own';

/** Throws a `UsageError` that lists each unknown id, with its new name if it was renamed, or with a suggestion. */
export function refuseUnknown(
  ids: readonly string[],
  { known, beginnings }: Pick<IdsOfSuite, 'known' | 'beginnings'>,
): void {
  const complaints = ids.flatMap((id) => unknownId(id, known, beginnings) ?? []);
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

/** The ids of the suite and of the user's own cases. */
export async function idsWith(own: readonly GeneratedObject[]): Promise<KnownIds> {
  const { knownIds } = await import('../cases/generated/ids.js');
  const requirements = own.flatMap((object) => object.requirements);
  return {
    ...knownIds,
    requirements: [...knownIds.requirements, ...requirements.map(({ id }) => id)],
    cases: [...knownIds.cases, ...requirements.flatMap(({ cases }) => cases.map(({ id }) => id))],
  };
}

/** The ids for matching globs. */
export async function idsOfSuite(own: readonly GeneratedObject[] = []): Promise<IdsOfSuite> {
  const known = await idsWith(own);
  const all = [...known.requirements, ...known.cases];
  const parts = all.flatMap((id) => [...[...id.matchAll(/[./]/g)].map(({ index }) => id.slice(0, index)), id]);
  return { known, all, beginnings: new Set(parts) };
}

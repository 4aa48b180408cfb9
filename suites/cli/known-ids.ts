/** Checks ids that a user or a file names: known, renamed, or unknown. */
import { unknownId } from '../../spec/reading/former.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { IdsOfSuite } from './globs.js';

/** Rejects with a `UsageError` that lists each unknown id, with its new name if it was renamed, or with a suggestion. */
export async function refuseUnknown(ids: readonly string[], beginnings: Iterable<string> = []): Promise<void> {
  const { knownIds } = await import('../cases/generated/ids.js');
  const complaints = ids.flatMap((id) => unknownId(id, knownIds, beginnings) ?? []);
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

/** The ids for matching globs. */
export async function idsOfSuite(): Promise<IdsOfSuite> {
  const { knownIds: known } = await import('../cases/generated/ids.js');
  const all = [...known.requirements, ...known.cases];
  const parts = all.flatMap((id) => [...[...id.matchAll(/[./]/g)].map(({ index }) => id.slice(0, index)), id]);
  return { known, all, beginnings: new Set(parts) };
}

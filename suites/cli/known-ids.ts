/** Ids that a person or a file names: known, known by another name now, or not at all. */
import { unknownId } from '../../spec/reading/former.js';
import { UsageError } from '../../spec/reading/user-error.js';

/** Rejects with `UsageError` that says of each id that is not known what it is called now. */
export async function refuseUnknown(ids: readonly string[]): Promise<void> {
  const { knownIds } = await import('../cases/generated/ids.js');
  const complaints = ids.flatMap((id) => unknownId(id, knownIds) ?? []);
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

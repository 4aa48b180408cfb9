/** Checks ids that a user or a file names: known, renamed, or unknown. */
import { unknownId } from '../../spec/reading/former.js';
import { UsageError } from '../../spec/reading/user-error.js';

/** Rejects with a `UsageError` that lists each unknown id, with its new name where it was renamed. */
export async function refuseUnknown(ids: readonly string[]): Promise<void> {
  const { knownIds } = await import('../cases/generated/ids.js');
  const complaints = ids.flatMap((id) => unknownId(id, knownIds) ?? []);
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

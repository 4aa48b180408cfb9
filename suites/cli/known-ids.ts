/** Checks ids that a user or a file names: known, renamed, or unknown. */
import { unknownId } from '../../spec/reading/former.js';
import { closeTo } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';

/** Rejects with a `UsageError` that lists each unknown id, with its new name where it was renamed, or with what may have been meant. */
export async function refuseUnknown(ids: readonly string[], beginnings: Iterable<string> = []): Promise<void> {
  const { knownIds } = await import('../cases/generated/ids.js');
  const complaints = ids.flatMap((id) => unknownId(id, knownIds, beginnings) ?? []);
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

/** What ids begin with, before each of their dots and slashes, and the ids themselves. */
export async function idBeginnings(): Promise<ReadonlySet<string>> {
  const { knownIds } = await import('../cases/generated/ids.js');
  const all = [...knownIds.requirements, ...knownIds.cases];
  return new Set(all.flatMap((id) => [...[...id.matchAll(/[./]/g)].map(({ index }) => id.slice(0, index)), id]));
}

/**
 * The glob that may have been meant by one that matches nothing: where its beginning, or that of a word of its braces, is that of
 * no id, one that is close takes its place. `undefined` when there is none.
 */
export function mendedGlob(glob: string, beginnings: ReadonlySet<string>): string | undefined {
  const inside = /^\{([^{}]*)\}(.*)$/s.exec(glob);
  const mended =
    inside === null
      ? mendedWord(glob, beginnings)
      : `{${(inside[1] ?? '')
          .split(',')
          .map((word) => mendedWord(word, beginnings))
          .join(',')}}${inside[2]}`;
  return mended === glob ? undefined : mended;
}

function mendedWord(word: string, beginnings: ReadonlySet<string>): string {
  const head = /^[^*?[\]{}()!+@|\\]*/.exec(word)?.[0].replace(/[./]$/, '') ?? '';
  if (head === '' || beginnings.has(head)) return word;
  const [near] = closeTo(head, beginnings);
  return near === undefined ? word : near + word.slice(head.length);
}

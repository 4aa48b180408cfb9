/**
 * The known name that a misspelt one resembles most, word by word. There is none if correcting it would change more than a third of the
 * letters of the name or of a word. A different word is not a misspelling: `json_set` is not `js_set`.
 */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let [nearest, least]: [string | undefined, number] = [undefined, Math.min(3, Math.floor(name.length / 3)) + 1];
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= least || !isMisspelt(name, candidate)) continue;
    const edits = editsBetween(name, candidate);
    if (edits < least) [nearest, least] = [candidate, edits];
  }
  return nearest;
}

/** Whether each word may be a misspelling of the other name's word, or both differ by one character, such as a `_`. */
function isMisspelt(name: string, other: string): boolean {
  const [words, others] = [name.split('_'), other.split('_')];
  if (words.length !== others.length) return editsBetween(name, other) === 1;
  return words.every((word, at) => {
    const meant = others[at] ?? '';
    return hasSameLetters(word, meant) || editsBetween(word, meant) <= Math.max(1, Math.floor(word.length / 3));
  });
}

const hasSameLetters = (one: string, other: string): boolean => [...one].sort().join('') === [...other].sort().join('');

/** The edit distance: letters to insert, remove or replace, with one row of the table for each letter of the first name. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [of, wanted] of [...other].entries()) {
      const replaced = (row[of] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[of + 1] ?? 0) + 1, (next[of] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

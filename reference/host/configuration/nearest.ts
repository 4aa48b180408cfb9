/** The name that a misspelt one is most like; none where it would take more than a third of its letters to mend it. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let [nearest, least]: [string | undefined, number] = [undefined, Math.min(3, Math.floor(name.length / 3))];
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > least) continue;
    const edits = editsBetween(name, candidate);
    if (edits > least || (edits === least && nearest !== undefined)) continue;
    [nearest, least] = [candidate, edits];
  }
  return nearest;
}

/** Letters to insert, remove or replace: one row of the table for each letter of the first name. */
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

/** What is asked for where somebody wants a line completed. */
export type Sought =
  | { readonly kind: 'module'; readonly begun: string }
  /** A member of what an expression gives; of the global object where that is empty. */
  | { readonly kind: 'member'; readonly of: string; readonly begun: string };

/** Candidates, and the end of the line that each of them replaces. */
export type Completion = [candidates: string[], begun: string];

const ofModule = /(?:^|[;\s])(?:import|from)\s*(?:'([^']*)|"([^"]*))$/;
const ofMember = /(?:^|[^\p{ID_Continue}$.'"`])((?:[\p{ID_Start}$_][\p{ID_Continue}$]*\??\.)*)([\p{ID_Continue}$]*)$/u;

/** What stands at the end of a line; `undefined` where that is nothing whose members could be told without running it. */
export function soughtIn(line: string): Sought | undefined {
  const module = ofModule.exec(line);
  if (module !== null) return { kind: 'module', begun: module[1] ?? module[2] ?? '' };
  const [, path, begun] = ofMember.exec(line) ?? [];
  if (path === undefined || begun === undefined || /^\d/.test(begun)) return undefined;
  return { kind: 'member', of: path.replace(/\??\.$/, ''), begun };
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Those of some names that may stand there, in order; names of the kind of `__proto__` where one of them was begun. */
export function fitting(names: readonly string[], begun: string): string[] {
  const wanted = names.filter(
    (name) => name.startsWith(begun) && identifier.test(name) && (begun.startsWith('_') || !name.startsWith('__')),
  );
  return [...new Set(wanted)].sort();
}

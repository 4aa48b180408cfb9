/** Candidates, and the end of the line that each of them replaces. */
export type Completion = [candidates: string[], begun: string];

const ofModule = /(?:^|[;\s])(?:import|from)\s*(?:'([^']*)|"([^"]*))$/;
const ofMember = /(?:^|[^\p{ID_Continue}$.'"`])((?:[\p{ID_Start}$_][\p{ID_Continue}$]*\??\.)*)([\p{ID_Continue}$]*)$/u;

/** A name for the object whose members are the module names. */
export const modules = 'the modules';

/** The member of an expression's value that the end of a line begins; `undefined` if only running code would show the value. */
export function memberAtEnd(line: string): { readonly of: string; readonly begun: string } | undefined {
  const module = ofModule.exec(line);
  if (module !== null) return { of: modules, begun: module[1] ?? module[2] ?? '' };
  const [, path, begun = ''] = ofMember.exec(line) ?? [];
  if (path === undefined || /^\d/.test(begun)) return undefined;
  return { of: path.replace(/\??\.$/, '') || 'globalThis', begun };
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** The names that fit, in order; names such as `__proto__` only after an underscore. */
export function fitting(names: readonly string[], begun: string): string[] {
  const fits = (name: string) => name.startsWith(begun) && (begun.startsWith('_') || !name.startsWith('__'));
  return [...new Set(names.filter((name) => identifier.test(name) && fits(name)))].sort();
}

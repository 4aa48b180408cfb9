/** What is to be completed at the end of a line. */
interface Sought {
  /** The expression whose member is wanted, or `module`; `undefined` if its members are not known without running code. */
  readonly of: string | undefined;
  readonly begun: string;
}

/** Candidates, and the end of the line that each of them replaces. */
export type Completion = [candidates: string[], begun: string];

const ofModule = /(?:^|[;\s])(?:import|from)\s*(?:'([^']*)|"([^"]*))$/;
const ofMember = /(?:^|[^\p{ID_Continue}$.'"`])((?:[\p{ID_Start}$_][\p{ID_Continue}$]*\??\.)*)([\p{ID_Continue}$]*)$/u;

/** Reads the end of a line. */
export function soughtIn(line: string): Sought {
  const module = ofModule.exec(line);
  if (module !== null) return { of: 'module', begun: module[1] ?? module[2] ?? '' };
  const [, path, begun = ''] = ofMember.exec(line) ?? [];
  if (path === undefined || /^\d/.test(begun)) return { of: undefined, begun: '' };
  return { of: path.replace(/\??\.$/, '') || 'globalThis', begun };
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** The names that fit, in order; names such as `__proto__` only after an underscore. */
export function fitting(names: readonly string[], begun: string): string[] {
  const isWanted = (name: string) => name.startsWith(begun) && (begun.startsWith('_') || !name.startsWith('__'));
  return [...new Set(names.filter((name) => identifier.test(name) && isWanted(name)))].sort();
}

/** Imports that stand at the beginning of what was typed, and the code behind them. */
export interface TypedImports {
  /** As they were typed, one behind the other. */
  readonly imports: string;
  /** Names that they bind. */
  readonly names: readonly string[];
  /** With blanks for them, so that all else stands where it stood. */
  readonly code: string;
}

const name = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const listed = String.raw`\{[^{}'"]*\}|\*\s*as\s+${name}`;
const clause = String.raw`(?:(?<single>${name})(?:\s*,\s*(?<further>${listed}))?|(?<only>${listed}))\s*from\s*`;
const statement = new RegExp(
  String.raw`\s*import(?:\s+|(?=[{*'"]))(?:${clause})?(?:'[^'\n]*'|"[^"\n]*")\s*(?:;|(?=\n)|$)`,
  'uy',
);

/** Takes the imports off the front of what was typed: the engine has them in modules alone. */
export function typedImports(typed: string): TypedImports {
  const names: string[] = [];
  statement.lastIndex = 0;
  let end = 0;
  for (let found = statement.exec(typed); found !== null; found = statement.exec(typed)) {
    end = statement.lastIndex;
    const { single, further, only } = found.groups ?? {};
    if (single !== undefined) names.push(single);
    names.push(...namesIn(further ?? only ?? ''));
  }
  const imports = typed.slice(0, end);
  return { imports, names, code: imports.replace(/[^\n]/g, ' ') + typed.slice(end) };
}

const bound = new RegExp(`(${name})\\s*$`, 'u');

/** The names that `{ a, b as c }` or `* as d` bind. */
function namesIn(list: string): readonly string[] {
  const items = list.replace(/[{}]/g, ' ').split(',');
  return items.flatMap((item) => bound.exec(item)?.[1] ?? []);
}

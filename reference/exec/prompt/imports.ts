/** An import at the beginning of code. The engine, which has imports only in modules, reports mistakes in the names before `from`. */
const statement = /\s*import\b(?:([^'"();=]*?)\bfrom)?\s*(?:'[^'\n]*'|"[^"\n]*")\s*(?:;|(?=\n)|$)/y;

/** The name that an item such as `a`, `b as c` or `* as d` binds. */
const bound = /[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*$)/u;

/** Splits typed code into the imports at its beginning, with the names that they bind, and the rest, at the same line and column. */
export function typedImports(typed: string): { imports: string; names: readonly string[]; code: string } {
  const names: string[] = [];
  statement.lastIndex = 0;
  let end = 0;
  for (let found = statement.exec(typed); found !== null; found = statement.exec(typed)) {
    end = statement.lastIndex;
    const items = (found[1] ?? '').replace(/[{}]/g, ' ').split(',');
    names.push(...items.flatMap((item) => bound.exec(item) ?? []));
  }
  const imports = typed.slice(0, end);
  return { imports, names, code: imports.replace(/[^\n]/g, ' ') + typed.slice(end) };
}

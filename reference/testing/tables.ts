/**
 * The rows of a table: a line that begins with `⇒` continues a row, `⇒` separates cells, `{name}` is an abbreviation, and `\n` and `\r` end
 * lines.
 */
export function tableRows(
  abbreviations: Readonly<Record<string, string>>,
  table: string,
): readonly (readonly string[])[] {
  const expanded = Object.entries(abbreviations).reduce(
    (text, [name, meaning]) => text.replaceAll(`{${name}}`, meaning.replaceAll('\n', '\\n')),
    table,
  );
  const withEnds = (cell: string) => cell.replaceAll('\\r', '\r').replaceAll('\\n', '\n');
  return cellsOf(expanded).map((row) => row.map(withEnds));
}

/** The rows of a table with an expression and its value in each: JSON, or `N × value` for a list of the same values. */
export function valueRows(table: string): readonly (readonly [expression: string, value: unknown])[] {
  return cellsOf(table).map(([expression = '', value = '']) => [expression, listed(value)]);
}

function listed(value: string): unknown {
  const [, count, one = ''] = /^(\d+) × (.*)$/s.exec(value) ?? [];
  return count === undefined ? JSON.parse(value) : Array<unknown>(Number(count)).fill(JSON.parse(one));
}

function cellsOf(table: string): readonly (readonly string[])[] {
  const rows = table.trim().split(/\n +(?![ ⇒])/);
  return rows.map((row) => row.split(/(?:\n +| )⇒ /));
}

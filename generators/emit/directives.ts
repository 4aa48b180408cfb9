/** Writes the rows of the documents that name a directive of the host, or a parameter of one. */
import type { Row } from '../../spec/types/row.js';
import type { GeneratedFile } from './files.js';

const NOTICE = '// Generated from the rows of spec by the build. Do not edit.\n';

/** Directives such as `js_access`, and parameters such as `type=`, with or without a value. */
const DIRECTIVE = /^[a-z]+(_[a-z]+)+$/;
const PARAMETER = /^[a-z]+=/;

const wordOf = (code: string): string | undefined =>
  DIRECTIVE.test(code) ? code : (PARAMETER.exec(code)?.[0] ?? undefined);

export function directivesFile(rows: readonly Row[]): GeneratedFile {
  const named = new Map<string, Set<string>>();
  for (const { id, code } of rows.filter((row) => row.id.startsWith('2/'))) {
    for (const word of code.flatMap((one) => wordOf(one) ?? []))
      named.set(word, (named.get(word) ?? new Set()).add(id));
  }
  const table = Object.fromEntries([...named].sort().map(([word, ids]) => [word, [...ids]]));
  const text = [
    NOTICE,
    '/** Ids of the rows that name a directive of the host or, with its equals sign, a parameter of one. */',
    `export const DIRECTIVES: { readonly [word: string]: readonly string[] } = ${JSON.stringify(table)};`,
    '',
  ].join('\n');
  return { path: 'suites/language/generated/directives.ts', text };
}

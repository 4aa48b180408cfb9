/**
 * Published vectors as `spec/3-built-ins-and-modules/global-crypto/vectors` holds them: one file an algorithm, in lines.
 *
 *     # where they are from
 *     columns id key message …
 *     file NAME hash=SHA-256 …      the file of the source; what all of its vectors have alike
 *     valid Flag,Flag               what must come of those that follow, and the traps that they set
 *      1 4l… SGVs…                  one vector: bytes are base64url, `-` stands for nothing, `"` for what stands above
 */
import { readFileSync } from 'node:fs';

export interface Vector {
  /** In the words of its source: file and number. */
  readonly name: string;
  readonly result: Result;
  readonly flags: readonly string[];
  /** What a column holds, or what all vectors of the file have alike. */
  readonly get: (column: string) => string;
  /** Empty where there is no such column. */
  readonly find: (column: string) => string;
}

/** Whether it must succeed, must fail, or may do either. */
export type Result = 'valid' | 'invalid' | 'acceptable';

const FOLDER = new URL('../../../../../spec/3-built-ins-and-modules/global-crypto/vectors/', import.meta.url);

const read = new Map<string, readonly Vector[]>();

/** All vectors of a file, which is read when it is first asked for. */
export function vectorsOf(name: string): readonly Vector[] {
  const known = read.get(name) ?? parsed(readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8'));
  read.set(name, known);
  return known;
}

/** The vectors that a text in this form holds. */
export function parsed(text: string): readonly Vector[] {
  const vectors: Vector[] = [];
  let columns: readonly string[] = [];
  let file = '';
  let alike: readonly (readonly [string, string])[] = [];
  let section: Pick<Vector, 'result' | 'flags'> | undefined;
  let above: readonly string[] = [];
  for (const line of text.split('\n')) {
    const [first = '', ...rest] = line.split(' ');
    if (first === 'columns') {
      columns = rest;
      above = [];
    }
    if (first === 'file') {
      file = rest[0] ?? '';
      alike = rest.slice(1).map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
    }
    if (first === 'valid' || first === 'invalid' || first === 'acceptable')
      section = { result: first, flags: (rest[0] ?? '').split(',') };
    if (first !== '' || rest.length === 0) continue;
    const values = rest.flatMap((value, i) => (value === '"' ? above.slice(i, i + 1) : [value.replace(/^-$/, '')]));
    if (section === undefined || values.length !== columns.length) throw new Error(`no vector: ${line.slice(0, 40)}`);
    above = values;
    vectors.push(vectorOf(file, section, [...alike, ...columns.map((name, i) => [name, values[i] ?? ''] as const)]));
  }
  return vectors;
}

function vectorOf(
  file: string,
  section: Pick<Vector, 'result' | 'flags'>,
  entries: readonly (readonly [string, string])[],
): Vector {
  const fields = new Map(entries);
  const find = (column: string): string => fields.get(column) ?? '';
  const get = (column: string): string => {
    const value = fields.get(column);
    if (value === undefined) throw new Error(`vectors of ${file} have no ${column}`);
    return value;
  };
  return { name: `${file} ${get('id')}`, ...section, get, find };
}

/**
 * Published vectors in the format of `spec/3-built-ins-and-modules/global-crypto/vectors`: one file for each algorithm, in lines.
 *
 * - `# …` names the source.
 * - `step { "call": [member, "$key"] … }` is a step for each vector.
 * - `columns id key message …` names the fields.
 * - `file NAME hash=SHA-256 …` is a file of the source, and the common fields of its vectors.
 * - `valid Flag,Flag` is the expected result of the following vectors, and what they test.
 * - ` 1 4l… SGVs…` is one vector: bytes are base64url, `-` means nothing, `"` the value above.
 *
 * For a long or truncated result, `sha256:` precedes its digest, and `begin:` its beginning.
 */
import { readFileSync } from 'node:fs';

/** A call of `crypto.subtle`; in arguments `$name` is a column of the vector, or the result of the step with `as: name`. */
export interface VectorStep {
  readonly as?: string;
  readonly call: readonly [member: string, ...args: readonly unknown[]];
  /** A column, or whether a signature is verified; without it nothing is judged. */
  readonly returns?: string | true;
  /** Results and flags; the step applies to vectors with one of them, by default to all. */
  readonly of?: readonly string[];
}

export interface CryptoVector {
  /** Its name in the source: file and number. */
  readonly name: string;
  readonly result: VectorResult;
  readonly flags: readonly string[];
  /** By columns, including the common fields of the file. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Whether it must succeed, must fail, or may do either. */
type VectorResult = 'valid' | 'invalid' | 'acceptable';

interface VectorFile {
  readonly steps: readonly VectorStep[];
  readonly vectors: readonly CryptoVector[];
}

const FOLDER = new URL('../../../../../spec/3-built-ins-and-modules/global-crypto/vectors/', import.meta.url);

const read = new Map<string, VectorFile>();

/** A file, which is read when it is first needed. */
export function vectorFile(name: string): VectorFile {
  const known = read.get(name) ?? parseVectors(readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8'));
  read.set(name, known);
  return known;
}

/** The steps and vectors in a text of this format. */
export function parseVectors(text: string): VectorFile {
  const steps: VectorStep[] = [];
  const vectors: CryptoVector[] = [];
  let columns: readonly string[] = [];
  let file = '';
  let alike: readonly (readonly [string, string])[] = [];
  let section: Pick<CryptoVector, 'result' | 'flags'> | undefined;
  let above: readonly string[] = [];
  for (const line of text.split('\n')) {
    const [first = '', ...rest] = line.split(' ');
    if (first === 'step') steps.push(JSON.parse(rest.join(' ')));
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
    const fields = new Map([...alike, ...columns.map((name, i) => [name, values[i] ?? ''] as const)]);
    vectors.push({ name: `${file} ${fields.get('id')}`, ...section, fields });
  }
  return { steps, vectors };
}

/** The cells of a row in the form that the readers of facts use. */
import type { Signature } from '../../../spec/types/row.js';

/** One cell of a table, or a whole paragraph, rule or item, whose column is empty. */
interface CellText {
  /** Heading of its column, in lower case. */
  readonly column: string;
  /** Normalised text, code in backticks. */
  readonly text: string;
}

/** The source of the facts of one row. */
export interface RowText {
  readonly cells: readonly CellText[];
  readonly signatures: readonly Signature[];
  /** Rows above it in the same table. */
  readonly above: readonly RowText[];
}

/** Splits at the ends of clauses: full stops before white space, and semicolons outside of code and brackets. */
export function clausesOf(text: string): string[] {
  const parts = text.split(/(`[^`]*`)/);
  let depth = 0;
  const marked = parts.map((part, i) => (i % 2 === 1 ? part : part.replace(/[()]|\.(?=\s|$)|;/g, mark)));
  function mark(sign: string): string {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0) return '\n';
    return sign;
  }
  return marked
    .join('')
    .split('\n')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

const IDENTIFIER = /`([A-Za-z_$][\w$.]*)`/g;

/** Code spans that are bare names (`timeout`, `fs.promises`), in order. */
export const identifiersIn = (text: string): string[] => [...text.matchAll(IDENTIFIER)].map(([, name = '']) => name);

/** The code spans of a text, without their backticks. */
export const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The text of the columns with these names, in order. */
export const cellsOf = ({ cells }: RowText, columns: ReadonlySet<string>): readonly CellText[] =>
  cells.filter(({ column }) => columns.has(column));

/** Names of the parameters of a row's signatures. */
export const parametersOf = ({ signatures }: RowText): string[] =>
  signatures.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name));

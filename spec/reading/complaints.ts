import { UserError } from './user-error.js';

/** A place in a file of the specification: the file relative to the root, with 1-based line and column. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer (RFC 6901) of the value inside the file. */
  readonly pointer: string;
}

/** One fault of the authored or extracted specification. */
export interface Complaint extends Place {
  readonly found: string;
  readonly expected: string;
  /** What the author can do. */
  readonly advice: string;
}

/** A complaint about the value at `place`. */
export const complaintAt = (place: Place, found: string, expected: string, advice: string): Complaint => ({
  ...place,
  found,
  expected,
  advice,
});

/** The specification is invalid; it has every complaint about every file. */
export class SpecError extends UserError {
  override readonly name = 'SpecError';
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super(complaints.map(complaintText).join('\n'));
    this.complaints = complaints;
  }
}

/** A complaint in one line that begins with `file:line:column`, so that editors can jump to it. */
export function complaintText(complaint: Complaint): string {
  const { file, line, column, pointer, found, expected, advice } = complaint;
  return `${file}:${line}:${column} ${pointer || '/'}: found ${found}; expected ${expected}; ${advice}`;
}

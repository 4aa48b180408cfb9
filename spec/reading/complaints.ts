import { UserError } from './user-error.js';

/** A place in a file that the specification is read from: file relative to the root, line and column 1-based. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer (RFC 6901) of the value inside the file. */
  readonly pointer: string;
}

/** One thing wrong with the authored or extracted specification. */
export interface Complaint extends Place {
  readonly found: string;
  readonly expected: string;
  /** What the author can do about it. */
  readonly advice: string;
}

/** A complaint about what is at `place`. */
export const complaintAt = (place: Place, found: string, expected: string, advice: string): Complaint => ({
  ...place,
  found,
  expected,
  advice,
});

/** The specification cannot be read; every complaint about every file is in it. */
export class SpecError extends UserError {
  override readonly name = 'SpecError';
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super(complaints.map(complaintText).join('\n'));
    this.complaints = complaints;
  }
}

/** A complaint in one line, beginning with `file:line:column` so that editors can jump to it. */
export function complaintText(complaint: Complaint): string {
  const { file, line, column, pointer, found, expected, advice } = complaint;
  return `${file}:${line}:${column} ${pointer || '/'}: found ${found}; expected ${expected}; ${advice}`;
}

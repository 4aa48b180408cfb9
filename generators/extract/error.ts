import { UserError } from '../../spec/reading/user-error.js';

/** A document or rows file that cannot be read. `line` is 1-based, and present if one line is the cause. */
export class ExtractError extends UserError {
  override readonly name = 'ExtractError';
  readonly file: string;
  readonly line: number | undefined;

  constructor(file: string, line: number | undefined, complaint: string) {
    super(line === undefined ? `${file}: ${complaint}` : `${file}:${line}: ${complaint}`);
    this.file = file;
    this.line = line;
  }
}

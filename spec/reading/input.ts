/** Limits of files that people write: beyond them, parsers of YAML and Markdown take minutes or exhaust the stack. */
import { readFileSync, statSync } from 'node:fs';
import { UserError } from './user-error.js';

/**
 * The most bytes of a file, by default, and characters of a line. `NESTED` is a line with too much indentation or too many
 * openings.
 */
const LIMITS = { bytes: 8 * 1024 * 1024, line: 100_000 } as const;
const NESTED = /^[\s>*+?-]{400}|(?:[[{]\s*){100}/;

/** A file beyond the limits. */
export class InputError extends UserError {}

/**
 * The text of a file that people write.
 * @throws InputError with file and line if it is too large, or nested too deeply, to be read in seconds
 */
export function readInput(file: string, mostBytes: number = LIMITS.bytes): string {
  const bytes = readBounded(file, mostBytes);
  const text = bytes.toString();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.length > LIMITS.line) throw tooMuch(file, at + 1, `a line of ${line.length} characters`, `${LIMITS.line}`);
    if (NESTED.test(line)) throw new InputError(`${file}:${at + 1}: nested too deeply to be read; flatten it`);
  }
  return text;
}

function readBounded(file: string, most: number): Buffer {
  const { size } = statSync(file);
  if (size > most) throw tooMuch(file, 1, `a file of ${size} bytes`, `${most}`);
  return readFileSync(file);
}

const tooMuch = (file: string, line: number, found: string, most: string): InputError =>
  new InputError(`${file}:${line}: ${found}; at most ${most} are read, divide it`);

import { Script } from 'node:vm';

/** What may be missing if the engine complains about something else than the end: it names what it was reading. */
const closings = ['*/', '`', "\n'", '\n"', ' finally {}'];

/**
 * Whether code needs further lines before it means anything: the engine reads it and says where it gave up. Nothing is run. Code with
 * a mistake that no further line could mend is not unfinished.
 */
export function isUnfinished(code: string): boolean {
  const complaint = complaintAbout(code);
  // A regular expression ends on its line.
  if (complaint === undefined || complaint.startsWith('Invalid regular expression')) return false;
  if (complaint === 'Unexpected end of input') return complaintAbout(`${code}\n}`) !== undefined;
  // As many ends of calls as may be missing: of each the engine says so, the outermost last.
  const parentheses = `\n${')'.repeat(code.split('(').length)}`;
  return [...closings, parentheses].some((closing) => complaintAbout(code + closing) !== complaint);
}

/** What the engine says of code in a function, where it may await. */
function complaintAbout(code: string): string | undefined {
  try {
    return new Script(`async () => {${code}`) === undefined ? '' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

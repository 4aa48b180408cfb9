import { Script } from 'node:vm';

/** What may be missing if the engine reports something else than the end of the input: its message names what it was reading. */
const closings = ['*/', '`', "\n'", '\n"', ' finally {}'];

/**
 * Whether code needs further lines to be complete. The engine parses it and reports where it stopped; nothing is run. Code with a mistake
 * that no further line could correct is not unfinished.
 */
export function isUnfinished(code: string): boolean {
  const complaint = complaintAbout(code);
  // A regular expression ends on its line.
  if (complaint === undefined || complaint.startsWith('Invalid regular expression')) return false;
  if (complaint === 'Unexpected end of input') return complaintAbout(`${code}\n}`) !== undefined;
  // As many closing parentheses as may be missing: the engine reports each, the outermost last.
  const parentheses = `\n${')'.repeat(code.split('(').length)}`;
  return [...closings, parentheses].some((closing) => complaintAbout(code + closing) !== complaint);
}

/** The engine's message about code inside an async function, where it may await. */
function complaintAbout(code: string): string | undefined {
  try {
    return new Script(`async () => {${code}`) === undefined ? '' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

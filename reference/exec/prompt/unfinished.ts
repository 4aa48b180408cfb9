import { Script } from 'node:vm';

/** In front of code, so that it may await; what stands behind it on the same line keeps no column. */
const opening = 'async () => {';

/** What the engine says where code ends too early, whatever else it would have to have. */
const endsEarly = 'Unexpected end of input';

/** Complaints that further lines cannot mend: a regular expression ends on its line. */
const final = /^Invalid regular expression/;

/** What may be missing where the engine complains about something else than the end: it names what it was reading. */
const closings = ['*/', '`', "\n'", '\n"', ' finally {}'] as const;

/**
 * Whether code needs further lines before it means anything: the engine reads it and says where it gave up. Nothing is run. Code with
 * a mistake that no further line could mend is not unfinished.
 */
export function isUnfinished(code: string): boolean {
  const complaint = complaintAbout(opening + code);
  if (complaint === undefined || final.test(complaint)) return false;
  if (complaint === endsEarly) return complaintAbout(`${opening}${code}\n}`) !== undefined;
  return [...closings, parentheses(code)].some((closing) => complaintAbout(opening + code + closing) !== complaint);
}

/** As many ends of calls as there may be calls without one: of each the engine says that its end is missing, the outermost last. */
const parentheses = (code: string): string => `\n${')'.repeat(code.split('(').length)}`;

function complaintAbout(code: string): string | undefined {
  try {
    return new Script(code) === undefined ? '' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What an error of the system means for a file that a user named. */
const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  ENOSPC: 'the disk is full',
  EFBIG: 'it is larger than this process may write',
};

/** The words, or the system's own code. */
export function fileFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return WORDS[code] ?? code;
}

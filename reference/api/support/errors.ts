/** The command line was rejected; the message says why. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** The system's name of an error, such as `ENOSPC`; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** What an error of the system means for a file or an address that a user named. */
const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EEXIST: 'it exists already; give a new file',
  ENOSPC: 'the disk is full',
  EFBIG: 'it is larger than this process may write',
  EADDRINUSE: 'another program listens there; give another --port',
  EADDRNOTAVAIL: 'this machine has no such address; give another --host',
  ENOTFOUND: 'there is no such host; give another --host',
};

/** The words, or the error's own message. */
export function wordsOf(error: unknown): string {
  return WORDS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

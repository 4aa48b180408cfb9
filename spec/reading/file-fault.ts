/** Why a file or folder that a user named cannot be used. */
const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder',
  EACCES: 'permission is denied',
  EEXIST: 'it exists already',
};

/** The fault that an error of the system is about, in words; `undefined` for any other error. */
export function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return WORDS[String(error.code)] ?? String(error.code);
}

/** Why a file or folder that a user named cannot be used. */
const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder',
  EACCES: 'permission is denied',
  EEXIST: 'it exists already',
};

/** The code of an error of the system, such as `ENOENT`; `undefined` for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** The fault that an error of the system is about, in words; `undefined` for any other error. */
export function fileFault(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error && 'syscall' in error)) return undefined;
  return WORDS[code] ?? code;
}

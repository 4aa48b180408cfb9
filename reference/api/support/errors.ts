/** The command line was rejected; the message says why. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** The system's name of an error, such as `ENOSPC`; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

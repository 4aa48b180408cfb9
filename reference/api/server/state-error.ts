/** The state cannot be used: refused when it is opened, or not writable later. The message says what to do. */
export class StateError extends Error {
  override get name(): string {
    return 'StateError';
  }
}

/** The system's name of an error, such as `ENOSPC`; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

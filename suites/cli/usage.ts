/** Exit statuses of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/** The command line was not understood: exit status 2. The message says what was expected. */
export class UsageError extends Error {}

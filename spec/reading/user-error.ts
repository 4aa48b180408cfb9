/** Exit statuses of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/**
 * An error that the user can correct. A command prints its message without a stack and exits with `exitStatus`. Every other
 * error is a bug of ours.
 */
export class UserError extends Error {
  readonly exitStatus: number = EXIT.usage;
}

/** The command line was not understood; the message says what was expected. */
export class UsageError extends UserError {}

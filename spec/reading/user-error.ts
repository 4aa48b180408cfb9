/** Exit statuses of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/**
 * An error that the person who gave the command can do something about. Its message says all: a command prints it without a
 * stack and ends with `exitStatus`. Whatever else is thrown is our own bug.
 */
export class UserError extends Error {
  readonly exitStatus: number = EXIT.usage;
}

/** The command line was not understood; the message says what was expected. */
export class UsageError extends UserError {}

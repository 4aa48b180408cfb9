/** The part of an operation that works with files, and can fail as the system says. */
export type Action = () => unknown;

/**
 * Operations by their names without `Sync`. Each takes what a script passed, throws for what it cannot take, and gives what is to be done:
 * at once, or for a promise.
 */
export type Operations = Readonly<Record<string, (...values: unknown[]) => Action>>;

/** The part of an operation that works with files, and may fail with a system error. */
export type Action = () => unknown;

/**
 * Operations by their names without `Sync`. Each checks the script's arguments, throws for invalid ones, and returns the action. The action
 * runs at once, or for a promise.
 */
export type Operations = Readonly<Record<string, (...values: unknown[]) => Action>>;

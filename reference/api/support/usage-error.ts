/** The command line was not understood; its message says why. */
export class UsageError extends Error {
  override get name(): string {
    return 'UsageError';
  }
}

/** The command line was rejected; the message says why. */
export class UsageError extends Error {
  override get name(): string {
    return 'UsageError';
  }
}

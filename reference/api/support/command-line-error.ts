/** The command line was rejected; the message says why. */
export class CommandLineError extends Error {
  override get name(): string {
    return 'CommandLineError';
  }
}

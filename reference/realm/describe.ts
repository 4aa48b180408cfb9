/** A thrown value as the log shows it: the stack of an error, else its string. */
export function describe(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return String(thrown.stack ?? thrown);
    return String(thrown);
  } catch {
    return 'an exception that has no string';
  }
}

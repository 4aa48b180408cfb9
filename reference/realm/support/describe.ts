import { getProperty, isInstance, OwnError } from './intrinsics.js';
import { written } from './text.js';

/**
 * A thrown value as the log shows it: the stack of an error if it has one, otherwise its string. Code of the script may run during the
 * conversion. The result is always a primitive string.
 */
export function describe(thrown: unknown): string {
  try {
    const stack: unknown = isInstance(thrown, OwnError) ? getProperty(thrown, 'stack') : undefined;
    return written(typeof stack === 'string' ? stack : thrown);
  } catch {
    return 'an exception without a string';
  }
}

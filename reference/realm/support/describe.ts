import { getProperty, isInstance, OwnError } from './intrinsics.js';
import { written } from './text.js';

/**
 * A thrown value as the log shows it: the stack of an error where it has one, else its string. What scripts put in the way is
 * theirs alone; the result is a primitive whatever it was.
 */
export function describe(thrown: unknown): string {
  try {
    const stack: unknown = isInstance(thrown, OwnError) ? getProperty(thrown, 'stack') : undefined;
    return written(typeof stack === 'string' ? stack : thrown);
  } catch {
    return 'an exception that has no string';
  }
}

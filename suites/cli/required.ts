/** `--require-observed`: how many cases must be observed, of those that apply to the target. */
import { UsageError } from '../../spec/reading/user-error.js';

/**
 * A number of cases, or a percentage; nothing where none is given.
 * @throws UsageError
 */
export function requiredBy(text: string | undefined): { readonly required?: string } {
  if (text === undefined) return {};
  const [, digits = '', percent = ''] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (number >= 1 && (percent === '' || number <= 100)) return { required: text };
  throw new UsageError(`--require-observed takes a number of cases, or a percentage such as 90%, not ${text}`);
}

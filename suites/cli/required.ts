/** `--require-observed`: how many of the cases that apply to the target must be observed. */
import { UsageError } from '../../spec/reading/user-error.js';

/**
 * A number of cases, or a percentage; undefined without the option.
 * @throws UsageError
 */
export function requiredBy(text: string | undefined): { readonly required?: string } {
  if (text === undefined) return {};
  const [, digits = '', percent = ''] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (number >= 1 && (percent === '' || number <= 100)) return { required: text };
  throw new UsageError(`--require-observed takes a number of cases, or a percentage such as 90%, not ${text}`);
}

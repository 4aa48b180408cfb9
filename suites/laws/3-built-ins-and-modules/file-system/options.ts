/** Options of operations, as rows write them. */
import type { Plain } from '../../../../spec/types/requirement.js';

export const UNDEFINED = { $undefined: true } as const;

type OptionForm = (value: Plain) => readonly Plain[];

/** How an option is written: by itself, as a member, or not at all. */
export const optionForms = (
  name: string,
): { readonly [form in 'string' | 'object' | 'absent' | 'undefined' | 'empty']: OptionForm } => ({
  string: (value) => [value],
  object: (value) => [{ [name]: value }],
  absent: () => [],
  undefined: () => [UNDEFINED],
  empty: () => [{}],
});

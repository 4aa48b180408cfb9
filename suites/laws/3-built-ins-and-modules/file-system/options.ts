/** Options of operations, as rows write them. */
import type { Plain } from '../../../../spec/types/requirement.js';

export const ENCODINGS = ['utf8', 'hex', 'base64', 'base64url'] as const;
/** An encoding of texts. */
export type FileEncoding = (typeof ENCODINGS)[number];

export const encodingOf = (name: unknown): FileEncoding => ENCODINGS.find((one) => one === name) ?? 'utf8';

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

/** Options of operations in rows. */
import type { Plain } from '../../../../spec/types/requirement.js';

export const ENCODINGS = ['utf8', 'hex', 'base64', 'base64url'] as const;
/** An encoding of strings. */
export type FileEncoding = (typeof ENCODINGS)[number];

export const encodingOf = (name: unknown): FileEncoding => ENCODINGS.find((one) => one === name) ?? 'utf8';

export const UNDEFINED = { $undefined: true } as const;

type OptionForm = (name: string, value: Plain) => readonly Plain[];

const alone: OptionForm = (_, value) => [value];
const undefinedMember: OptionForm = (name) => [{ [name]: UNDEFINED }];

/** The form of an option: a plain value, a member, or omitted. */
const WRITTEN = {
  text: alone,
  string: alone,
  number: alone,
  object: (name, value) => [{ [name]: value }],
  absent: () => [],
  undefined: () => [UNDEFINED],
  empty: () => [{}],
  'undefined-member': undefinedMember,
  'undefined-mode': undefinedMember,
  'undefined-members': (name) => [{ [name]: UNDEFINED, withFileTypes: UNDEFINED }],
  'no-types': (name, value) => [{ [name]: value, withFileTypes: false }],
  'other-option': () => [{ unknown: 1 }],
} satisfies { readonly [form: string]: OptionForm };

export type WrittenForm = keyof typeof WRITTEN;

/** The arguments for an option. */
export const written = (form: WrittenForm, name: string, value: Plain): readonly Plain[] => WRITTEN[form](name, value);

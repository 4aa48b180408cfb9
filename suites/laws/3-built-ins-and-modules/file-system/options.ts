/** Options of operations, as rows write them. */
import type { Plain } from '../../../../spec/types/requirement.js';

export const ENCODINGS = ['utf8', 'hex', 'base64', 'base64url'] as const;
/** An encoding of texts. */
export type FileEncoding = (typeof ENCODINGS)[number];

export const encodingOf = (name: unknown): FileEncoding => ENCODINGS.find((one) => one === name) ?? 'utf8';

export const UNDEFINED = { $undefined: true } as const;

/** How an option is written: by itself, as a member, or not at all. */
const WRITTEN = {
  alone: (_, value) => [value],
  object: (name, value) => [{ [name]: value }],
  absent: () => [],
  undefined: () => [UNDEFINED],
  empty: () => [{}],
  'undefined-member': (name) => [{ [name]: UNDEFINED }],
  'undefined-members': (name) => [{ [name]: UNDEFINED, withFileTypes: UNDEFINED }],
  'no-types': (name, value) => [{ [name]: value, withFileTypes: false }],
  'other-option': () => [{ unknown: 1 }],
} satisfies { readonly [form: string]: (name: string, value: Plain) => readonly Plain[] };

type OptionForm = keyof typeof WRITTEN;

/** Ids have other names for some. */
const NAMES = { string: 'alone', number: 'alone', text: 'alone', 'undefined-mode': 'undefined-member' } as const;

export type WrittenForm = OptionForm | keyof typeof NAMES;

const isOther = (form: WrittenForm): form is keyof typeof NAMES => form in NAMES;

/** The arguments that an option comes to. */
export const written = (form: WrittenForm, name: string, value: Plain): readonly Plain[] =>
  WRITTEN[isOther(form) ? NAMES[form] : form](name, value);

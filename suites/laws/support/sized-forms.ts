/** Forms of a size: that of a value, of the body, of the boundary or of each name, or the number of fields. */
import { type ContentKind, contentOf } from './contents.js';
import { type FormField, formBody, type SentForm } from './forms.js';

/** The part with the size, and the fields; by default it is the number of fields. */
export interface FormSizing {
  readonly made?: keyof typeof MADE;
  readonly repeated?: boolean;
  readonly empty?: boolean;
  /** Every other field is a file. */
  readonly files?: boolean;
  /** The content of a value, and whether it is that of a file. */
  readonly of?: ContentKind;
  readonly file?: boolean;
  /** Whether the boundary is a quoted string. */
  readonly quoted?: boolean;
}

export const formOfSize = (size: number, { made = 'fields', ...form }: SentForm & FormSizing): SentForm =>
  MADE[made](size, form);

const MADE = {
  fields: (size: number, of: FormSizing): SentForm => ({
    fields: Array.from({ length: size }, (_, i) => numbered(i, of)),
  }),
  name: (size: number): SentForm => {
    const named = (name: string, value: string): FormField => ({ name: `${'n'.repeat(size)}${name}`, value });
    return { fields: [named('a', '1'), named('b', '2'), named('a', '3')] };
  },
  value: (size: number, { of = 'ascii', file = false }: FormSizing): SentForm => {
    const field = { name: 'k', ...(file ? { filename: 'x' } : {}), value: contentOf(of, size) };
    return { fields: [{ name: 'a', value: '1' }, field, { name: 'b', value: '2' }] };
  },
  body: (size: number, form: SentForm): SentForm => {
    const rest = size - (formBody({ ...form, fields: [{ name: 'a' }] })?.length ?? 0);
    return { fields: [{ name: 'a', value: contentOf('ascii', rest) }] };
  },
  boundary: (size: number, { quoted = false }: FormSizing): SentForm => {
    const boundary = String(contentOf('ascii', size));
    const field = { name: 'a', value: `\r\n--${boundary.slice(0, -1)}` };
    const type = `multipart/form-data; boundary=${quoted ? `"${boundary}"` : boundary}`;
    return { boundary, type, fields: [field, { name: 'b', filename: 'x', value: '1' }] };
  },
} as const;

const numbered = (i: number, { repeated = false, empty = false, files = false }: FormSizing): FormField => ({
  name: repeated ? 'k' : `k${i}`,
  value: empty ? '' : `v${i}`,
  ...(files && i % 2 === 0 ? { filename: `f${i}` } : {}),
});

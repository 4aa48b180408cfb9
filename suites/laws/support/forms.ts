/** Forms as bytes: multipart bodies (RFC 7578, RFC 2046) with the faults of a row, and form encoding (URL standard). */
import type { Plain } from '../../../spec/types/requirement.js';
import { plainBytes } from './bytes.js';
import { percent } from './spelling.js';

/** A field as a script reads it: a text, or a file by its name. */
export type FormPair = readonly [name: string, value: string | { readonly name: string }];

/** A field, or a part of a multipart body; `head` has header lines of one that a name and a filename cannot describe. */
export interface FormField {
  readonly name?: string;
  readonly filename?: string;
  /** Text, or bytes in the tagged encoding. */
  readonly value?: Plain | Uint8Array;
  readonly type?: string;
  readonly head?: readonly Plain[];
}

/** A multipart body; by default it is written as in the standard. */
export interface Multipart {
  readonly fields?: readonly FormField[];
  readonly boundary?: string;
  readonly before?: string;
  /** The text after the last boundary. */
  readonly end?: string;
  /** The text between a boundary and the end of its line. */
  readonly padding?: string;
  readonly line?: string;
}

/** A form: fields, or a body. */
export interface SentForm extends Multipart {
  /** How fields are written: multipart by default, and `urlencoded` is the default of a body. */
  readonly as?: 'multipart' | keyof typeof URLENCODED_AS;
  /** `null` is a request without a body. */
  readonly body?: Plain;
  /** The media type; `null` is a request without one. */
  readonly type?: string | null;
  /** The entries of the form, if neither its fields nor the URL standard define them. */
  readonly entries?: readonly FormPair[];
}

/** A value of a parameter between quotation marks. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const dispositionOf = ({ name, filename }: FormField): string =>
  [
    'Content-Disposition: form-data',
    ...(name === undefined ? [] : [`name=${quoted(name)}`]),
    ...(filename === undefined ? [] : [`filename=${quoted(filename)}`]),
  ].join('; ');

const headOf = (field: FormField): readonly (Plain | Uint8Array)[] =>
  field.head ?? [dispositionOf(field), ...(field.type === undefined ? [] : [`Content-Type: ${field.type}`])];

const BOUNDARY = 'spec';

function multipart(of: Multipart): Buffer {
  const { fields = [], boundary = BOUNDARY, before = '', end = '--\r\n', padding = '', line = '\r\n' } = of;
  const pieces = fields.flatMap((field, i) => [
    `${i === 0 ? '' : line}--${boundary}${padding}${line}`,
    ...headOf(field).flatMap((one) => [one, line]),
    line,
    field.value ?? '',
  ]);
  const last = `${fields.length === 0 ? '' : line}--${boundary}${end}`;
  return Buffer.concat([before, ...pieces, last].map(plainBytes));
}

/** As in the standard; unchanged; and with each byte percent-encoded. */
const URLENCODED_AS = {
  urlencoded: (name: string, value: string): string => new URLSearchParams([[name, value]]).toString(),
  bare: (name: string, value: string): string => `${name}=${value}`,
  percent: (name: string, value: string): string => `${percent(name)}=${percent(value)}`,
} as const;

const asOf = ({ as, body }: SentForm) => as ?? (body === undefined ? 'multipart' : 'urlencoded');

/** The body; none for `null`. */
export function formBody(form: SentForm): Buffer | undefined {
  const { body, fields = [] } = form;
  const as = asOf(form);
  if (body !== undefined) return body === null ? undefined : plainBytes(body);
  if (as === 'multipart') return multipart(form);
  return Buffer.from(fields.map(({ name = '', value = '' }) => URLENCODED_AS[as](name, textIn(value))).join('&'));
}

export function typeOf(form: SentForm): string | undefined {
  const { type, boundary = BOUNDARY } = form;
  if (type !== undefined) return type ?? undefined;
  return asOf(form) === 'multipart' ? `multipart/form-data; boundary=${boundary}` : 'application/x-www-form-urlencoded';
}

const textIn = (value: Plain | Uint8Array): string => plainBytes(value).toString('utf8');

/** The entries of a form: its fields, or its body as in the URL standard, which would drop a first question mark. */
export function entriesOf({ entries, body, fields = [] }: SentForm): readonly FormPair[] {
  if (entries !== undefined) return entries;
  if (body !== undefined) return [...new URLSearchParams(`&${body === null ? '' : textIn(body)}`)];
  return fields.map(({ name = '', filename, value = '' }) => [
    name,
    filename === undefined ? textIn(value) : { name: filename },
  ]);
}

/** Forms as bytes: multipart bodies after RFC 7578 and RFC 2046, part by part and as wrong as a row wants them; and form encoding. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';

/** A field as a handler tells it: a text, or a file by its name. */
export type Told = string | { readonly file: string };
export type Entry = readonly [name: string, value: Told];

/** A part; `head` has its header lines as they stand, for parts that no name or filename makes. */
export interface Part {
  readonly name?: string;
  readonly filename?: string;
  /** Text, or bytes in the tagged encoding. */
  readonly value?: Plain | Uint8Array;
  readonly type?: string;
  readonly head?: readonly Plain[];
}

/** A body of parts; what is left out is as the standard has it. */
export interface Multipart {
  readonly parts: readonly Part[];
  readonly boundary?: string;
  readonly before?: string;
  /** What stands behind the last boundary. */
  readonly end?: string;
  /** What stands between a boundary and its line's end. */
  readonly padding?: string;
  readonly line?: string;
}

export const BOUNDARY = 'spec';

/** Bytes of a text, of bytes or of either in the tagged encoding. */
export function bytesOf(of: Plain | Uint8Array): Buffer {
  const value = of instanceof Uint8Array ? of : decode(of);
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value), 'utf8');
}

/** A value of a parameter between quotation marks. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const dispositionOf = ({ name, filename }: Part): string =>
  [
    'Content-Disposition: form-data',
    ...(name === undefined ? [] : [`name=${quoted(name)}`]),
    ...(filename === undefined ? [] : [`filename=${quoted(filename)}`]),
  ].join('; ');

const headOf = (part: Part): readonly (Plain | Uint8Array)[] =>
  part.head ?? [dispositionOf(part), ...(part.type === undefined ? [] : [`Content-Type: ${part.type}`])];

/** Lines end as `line` says; before the first boundary there is none. */
export function multipart(of: Multipart): Buffer {
  const { parts, boundary = BOUNDARY, before = '', end = '--\r\n', padding = '', line = '\r\n' } = of;
  const pieces = parts.flatMap((part, i) => [
    `${i === 0 ? '' : line}--${boundary}${padding}${line}`,
    ...headOf(part).flatMap((one) => [one, line]),
    line,
    part.value ?? '',
  ]);
  const last = `${parts.length === 0 ? '' : line}--${boundary}${end}`;
  return Buffer.concat([before, ...pieces, last].map(bytesOf));
}

/** What the form of these parts holds. */
export const entriesOf = (parts: readonly Part[]): Entry[] =>
  parts.map(({ name = '', filename, value = '' }) => [
    name,
    filename === undefined ? bytesOf(value).toString('utf8') : { file: filename },
  ]);

export const multipartType = (boundary: string = BOUNDARY): string => `multipart/form-data; boundary=${boundary}`;
export const URLENCODED = 'application/x-www-form-urlencoded';

export const urlencoded = (entries: readonly (readonly [string, string])[]): Buffer =>
  Buffer.from(new URLSearchParams(entries.map(([name, value]): [string, string] => [name, value])).toString());

/** By the URL standard; a text that began with a question mark would lose it. */
export const decodedFrom = (body: Buffer): Entry[] => [...new URLSearchParams(`&${body.toString('utf8')}`)];

/** What get, getAll and has find by a name in these entries. */
const foundIn = (entries: readonly Entry[], name: string): readonly [unknown, readonly unknown[], boolean] => {
  const values = entries.filter(([other]) => other === name).map(([, value]) => value);
  return [values[0] ?? null, values, values.length > 0];
};

/** What handlers tell of each name, and of one that is absent. */
export const namedIn = (entries: readonly Entry[]): unknown[] =>
  [...new Set(entries.map(([name]) => name))].map((name) => [
    name,
    foundIn(entries, name),
    foundIn(entries, `${name}-absent`),
  ]);

/** What is found by the name of each entry. */
export const askedIn = (entries: readonly Entry[]): unknown[] => entries.map(([name]) => foundIn(entries, name));

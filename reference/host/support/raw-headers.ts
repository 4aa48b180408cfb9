import type { ByteString } from './byte-string.js';

/** Alternating names and values of header lines. */
export type RawHeaders = readonly ByteString[];

/** The name and the value of each line. */
export function headerPairs(headers: RawHeaders): readonly (readonly [name: ByteString, value: ByteString])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
}

/** Values of the lines with a name, which is given in lower case. */
export function headerValues(headers: RawHeaders, name: string): readonly ByteString[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}

/** The value of a variable such as `$http_NAME`: all lines whose name matches, with underscores in place of hyphens. */
export function headerVariable(headers: RawHeaders, name: string, separator = ', '): ByteString | undefined {
  const values = headers.filter(
    (_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase().replaceAll('-', '_') === name,
  );
  return values.length === 0 ? undefined : values.join(separator);
}

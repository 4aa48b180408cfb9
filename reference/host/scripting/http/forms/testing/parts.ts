import { FormError } from '../form-error.js';
import { multipartEntries } from '../multipart.js';

/** A text, or the name of a file. */
type PartValue = string | { readonly file: string };

/** A body, or the heads of its only part, with the names and values of its entries or its error. */
export type SeenBody = readonly [body: string, entries: readonly PartValue[] | string];

/** The entries of a body in the notation of the tables: `⏎` ends a line, `…` begins a disposition, and characters are bytes. */
export function readParts(body: string, boundary = 'B'): SeenBody[1] {
  const bytes = body.replaceAll('⏎', '\r\n').replaceAll('…', 'Content-Disposition: form-data; ');
  try {
    return [...multipartEntries(Buffer.from(bytes, 'latin1'), boundary)].flatMap((entry): PartValue[] => [
      entry.name,
      entry.kind === 'text' ? entry.text : { file: entry.fileName },
    ]);
  } catch (error) {
    if (error instanceof FormError) return error.message;
    throw error;
  }
}

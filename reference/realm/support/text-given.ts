import { bytesBehind } from './bytes.js';
import { isAscii, textOf } from './text.js';
import { decodeUtf8, encodeUtf8 } from './utf8.js';

/**
 * The text that a script passes to be sent. Bytes are UTF-8, `null` and `undefined` are an empty text, and lone surrogates become U+FFFD.
 */
export function textGiven(value: unknown): string {
  if (value === undefined || value === null) return '';
  const bytes = bytesBehind(value);
  if (bytes !== undefined) return decodeUtf8(bytes);
  const text = textOf(value);
  return isAscii(text) ? text : decodeUtf8(encodeUtf8(text));
}

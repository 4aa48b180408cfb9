import { hasBytes } from './byte-strings.js';
import { isView, memoryOf } from './bytes.js';
import { textOf } from './text.js';
import { encodeUtf8 } from './utf8.js';
import { isSince } from './versions.js';

/**
 * What a script passes where the documents say "string or Buffer": bytes stay bytes (since 0.5.0), nothing is an empty string, all else
 * becomes a string.
 */
export function textOrBytes(value: unknown): string | Uint8Array {
  if (value === undefined || value === null) return '';
  return isView(value) && isSince('0.5.0') ? memoryOf(value) : written(textOf(value));
}

function written(text: string): string | Uint8Array {
  return hasBytes(text) ? encodeUtf8(text) : text;
}

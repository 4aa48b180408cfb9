import { hasBytes } from './byte-strings.js';
import { isView, memoryOf } from './bytes.js';
import { textOf } from './text.js';
import { encodeUtf8 } from './utf8.js';
import { isSince } from './versions.js';

/**
 * A value that a script passes where the documents say "string or Buffer". Bytes stay bytes (since 0.5.0), `null` and `undefined` become an
 * empty string, and other values become strings.
 */
export function textOrBytes(value: unknown): string | Uint8Array {
  if (value === undefined || value === null) return '';
  return isView(value) && isSince('0.5.0') ? memoryOf(value) : written(textOf(value));
}

/** A value that is logged or sent by a body filter: real hosts then name `null` and `undefined`. */
export function messageOf(value: unknown): string | Uint8Array {
  return value === undefined || value === null ? `${value}` : textOrBytes(value);
}

function written(text: string): string | Uint8Array {
  return hasBytes(text) ? encodeUtf8(text) : text;
}

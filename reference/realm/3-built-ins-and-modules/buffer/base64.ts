import { allocate, firstOf, lengthOf } from '../../support/bytes.js';
import { floor, min } from '../../support/intrinsics.js';
import { charAt, charCodeAt, indexOf } from '../../support/text.js';
import { TextBuilder } from '../../support/text-builder.js';

/** One of the two alphabets of RFC 4648, sections 4 and 5. */
export interface Alphabet {
  readonly digits: string;
  /** Whether encoded text is padded with `=` to a multiple of four. */
  readonly padded: boolean;
}

const common = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const base64: Alphabet = { digits: `${common}+/`, padded: true };
export const base64url: Alphabet = { digits: `${common}-_`, padded: false };

/** The code of `=`. */
const padding = 0x3d;

export function encodeBase64(bytes: Uint8Array, { digits, padded }: Alphabet): string {
  const length = lengthOf(bytes);
  const text = new TextBuilder();
  for (let at = 0; at < length; at += 3) {
    const count = min(3, length - at);
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let index = 0; index <= count; index += 1) text.add(charCodeAt(digits, (group >> (18 - 6 * index)) & 63));
    for (let index = count; padded && index < 3; index += 1) text.add(padding);
  }
  return text.whole();
}

/** Decodes until the first character outside the alphabet; a single digit at the end adds no byte. */
export function decodeBase64(text: string, { digits }: Alphabet): Uint8Array {
  const bytes = allocate(floor((text.length * 3) / 4));
  let written = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = indexOf(digits, charAt(text, at));
    if (digit < 0) break;
    bits = (bits << 6) | digit;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[written] = bits >> held;
    written += 1;
  }
  return firstOf(bytes, written);
}

import { unitsOf } from '../../support/byte-strings.js';
import { allocate } from '../../support/bytes.js';
import { OwnTypeError } from '../../support/intrinsics.js';
import { charAt, charCodeAt, matches, slice, textOf, whiteSpace, without } from '../../support/text.js';
import { base64, decodeBase64, encodeBase64 } from '../buffer/base64.js';

const onlyDigits = /^[A-Za-z0-9+/]*$/;

// Written as methods, because built-in functions are not constructors.
export const { atob, btoa } = {
  /** 3/timers-and-base64-functions/atob. Forgiving decoding as in WHATWG Infra; TypeError for text that is not base64. */
  atob(encodedData: unknown): string {
    const digits = withoutPadding(without(textOf(encodedData), whiteSpace));
    if (digits.length % 4 === 1 || !matches(onlyDigits, digits))
      throw new OwnTypeError('the string to be decoded is not correctly encoded');
    return unitsOf(decodeBase64(digits, base64));
  },

  /** 3/timers-and-base64-functions/btoa. TypeError for a character above U+00FF. */
  btoa(stringToEncode: unknown): string {
    return encodeBase64(bytesOf(textOf(stringToEncode)), base64);
  },
};

function withoutPadding(text: string): string {
  if (text.length % 4 !== 0) return text;
  let end = text.length;
  while (end > 0 && end > text.length - 2 && charAt(text, end - 1) === '=') end -= 1;
  return slice(text, 0, end);
}

function bytesOf(binary: string): Uint8Array {
  const bytes = allocate(binary.length);
  for (let at = 0; at < binary.length; at += 1) {
    const code = charCodeAt(binary, at);
    if (code > 0xff) throw new OwnTypeError('invalid character (> U+00FF)');
    bytes[at] = code;
  }
  return bytes;
}

import { unitsOf } from '../../support/byte-strings.js';
import { base64, decodeBase64, encodeBase64 } from '../buffer/base64.js';

// Written as methods, because built-in functions are not constructors.
export const { atob, btoa } = {
  /** 3/timers-and-base64-functions/atob. Forgiving as WHATWG Infra has it; TypeError when the text is no base64. */
  atob(encodedData: unknown): string {
    const digits = withoutPadding(`${encodedData}`.replace(/[\t\n\f\r ]/g, ''));
    if (digits.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(digits)) throw new TypeError('the text is not base64');
    return unitsOf(decodeBase64(digits, base64));
  },

  /** 3/timers-and-base64-functions/btoa. TypeError when a character is above U+00FF. */
  btoa(stringToEncode: unknown): string {
    return encodeBase64(bytesOf(`${stringToEncode}`), base64);
  },
};

function withoutPadding(text: string): string {
  return text.length % 4 === 0 ? text.replace(/==?$/, '') : text;
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) {
    const code = binary.charCodeAt(at);
    if (code > 0xff) throw new TypeError('a character is above U+00FF');
    bytes[at] = code;
  }
  return bytes;
}

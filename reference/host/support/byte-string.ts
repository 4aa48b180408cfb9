/** The host keeps the bytes of the wire as strings of characters 0 to 255 ("byte strings"). It converts them where scripts read them. */

/** A string whose characters are bytes. */
export type ByteString = string;

const ascii = /^[\0-\x7f]*$/;

/** UTF-8 text of a byte string; invalid sequences become the replacement character. */
export function textOf(bytes: ByteString): string {
  return ascii.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The byte string of a text's UTF-8 form, or of bytes. */
export function byteStringOf(value: string | Uint8Array): ByteString {
  if (typeof value !== 'string') return bytesOf(value).toString('latin1');
  return ascii.test(value) ? value : Buffer.from(value, 'utf8').toString('latin1');
}

/** The host's own copy of a text's UTF-8 form, or of bytes that belong to a realm. */
export function bytesOf(value: string | Uint8Array): Buffer {
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  // This constructor reads only internal slots of a typed array, so it calls no property of a script.
  return Buffer.from(new Uint8Array(value).buffer);
}

/** A byte as two hexadecimal digits, for escapes. */
export const hexadecimal = (byte: ByteString): string => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/** The escape of a byte in a URL. */
export const percentEncoded = (byte: ByteString): string => `%${hexadecimal(byte)}`;

/** Decodes all escapes; other percent signs are kept. */
export function percentDecoded(text: ByteString): ByteString {
  return text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

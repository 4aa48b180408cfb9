import { TextBuilder } from '../../support/text-builder.js';
import { decodeUtf8, encodeUtf8, encodeUtf8Into } from '../../support/utf8.js';
import { view } from './arguments.js';
import { type Alphabet, base64, base64url, decodeBase64, encodeBase64 } from './base64.js';

/** How a Buffer stands for a string. */
export interface Encoding {
  readonly bytesOf: (text: string) => Uint8Array;
  readonly textOf: (bytes: Uint8Array) => string;
  /** Writes what fits, whole characters alone, and returns the bytes written. */
  readonly write: (text: string, into: Uint8Array) => number;
}

const utf8: Encoding = {
  bytesOf: encodeUtf8,
  textOf: decodeUtf8,
  write: (text, into) => encodeUtf8Into(text, into).written,
};

/** 3/buffer-objects/p1, and the name that real hosts accept besides. */
const encodings: ReadonlyMap<unknown, Encoding> = new Map([
  ['utf8', utf8],
  ['utf-8', utf8],
  ['hex', bytewise(bytesOfHex, hexOf)],
  ['base64', base64Encoding(base64)],
  ['base64url', base64Encoding(base64url)],
]);

/** `undefined` stands for the default. Throws TypeError. */
export function encodingNamed(name: unknown): Encoding {
  if (name === undefined) return utf8;
  if (typeof name !== 'string') throw new TypeError('the encoding is not a string');
  const encoding = encodings.get(name);
  if (encoding === undefined) throw new TypeError(`the encoding "${name}" is not supported`);
  return encoding;
}

export function isEncoding(name: unknown): boolean {
  return encodings.has(name);
}

function base64Encoding(alphabet: Alphabet): Encoding {
  return bytewise(
    (text) => decodeBase64(text, alphabet),
    (bytes) => encodeBase64(bytes, alphabet),
  );
}

function bytewise(bytesOf: Encoding['bytesOf'], textOf: Encoding['textOf']): Encoding {
  const write = (text: string, into: Uint8Array): number => {
    const bytes = bytesOf(text);
    const count = Math.min(bytes.length, into.length);
    into.set(view(bytes, 0, count));
    return count;
  };
  return { bytesOf, textOf, write };
}

const hexDigits = '0123456789abcdef';

function hexOf(bytes: Uint8Array): string {
  const text = new TextBuilder();
  for (const byte of bytes) {
    text.add(hexDigits.charCodeAt(byte >> 4));
    text.add(hexDigits.charCodeAt(byte & 15));
  }
  return text.toString();
}

/** Bytes of the pairs before the first that is not two hexadecimal digits. */
function bytesOfHex(text: string): Uint8Array {
  const digits = /^(?:[0-9A-Fa-f]{2})*/.exec(text)?.[0] ?? '';
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

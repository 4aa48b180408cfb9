import { allocate, copyInto, firstOf, lengthOf, view } from '../../support/bytes.js';
import { min, OwnTypeError } from '../../support/intrinsics.js';
import { charCodeAt } from '../../support/text.js';
import { TextBuilder } from '../../support/text-builder.js';
import { decodeUtf8, encodeUtf8, encodeUtf8Into } from '../../support/utf8.js';
import { type Alphabet, base64, base64url, decodeBase64, encodeBase64 } from './base64.js';

/** How a Buffer encodes and decodes strings. */
interface StringEncoding {
  readonly bytesOf: (text: string) => Uint8Array;
  readonly textOf: (bytes: Uint8Array) => string;
  /** Writes as many whole characters as fit, and returns the number of bytes written. */
  readonly write: (text: string, into: Uint8Array) => number;
}

const utf8: StringEncoding = {
  bytesOf: encodeUtf8,
  textOf: decodeUtf8,
  write: (text, into) => encodeUtf8Into(text, into).written,
};

const hex = bytewise(bytesOfHex, hexOf);
const plainBase64 = base64Encoding(base64);
const urlBase64 = base64Encoding(base64url);

/** 3/buffer-objects/p1, and a further name that real hosts accept. */
function known(name: unknown): StringEncoding | undefined {
  switch (name) {
    case 'utf8':
    case 'utf-8':
      return utf8;
    case 'hex':
      return hex;
    case 'base64':
      return plainBase64;
    case 'base64url':
      return urlBase64;
    default:
      return undefined;
  }
}

/** The encoding with a name; `undefined` means the default. Throws TypeError. */
export function encodingNamed(name: unknown): StringEncoding {
  if (name === undefined) return utf8;
  if (typeof name !== 'string') throw new OwnTypeError('encoding must be a string');
  const encoding = known(name);
  if (encoding === undefined) throw new OwnTypeError(`"${name}" encoding is not supported`);
  return encoding;
}

export function isEncoding(name: unknown): boolean {
  return known(name) !== undefined;
}

function base64Encoding(alphabet: Alphabet): StringEncoding {
  return bytewise(
    (text) => decodeBase64(text, alphabet),
    (bytes) => encodeBase64(bytes, alphabet),
  );
}

function bytewise(bytesOf: StringEncoding['bytesOf'], textOf: StringEncoding['textOf']): StringEncoding {
  const write = (text: string, into: Uint8Array): number => {
    const bytes = bytesOf(text);
    const count = min(lengthOf(bytes), lengthOf(into));
    copyInto(into, view(bytes, 0, count));
    return count;
  };
  return { bytesOf, textOf, write };
}

function hexOf(bytes: Uint8Array): string {
  const length = lengthOf(bytes);
  const text = new TextBuilder();
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    text.add(hexDigit(byte >> 4));
    text.add(hexDigit(byte & 15));
  }
  return text.whole();
}

/** The value of a hexadecimal digit, as a character code. */
function hexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x57 + value;
}

/** Decodes pairs of hexadecimal digits until the first other character. */
function bytesOfHex(text: string): Uint8Array {
  const bytes = allocate(text.length >> 1);
  let written = 0;
  for (let at = 0; at + 1 < text.length; at += 2) {
    const byte = hexByte(text, at);
    if (byte === undefined) break;
    bytes[written] = byte;
    written += 1;
  }
  return firstOf(bytes, written);
}

/** The byte of two hexadecimal digits at a position of a text, in either letter case. */
export function hexByte(text: string, at: number): number | undefined {
  const high = hexValue(charCodeAt(text, at));
  if (high === undefined) return undefined;
  const low = hexValue(charCodeAt(text, at + 1));
  return low === undefined ? undefined : high * 16 + low;
}

function hexValue(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

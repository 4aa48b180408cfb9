/**
 * Byte strings, which older versions have: strings with one unit for each byte, which stand for their bytes when they are
 * written. ECMAScript has no such strings. The realm therefore remembers their values. Of what the host received it also
 * remembers the parts that are not ASCII but UTF-8, which keep their meaning when a script joins them with other text.
 */
import { PrivateSet } from './intrinsics.js';
import { TextBuilder } from './text-builder.js';

const wholes = new PrivateSet();
const parts = new PrivateSet();
/** No string is a byte string in a realm that has made none. */
let some = false;

const notAscii = /\P{ASCII}+/gu;
/** Unicode, table 3-7, over units that are bytes. */
const utf8 =
  /^(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+$/;

/** The byte string of these bytes. */
export function byteString(bytes: Uint8Array): string {
  const text = unitsOf(bytes);
  if (text.match(notAscii) === null) return text;
  some = true;
  wholes.add(text);
  return text;
}

/** The byte string of what the host received. */
export function receivedBytes(bytes: Uint8Array): string {
  const text = byteString(bytes);
  for (const part of text.match(notAscii) ?? []) if (utf8.test(part)) parts.add(part);
  return text;
}

/** The same units as a string of characters. */
export function characters(text: string): string {
  wholes.delete(text);
  for (const part of text.match(notAscii) ?? []) parts.delete(part);
  return text;
}

/** Whether a string is one of bytes, or has parts that are. */
export function hasBytes(text: string): boolean {
  return some && (wholes.has(text) || (text.match(notAscii) ?? []).some((part) => parts.has(part)));
}

/** The bytes of such a string; `encode` gives those of the parts that are characters. */
export function bytesWritten(text: string, encode: (characters: string) => Uint8Array): Uint8Array {
  if (wholes.has(text)) return bytesOfUnits(text);
  return bytesOfUnits(text.replace(notAscii, (part) => (parts.has(part) ? part : unitsOf(encode(part)))));
}

/** The bytes of a string whose units are none above 0xff. */
export function bytesOfUnits(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** A string with one unit for each byte. */
export function unitsOf(bytes: Uint8Array): string {
  const text = new TextBuilder();
  for (let at = 0; at < bytes.length; at += 1) text.add(bytes[at] ?? 0);
  return text.toString();
}

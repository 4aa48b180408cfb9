/**
 * Byte strings, which older versions have: strings with one unit for each byte, which stand for their bytes when they are
 * written. ECMAScript has no such strings, so the realm remembers their values; what ECMAScript makes of them, such as a
 * part of one, is a string like any other.
 */
import { PrivateSet } from './intrinsics.js';

const known = new PrivateSet();
let some = false;

/** The byte string of these bytes. */
export function byteString(bytes: Uint8Array): string {
  const text = unitsOf(bytes);
  if (!isAscii(bytes)) {
    known.add(text);
    some = true;
  }
  return text;
}

export function isByteString(text: string): boolean {
  return some && known.has(text);
}

export function bytesOfByteString(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** The same units as a string of characters. */
export function characters(text: string): string {
  known.delete(text);
  return text;
}

function unitsOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}

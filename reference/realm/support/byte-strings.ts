/**
 * Byte strings of older versions: strings with one code unit for each byte, which are written as those bytes (2/what-the-service-does/p2,
 * 3/strings/rule-2, 3/strings/rule-3). ECMAScript has no such type, so the realm remembers their values. It also remembers parts of
 * received strings that are UTF-8 but not ASCII; they keep their meaning when a script joins them with other text.
 */
import { allocate, lengthOf } from './bytes.js';
import { PrivateSet } from './intrinsics.js';
import { onRenewal } from './renewal.js';
import { charCodeAt, matches, replaceRuns, slice } from './text.js';
import { TextBuilder } from './text-builder.js';

const wholes = new PrivateSet();
const parts = new PrivateSet();
/** The characters of these parts: a script may repeat a part, or join it with another one. */
const sequences = new PrivateSet();
/** In a realm that has made no byte strings, no string is one. */
let some = false;

onRenewal(() => {
  wholes.clear();
  parts.clear();
  sequences.clear();
  some = false;
});

/** Unicode, table 3-7, over code units that are bytes. */
const utf8 =
  /^(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+$/;

const isNotAscii = (unit: number): boolean => unit > 0x7f;

/** Visits each part that is not ASCII. */
function eachPart(text: string, visit: (part: string) => void): void {
  replaceRuns(text, isNotAscii, (part) => {
    visit(part);
    return part;
  });
}

/** Visits each character that a part holds as UTF-8. */
function eachSequence(part: string, visit: (sequence: string) => void): void {
  for (let at = 0; at < part.length; ) {
    const end = at + sizeAfter(charCodeAt(part, at));
    visit(slice(part, at, end));
    at = end;
  }
}

/** The number of units of a character, from its first one. */
function sizeAfter(first: number): number {
  if (first < 0xe0) return first < 0xc0 ? 1 : 2;
  return first < 0xf0 ? 3 : 4;
}

function isReceived(part: string): boolean {
  if (parts.has(part)) return true;
  let isKnown = true;
  eachSequence(part, (sequence) => {
    isKnown &&= sequences.has(sequence);
  });
  return isKnown;
}

/** The byte string of these bytes. */
export function byteString(bytes: Uint8Array): string {
  const text = unitsOf(bytes);
  eachPart(text, () => {
    some = true;
    wholes.add(text);
  });
  return text;
}

/** The byte string of bytes that the host received. */
export function receivedBytes(bytes: Uint8Array): string {
  const text = byteString(bytes);
  eachPart(text, (part) => {
    if (!matches(utf8, part)) return;
    parts.add(part);
    eachSequence(part, (sequence) => sequences.add(sequence));
  });
  return text;
}

/** The same units as a string of characters. */
export function characters(text: string): string {
  wholes.delete(text);
  eachPart(text, (part) => {
    parts.delete(part);
    eachSequence(part, (sequence) => sequences.delete(sequence));
  });
  return text;
}

/** Whether a string is a byte string, or contains parts of one. */
export function hasBytes(text: string): boolean {
  if (!some) return false;
  let has = wholes.has(text);
  eachPart(text, (part) => {
    has ||= isReceived(part);
  });
  return has;
}

/** The bytes of such a string; `encode` encodes the parts that are characters. */
export function bytesWritten(text: string, encode: (characters: string) => Uint8Array): Uint8Array {
  if (wholes.has(text)) return bytesOfUnits(text);
  return bytesOfUnits(replaceRuns(text, isNotAscii, (part) => (isReceived(part) ? part : unitsOf(encode(part)))));
}

/** The bytes of a string without units above 0xff. */
export function bytesOfUnits(text: string): Uint8Array {
  const { length } = text;
  const bytes = allocate(length);
  for (let at = 0; at < length; at += 1) bytes[at] = charCodeAt(text, at);
  return bytes;
}

/** A string with one unit for each byte. */
export function unitsOf(bytes: Uint8Array): string {
  const length = lengthOf(bytes);
  const text = new TextBuilder();
  for (let at = 0; at < length; at += 1) text.add(bytes[at] ?? 0);
  return text.whole();
}

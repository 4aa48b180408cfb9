import { bytesWritten, hasBytes } from './byte-strings.js';
import { allocate, copyInto, copyOf, lengthOf, view } from './bytes.js';
import { OwnTypeError } from './intrinsics.js';
import { charCodeAt, codePointAt } from './text.js';
import { TextBuilder } from './text-builder.js';

const replacement = 0xfffd;
const nothing = allocate(0);

/** The lead bytes of a well-formed sequence, the number of continuation bytes, and the range of the first of them. */
interface Lead {
  readonly from: number;
  readonly to: number;
  readonly following: number;
  readonly lower: number;
  readonly upper: number;
}

/** Unicode, table 3-7. */
const leads: readonly Lead[] = [
  { from: 0xc2, to: 0xdf, following: 1, lower: 0x80, upper: 0xbf },
  { from: 0xe0, to: 0xe0, following: 2, lower: 0xa0, upper: 0xbf },
  { from: 0xe1, to: 0xec, following: 2, lower: 0x80, upper: 0xbf },
  { from: 0xed, to: 0xed, following: 2, lower: 0x80, upper: 0x9f },
  { from: 0xee, to: 0xef, following: 2, lower: 0x80, upper: 0xbf },
  { from: 0xf0, to: 0xf0, following: 3, lower: 0x90, upper: 0xbf },
  { from: 0xf1, to: 0xf3, following: 3, lower: 0x80, upper: 0xbf },
  { from: 0xf4, to: 0xf4, following: 3, lower: 0x80, upper: 0x8f },
];

/** UTF-8 of a string, or the bytes of a byte string; a lone surrogate is written as U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return hasBytes(text) ? bytesWritten(text, encodeCharacters) : encodeCharacters(text);
}

/** The characters of a string; for a byte string, those that its bytes encode. */
export function meant(text: string): string {
  return hasBytes(text) ? decodeUtf8(encodeUtf8(text)) : text;
}

function encodeCharacters(text: string): Uint8Array {
  return encodeAscii(text) ?? encodeAny(text);
}

/** The bytes of an ASCII text; `undefined` for other texts. Most text is ASCII. */
function encodeAscii(text: string): Uint8Array | undefined {
  const { length } = text;
  const bytes = allocate(length);
  for (let at = 0; at < length; at += 1) {
    const unit = charCodeAt(text, at);
    if (unit > 0x7f) return undefined;
    bytes[at] = unit;
  }
  return bytes;
}

function encodeAny(text: string): Uint8Array {
  const bytes = allocate(encodedLength(text));
  encodeUtf8Into(text, bytes);
  return bytes;
}

function encodedLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const codePoint = scalarValue(text, at);
    length += encodedSize(codePoint);
    if (codePoint > 0xffff) at += 1;
  }
  return length;
}

/** Writes as many whole characters as fit. `read` counts UTF-16 code units, `written` bytes. */
export function encodeUtf8Into(text: string, bytes: Uint8Array): { read: number; written: number } {
  const available = lengthOf(bytes);
  let read = 0;
  let written = 0;
  while (read < text.length) {
    const codePoint = scalarValue(text, read);
    const size = encodedSize(codePoint);
    if (written + size > available) break;
    writeCodePoint(bytes, written, codePoint, size);
    read += codePoint > 0xffff ? 2 : 1;
    written += size;
  }
  return { read, written };
}

function scalarValue(text: string, index: number): number {
  const codePoint = codePointAt(text, index) ?? replacement;
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? replacement : codePoint;
}

function encodedSize(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

function writeCodePoint(bytes: Uint8Array, at: number, codePoint: number, size: number): void {
  if (size === 1) {
    bytes[at] = codePoint;
    return;
  }
  const mark = (0xf00 >> size) & 0xff;
  bytes[at] = mark | (codePoint >> (6 * (size - 1)));
  for (let index = 1; index < size; index += 1) {
    bytes[at + index] = 0x80 | ((codePoint >> (6 * (size - 1 - index))) & 0x3f);
  }
}

/** String of UTF-8 bytes; each maximal part of an ill-formed sequence becomes one U+FFFD, as WHATWG Encoding requires. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new Utf8Decoder(false).decode(bytes, false);
}

/** Decodes a stream of chunks. A byte order mark is kept like any other character. */
export class Utf8Decoder {
  readonly #fatal: boolean;
  #incomplete = nothing;

  constructor(fatal: boolean) {
    this.#fatal = fatal;
  }

  /** Keeps an incomplete character at the end for the next call if `more` is true. Throws TypeError when fatal. */
  decode(chunk: Uint8Array, more: boolean): string {
    const bytes = this.#joined(chunk);
    this.#incomplete = nothing;
    const text = new TextBuilder();
    const length = lengthOf(bytes);
    for (let at = 0; at < length; ) {
      const first = bytes[at] ?? 0;
      // Most text is ASCII, and an object for each character would cost more than the text.
      if (first < 0x80) {
        text.add(first);
        at += 1;
        continue;
      }
      const sequence = sequenceAt(bytes, at, first);
      if (sequence.kind === 'incomplete' && more) {
        this.#incomplete = copyOf(view(bytes, at, length - at));
        break;
      }
      text.add(this.#codePointOf(sequence));
      at += sequence.size;
    }
    return text.whole();
  }

  #joined(chunk: Uint8Array): Uint8Array {
    const kept = this.#incomplete;
    const length = lengthOf(kept);
    if (length === 0) return chunk;
    const joined = allocate(length + lengthOf(chunk));
    copyInto(joined, kept);
    copyInto(joined, chunk, length);
    return joined;
  }

  #codePointOf(sequence: Utf8Sequence): number {
    if (sequence.kind === 'character') return sequence.codePoint;
    if (this.#fatal) throw new OwnTypeError('The encoded data was not valid');
    return replacement;
  }
}

type Utf8Sequence =
  | { readonly kind: 'character'; readonly size: number; readonly codePoint: number }
  | { readonly kind: 'malformed'; readonly size: number }
  | { readonly kind: 'incomplete'; readonly size: number };

/** The sequence that begins with a byte beyond ASCII. */
function sequenceAt(bytes: Uint8Array, at: number, first: number): Utf8Sequence {
  const lead = leadOf(first);
  if (lead === undefined) return { kind: 'malformed', size: 1 };
  let codePoint = first & (0x3f >> lead.following);
  for (let size = 1; size <= lead.following; size += 1) {
    const next = bytes[at + size];
    if (next === undefined) return { kind: 'incomplete', size };
    if (next < (size === 1 ? lead.lower : 0x80) || next > (size === 1 ? lead.upper : 0xbf))
      return { kind: 'malformed', size };
    codePoint = (codePoint << 6) | (next & 0x3f);
  }
  return { kind: 'character', size: lead.following + 1, codePoint };
}

function leadOf(first: number): Lead | undefined {
  for (let at = 0; at < leads.length; at += 1) {
    const lead = leads[at];
    if (lead !== undefined && first >= lead.from && first <= lead.to) return lead;
  }
  return undefined;
}

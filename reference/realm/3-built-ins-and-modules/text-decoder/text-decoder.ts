import { allocate, bytesIn, isMemory, isTypedArray, memoryOf, viewOn } from '../../support/bytes.js';
import { getProperty, isAmong, isTrue, OwnRangeError, OwnTypeError } from '../../support/intrinsics.js';
import { defineName, defineTag } from '../../support/members.js';
import { charAt, indexOf, slice, textOf, toLowerCase, whiteSpace } from '../../support/text.js';
import { Utf8Decoder } from '../../support/utf8.js';

/** Labels of UTF-8 in WHATWG Encoding, which are compared without letter case and surrounding white space. */
const labels = ['unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'utf-8', 'utf8', 'x-unicode20utf8'];

const byteOrderMark = '\ufeff';

/** 3/text-decoder/text-decoder */
export class TextDecoder {
  readonly #encoding = 'utf-8';
  readonly #fatal: boolean;
  readonly #ignoreBOM: boolean;
  readonly #decoder: Utf8Decoder;
  #atStart = true;

  constructor(encoding: unknown = 'utf-8', options: unknown = {}) {
    requireUtf8(textOf(encoding));
    this.#fatal = flag(options, 'fatal');
    this.#ignoreBOM = flag(options, 'ignoreBOM');
    this.#decoder = new Utf8Decoder(this.#fatal);
  }

  /** 3/text-decoder/encoding */
  get encoding(): string {
    return this.#encoding;
  }

  /** 3/text-decoder/fatal */
  get fatal(): boolean {
    return this.#fatal;
  }

  /** 3/text-decoder/ignore-bom */
  get ignoreBOM(): boolean {
    return this.#ignoreBOM;
  }

  /** 3/text-decoder/decode; 3/errors/text-decoder-decode */
  decode(buffer: unknown = allocate(0), options: unknown = {}): string {
    const more = flag(options, 'stream');
    const bytes = bytesOf(buffer);
    try {
      return this.#withoutMark(this.#decoder.decode(bytes, more));
    } finally {
      if (!more) this.#atStart = true;
    }
  }

  /** Removes the byte order mark once, at the start of a stream, even if chunks split it. */
  #withoutMark(text: string): string {
    if (text === '' || !this.#atStart) return text;
    this.#atStart = false;
    return charAt(text, 0) === byteOrderMark && !this.#ignoreBOM ? slice(text, 1) : text;
  }
}
defineName(TextDecoder, 'TextDecoder');
defineTag(TextDecoder.prototype, 'TextDecoder');

function requireUtf8(label: string): void {
  if (isAmong(labels, toLowerCase(trimmed(label)))) return;
  throw new OwnRangeError(`The "${label}" encoding is not supported`);
}

/** Without ASCII white space at either end. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text, from)) from += 1;
  while (to > from && isSpace(text, to - 1)) to -= 1;
  return slice(text, from, to);
}

function isSpace(text: string, at: number): boolean {
  return indexOf(whiteSpace, charAt(text, at)) >= 0;
}

function flag(options: unknown, name: string): boolean {
  if (typeof options !== 'object' || options === null)
    throw new OwnTypeError('The "options" argument must be of type object');
  return isTrue(getProperty(options, name));
}

function bytesOf(buffer: unknown): Uint8Array {
  if (isMemory(buffer)) return viewOn(buffer, 0, bytesIn(buffer));
  if (isTypedArray(buffer)) return memoryOf(buffer);
  throw new OwnTypeError('The "input" argument must be an instance of TypedArray');
}

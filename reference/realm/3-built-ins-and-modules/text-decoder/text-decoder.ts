import { defineName, defineTag } from '../../support/members.js';
import { Utf8Decoder } from '../../support/utf8.js';

/** Labels of UTF-8 in WHATWG Encoding, which are compared without case and surrounding white space. */
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
    requireUtf8(`${encoding}`);
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
  decode(buffer: unknown = new Uint8Array(0), options: unknown = {}): string {
    const more = flag(options, 'stream');
    const bytes = bytesOf(buffer);
    try {
      return this.#withoutMark(this.#decoder.decode(bytes, more));
    } finally {
      if (!more) this.#atStart = true;
    }
  }

  /** The mark is removed once, at the start of a stream, however it was cut into chunks. */
  #withoutMark(text: string): string {
    if (text === '' || !this.#atStart) return text;
    this.#atStart = false;
    return text[0] === byteOrderMark && !this.#ignoreBOM ? text.slice(1) : text;
  }
}
defineName(TextDecoder, 'TextDecoder');
defineTag(TextDecoder.prototype, 'TextDecoder');

function requireUtf8(label: string): void {
  if (labels.includes(label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase())) return;
  throw new RangeError(`the encoding "${label}" is not supported`);
}

function flag(options: unknown, name: string): boolean {
  if (typeof options !== 'object' || options === null) throw new TypeError('the options are not an object');
  return Boolean(Reflect.get(options, name));
}

function bytesOf(buffer: unknown): Uint8Array {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer);
  if (ArrayBuffer.isView(buffer) && !(buffer instanceof DataView)) {
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }
  throw new TypeError('the data is neither an ArrayBuffer nor a typed array');
}

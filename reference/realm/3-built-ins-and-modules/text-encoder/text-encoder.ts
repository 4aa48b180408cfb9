import { isBytes } from '../../support/bytes.js';
import { OwnTypeError } from '../../support/intrinsics.js';
import { defineName, defineTag } from '../../support/members.js';
import { textOf } from '../../support/text.js';
import { encodeUtf8, encodeUtf8Into } from '../../support/utf8.js';

/** 3/text-encoder/text-encoder. Private methods throw for receivers of any other class. */
export class TextEncoder {
  /** As on real hosts. */
  get encoding(): string {
    return 'utf-8';
  }

  /** 3/text-encoder/encode */
  encode(string: unknown = ''): Uint8Array {
    return this.#encode(textOf(string));
  }

  /** 3/text-encoder/encode-into */
  encodeInto(string: unknown, uint8Array: unknown): { read: number; written: number } {
    return this.#encodeInto(textOf(string), uint8Array);
  }

  #encode(text: string): Uint8Array {
    return encodeUtf8(text);
  }

  #encodeInto(text: string, destination: unknown): { read: number; written: number } {
    if (isBytes(destination)) return encodeUtf8Into(text, destination);
    throw new OwnTypeError('The "destination" argument must be an instance of Uint8Array');
  }
}
defineName(TextEncoder, 'TextEncoder');
defineTag(TextEncoder.prototype, 'TextEncoder');

/** Strings and the bytes they stand for, drawn for the laws of Buffer. The harness's own Buffer converts. */
import fc from 'fast-check';
import { bytes, unicodeText } from '../../support/arbitraries.js';

/** 3/buffer-objects/p1 */
export type BytesEncoding = 'utf8' | 'hex' | 'base64' | 'base64url';

export interface InEncoding {
  readonly encoding: BytesEncoding;
}

export interface EncodedText extends InEncoding {
  readonly text: string;
}

export const bytesOf = ({ text, encoding }: EncodedText): Buffer => Buffer.from(text, encoding);

/** Text that stands for no bytes or for some, in one of the encodings. */
export const anyText = ({ encoding }: InEncoding): fc.Arbitrary<EncodedText> =>
  (encoding === 'utf8' ? unicodeText(16) : bytes(24).map((drawn) => Buffer.from(drawn).toString(encoding))).map(
    (text) => ({ text, encoding }),
  );

export const someText = (data: InEncoding): fc.Arbitrary<EncodedText> =>
  anyText(data).filter(({ text }) => text.length > 0);

/** Text that may be cut after any of its bytes: in UTF-8, characters of one byte. */
export const cuttableText = ({ encoding }: InEncoding): fc.Arbitrary<EncodedText> =>
  encoding === 'utf8'
    ? fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 16 }).map((text) => ({ text, encoding }))
    : someText({ encoding });

/** Contents of an exact size, for sizes near those of blocks, buffers and pages. */

/** No power of two is a multiple of its length, so that a lost, repeated or moved piece changes the content. */
const PATTERN = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy';
/** Characters of one to four bytes, ten in all. */
const CHARACTERS = 'aé€😀';

/** No power of two is a multiple of its length either. */
const BYTES = Buffer.from(Array.from({ length: 251 }, (_, i) => (i * 7) % 251));

const repeated = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

const CONTENTS = {
  ascii: (size: number): string => repeated(PATTERN, size),
  /** This number of bytes of UTF-8; the last bytes, fewer than ten, are ASCII. */
  characters: (size: number): string => CHARACTERS.repeat(Math.floor(size / 10)) + repeated(PATTERN, size % 10),
  bytes: (size: number): Buffer => Buffer.alloc(size, BYTES),
} as const;

export type ContentKind = keyof typeof CONTENTS;

/** Content of `size` bytes. */
export const contentOf = (kind: ContentKind, size: number): string | Buffer => CONTENTS[kind](size);

/** ASCII of `size` characters. */
export const textOf = CONTENTS.ascii;

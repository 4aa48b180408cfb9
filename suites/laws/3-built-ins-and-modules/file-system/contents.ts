/** Contents of files of any size. */

/** The longest that was asked for yet: each shorter one is its beginning. */
let longest: Buffer = Buffer.alloc(0);

/** Bytes no block of which is like another, and none of them in the range of UTF-8's first bytes alone. */
export function pattern(size: number): Buffer {
  if (size > longest.length) longest = patternOf(size);
  return Buffer.from(longest.subarray(0, size));
}

function patternOf(size: number): Buffer {
  const out = Buffer.alloc(size);
  let state = 12345;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    out[i] = state >>> 16;
  }
  return out;
}

const UNITS = ['a', 'é', '€', '😀', '7'].map((text) => ({ text, bytes: Buffer.byteLength(text) }));
const LAST = { text: 'z', bytes: 1 };

const unitAt = (i: number) => UNITS[(i * 7 + (i >> 3)) % UNITS.length] ?? LAST;

/** Units after which they come again. */
const ROUND = 8 * UNITS.length;
const round = Array.from({ length: ROUND }, (_, i) => unitAt(i).text).join('');

/** Text of so many bytes whose characters take one to four of them, so that borders of blocks fall into all. */
export function fileText(size: number): string {
  const rounds = Math.floor(size / Buffer.byteLength(round));
  let text = round.repeat(rounds);
  let length = rounds * Buffer.byteLength(round);
  for (let i = rounds * ROUND; length < size; i++) {
    const unit = unitAt(i);
    const fits = length + unit.bytes <= size ? unit : LAST;
    text += fits.text;
    length += fits.bytes;
  }
  return text;
}

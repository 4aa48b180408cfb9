/** Contents of files of any size. */

/** Bytes no block of which is like another, and none of them in the range of UTF-8's first bytes alone. */
export function pattern(size: number): Buffer {
  const out = Buffer.alloc(size);
  let state = 12345;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    out[i] = state >>> 16;
  }
  return out;
}

/** Text of so many bytes whose characters take one to four of them, so that borders of blocks fall into all. */
export function textOf(size: number): string {
  const units = ['a', 'é', '€', '😀', '7'];
  let text = '';
  let length = 0;
  for (let i = 0; length < size; i++) {
    const unit = units[(i * 7 + (i >> 3)) % units.length] ?? 'a';
    const fits = length + Buffer.byteLength(unit) <= size ? unit : 'z';
    text += fits;
    length += Buffer.byteLength(fits);
  }
  return text;
}

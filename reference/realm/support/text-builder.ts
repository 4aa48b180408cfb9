import { apply, growing, push } from './intrinsics.js';
import { fromCharCode } from './text.js';

/** Units joined at one time: a call takes a limited number of arguments. */
const most = 4096;

/**
 * Builds a text of UTF-16 code units. A string that grows by one character at a time keeps each step in memory until it is
 * read, which takes thirty times as much as the text.
 */
export class TextBuilder {
  #text = '';
  #units = growing<number>();

  add(unit: number): void {
    push(this.#units, unit);
    if (this.#units.length >= most) this.#flush();
  }

  addCodePoint(codePoint: number): void {
    if (codePoint <= 0xffff) this.add(codePoint);
    else {
      this.add(0xd7c0 + (codePoint >> 10));
      this.add(0xdc00 | (codePoint & 0x3ff));
    }
  }

  /** What was added so far. */
  whole(): string {
    this.#flush();
    return this.#text;
  }

  #flush(): void {
    this.#text += apply(fromCharCode, undefined, this.#units);
    this.#units = growing();
  }
}

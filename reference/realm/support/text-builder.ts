import { apply, growing, push } from './intrinsics.js';
import { fromCodePoint } from './text.js';

/** Characters joined at one time: a call takes a limited number of arguments. */
const most = 4096;

/**
 * Builds a text of code points. A string that grows by one character at a time keeps each step in memory until it is read,
 * which takes thirty times as much as the text.
 */
export class TextBuilder {
  #text = '';
  #block = growing<number>();

  add(codePoint: number): void {
    push(this.#block, codePoint);
    if (this.#block.length === most) this.#flush();
  }

  whole(): string {
    this.#flush();
    return this.#text;
  }

  #flush(): void {
    this.#text += apply(fromCodePoint, undefined, this.#block);
    this.#block = growing();
  }
}

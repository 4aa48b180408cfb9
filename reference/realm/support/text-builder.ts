import { apply, growing } from './intrinsics.js';
import { fromCodePoint } from './text.js';

/** Characters joined at one time: a call takes a limited number of arguments. */
const most = 4096;

/**
 * Builds a text of code points. A string that grows by single characters keeps every step in memory until it is read, which takes thirty
 * times the memory of the text.
 */
export class TextBuilder {
  #text = '';
  #block = growing<number>();

  add(codePoint: number): void {
    const block = this.#block;
    block[block.length] = codePoint;
    if (block.length < most) return;
    this.#text += charactersOf(block);
    this.#block = growing();
  }

  whole(): string {
    return this.#text + charactersOf(this.#block);
  }
}

function charactersOf(codePoints: readonly number[]): string {
  return codePoints.length === 0 ? '' : apply(fromCodePoint, undefined, codePoints);
}

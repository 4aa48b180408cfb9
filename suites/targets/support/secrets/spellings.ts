/** Finds secrets in a text in any spelling: literal, escaped, in base64 or in hexadecimal digits. */
import { isUtf8 } from 'node:buffer';
import { type Layer, layersOf } from './escapes.js';
import { type Hit, merged } from './hits.js';
import { TextFinder } from './text-finder.js';

interface Spelling<T> {
  /** ASCII letters in lower case: servers change the case of much that they echo. */
  readonly text: string;
  readonly base64: boolean;
  readonly secret: T;
}

/** Spellings with the same first characters: secrets of one service often begin alike and have one length. */
interface Alike<T> {
  /** The longest first. */
  readonly lengths: number[];
  readonly byText: Map<string, Spelling<T>>;
}

/** Characters by which spellings are looked up; none is shorter. */
const STEM = 4;

/** Base64 with a secret in its middle must be this long to be no coincidence. */
const SHORTEST_BASE64 = 8;

export class Spellings<T> {
  readonly #byStem = new Map<string, Alike<T>>();
  readonly #finder = new TextFinder();

  /** A secret of at least four characters. */
  add(secret: T, text: string): void {
    for (const spelling of plainSpellings(text)) this.#add({ text: lower(spelling), base64: false, secret });
    this.addBase64(secret, text);
  }

  /** A text that is secret only in base64. */
  addBase64(secret: T, text: string): void {
    for (const spelling of base64Spellings(Buffer.from(text))) {
      if (spelling.length >= SHORTEST_BASE64) this.#add({ text: lower(spelling), base64: true, secret });
    }
  }

  /** From left to right, none within another. */
  in(text: string): readonly Hit<T>[] {
    return merged([...layersOf(text)].flatMap((layer) => [...this.#inLayer(layer)]));
  }

  /** Whether a secret is in a text, or in arbitrary bytes. */
  isAnyIn(where: string | Buffer): boolean {
    for (const window of windowsOf(typeof where === 'string' ? where : textOf(where)))
      for (const layer of layersOf(window)) for (const _ of this.#inLayer(layer)) return true;
    return false;
  }

  #add(spelling: Spelling<T>): void {
    const stem = spelling.text.slice(0, STEM);
    const alike: Alike<T> = this.#byStem.get(stem) ?? { lengths: [], byText: new Map() };
    this.#byStem.set(stem, alike);
    if (alike.byText.has(spelling.text)) return;
    alike.byText.set(spelling.text, spelling);
    const { length } = spelling.text;
    if (!alike.lengths.includes(length)) alike.lengths.push(length);
    alike.lengths.sort((a, b) => b - a);
    this.#finder.add(spelling.text);
  }

  *#inLayer({ text, originOf }: Layer): Generator<Hit<T>, void> {
    for (let at = this.#finder.next(text, 0); at !== undefined; ) {
      const spelling = this.#spelledAt(text, at);
      const end = spelling === undefined ? at + 1 : endOf(spelling, text, at);
      if (spelling !== undefined) yield { from: originOf(at), to: originOf(end), secret: spelling.secret };
      at = this.#finder.next(text, end);
    }
  }

  #spelledAt(text: string, at: number): Spelling<T> | undefined {
    const alike = this.#byStem.get(lower(text.slice(at, at + STEM)));
    for (const length of alike?.lengths ?? []) {
      const spelling = alike?.byText.get(lower(text.slice(at, at + length)));
      if (spelling !== undefined) return spelling;
    }
    return undefined;
  }
}

/** The number of characters of a text that are searched at one time, since decoding their escapes takes many times the memory. */
const WINDOW = 1 << 20;
/** The overlap of two windows: longer than any spelling, with nested escapes. */
const SHARED = 1 << 16;

function* windowsOf(text: string): Generator<string, void> {
  for (let from = 0; from === 0 || from + SHARED < text.length; from += WINDOW)
    yield text.length <= WINDOW ? text : text.slice(from, from + WINDOW + SHARED);
}

/** Bytes that are no UTF-8 are a character each; spellings of characters beyond ASCII match them too. */
const textOf = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');

const lower = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** Base64 continues after the digits that the secret alone decides: bits shared with the next byte, and padding. */
function endOf({ text: { length }, base64 }: Spelling<unknown>, text: string, at: number): number {
  const end = at + length;
  return base64 ? end + (/^[\w+/-]?={0,2}/.exec(text.slice(end, end + 3))?.[0].length ?? 0) : end;
}

/**
 * Escapes need no spelling, since they are decoded first. Bytes beyond ASCII may come back as characters of their own, and a blank as the
 * plus of forms.
 */
function plainSpellings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const asCharacters = bytes.toString('latin1');
  return [text, asCharacters, text.replaceAll(' ', '+'), asCharacters.replaceAll(' ', '+'), bytes.toString('hex')];
}

/** For each place within a group of three bytes, the digits that these bytes alone decide. RFC 4648, sections 4 and 5. */
function base64Spellings(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const decided = digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [decided, decided.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

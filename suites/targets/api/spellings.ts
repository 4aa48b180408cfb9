/** Where secrets stand in a text, in whatever spelling: as they are, escaped, in base64 or in hexadecimal digits. */
import { type Layer, layersOf } from './escapes.js';

/** A part of a text that spells a secret; `to` is exclusive. */
export interface Hit<T> {
  readonly from: number;
  readonly to: number;
  readonly secret: T;
}

interface Spelling<T> {
  /** ASCII letters in lower case: servers change the case of much that they echo. */
  readonly text: string;
  readonly base64: boolean;
  readonly secret: T;
}

/** Spellings with the same first characters: secrets of one service often begin alike, and are of one length. */
interface Alike<T> {
  /** The longest first. */
  readonly lengths: number[];
  readonly byText: Map<string, Spelling<T>>;
}

/** Characters by which spellings are looked up; none is shorter. */
const STEM = 4;

/** Base64 that holds a secret in its middle must be this long to be told from chance. */
const SHORTEST_BASE64 = 8;

export class Spellings<T> {
  readonly #byStem = new Map<string, Alike<T>>();
  /** Which first two characters, in a number of 16 bits, begin a spelling. */
  readonly #beginnings = new Uint8Array(65_536);

  /** A secret of at least four characters. */
  add(secret: T, text: string): void {
    for (const spelling of plainSpellings(text)) this.#add({ text: lower(spelling), base64: false, secret });
    this.addBase64(secret, text);
  }

  /** A text that is secret in base64 only. */
  addBase64(secret: T, text: string): void {
    for (const spelling of base64Spellings(Buffer.from(text))) {
      if (spelling.length >= SHORTEST_BASE64) this.#add({ text: lower(spelling), base64: true, secret });
    }
  }

  /** From left to right; hits that overlap are one, of the secret whose spelling is longest. */
  in(text: string): readonly Hit<T>[] {
    const hits = layersOf(text).flatMap((layer) => this.#inLayer(layer));
    return merged(hits.sort((a, b) => a.from - b.from));
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
    this.#beginnings[beginning(stem, 0)] = 1;
  }

  #inLayer({ text, starts }: Layer): Hit<T>[] {
    const hits: Hit<T>[] = [];
    for (let at = 0; at + STEM <= text.length; at++) {
      const spelling = this.#beginnings[beginning(text, at)] === 1 ? this.#spelledAt(text, at) : undefined;
      if (spelling === undefined) continue;
      const end = endOf(spelling, text, at);
      hits.push({ from: starts?.[at] ?? at, to: starts?.[end] ?? end, secret: spelling.secret });
      at = end - 1;
    }
    return hits;
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

const folded = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);

const beginning = (text: string, at: number): number =>
  ((folded(text.charCodeAt(at)) << 8) ^ folded(text.charCodeAt(at + 1))) & 0xffff;

const lower = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** Base64 goes on behind what the secret alone decides: bits shared with the next byte, and padding. */
function endOf({ text: { length }, base64 }: Spelling<unknown>, text: string, at: number): number {
  const end = at + length;
  return base64 ? end + (/^[\w+/-]?={0,2}/.exec(text.slice(end, end + 3))?.[0].length ?? 0) : end;
}

/**
 * Escapes need no spelling: they are undone before. Bytes beyond ASCII may come back as characters of their own, and a
 * blank as the plus of forms.
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

function merged<T>(hits: readonly Hit<T>[]): readonly Hit<T>[] {
  const result: Hit<T>[] = [];
  for (const hit of hits) {
    const last = result.at(-1);
    if (last === undefined || hit.from >= last.to) result.push(hit);
    else result[result.length - 1] = together(last, hit);
  }
  return result;
}

const together = <T>(a: Hit<T>, b: Hit<T>): Hit<T> => ({
  from: a.from,
  to: Math.max(a.to, b.to),
  secret: b.to - b.from > a.to - a.from ? b.secret : a.secret,
});

/** Spellings of texts: letter case, and percent-encoding in either case; and the object for pairs of a query. */
import fc from 'fast-check';

export const letters: fc.Arbitrary<string> = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');

/** This number of the pieces in any order. */
export const piecesOf = (pieces: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength, maxLength }).map((parts) => parts.join(''));

/** The same letters, each in upper or lower case. */
export const respelled = (name: string): fc.Arbitrary<string> =>
  fc.tuple(...[...name].map((c) => fc.constantFrom(c.toLowerCase(), c.toUpperCase()))).map((all) => all.join(''));

/** The letter cases of a name. */
export const SPELLED = {
  'as-it-is': (name: string): string => name,
  lower: (name: string): string => name.toLowerCase(),
  upper: (name: string): string => name.toUpperCase(),
  mixed: (name: string): string => [...name].map((c, i) => (i % 2 === 0 ? c.toLowerCase() : c.toUpperCase())).join(''),
} as const;
export type LetterCase = keyof typeof SPELLED;

/** A text and one of its percent-encoded forms. */
export type QueryText = { readonly text: string; readonly encoded: string };

/** Every byte percent-encoded. */
export const percent = (of: string | Uint8Array): string => Buffer.from(of).toString('hex').replace(/../g, '%$&');

const SPELLINGS = {
  lower: percent,
  upper: (character: string) => percent(character).toUpperCase(),
  plain: (character: string) => (/[A-Za-z0-9._~-]/.test(character) ? character : percent(character).toUpperCase()),
};

/** Texts of these characters, each unchanged if a query allows it, or percent-encoded in either case. */
export const encodedText = (characters: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.array(fc.tuple(characters, fc.constantFrom('plain', 'upper', 'lower')), { minLength, maxLength }).map(
    (parts): QueryText => ({
      text: parts.map(([character]) => character).join(''),
      encoded: parts.map(([character, spelling]) => SPELLINGS[spelling](character)).join(''),
    }),
  );

export type QueryPair = readonly [key: string, value: string];

/** An object of the pairs: a repeated key has an array of its values in their order. */
export function together(pairs: readonly QueryPair[]): { [key: string]: string | string[] } {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

/** Texts that need no encoding in a query. */
export const asItIs = (texts: fc.Arbitrary<string>): fc.Arbitrary<QueryText> =>
  texts.map((text) => ({ text, encoded: text }));

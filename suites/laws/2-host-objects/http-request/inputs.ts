/** Inputs that the laws about HTTP requests share. */
import fc from 'fast-check';
import { type HttpHandler, http, location, type Match, type Settings, type Setup } from '../../../language/setup.js';

/** A location of the case's own: all below its path, unless the place says otherwise. */
export const oneLocation = (
  content: HttpHandler,
  settings: Settings = {},
  { path = '/', match = 'prefix' }: { readonly path?: string; readonly match?: Match } = {},
): Setup => [http(location(path, { ...settings, js_content: content }, match))];

/** A text and one of its percent-encoded forms. */
export interface Encoded {
  readonly text: string;
  readonly encoded: string;
}

/** Every byte percent-encoded. */
export const percent = (of: string | Uint8Array): string => Buffer.from(of).toString('hex').replace(/../g, '%$&');

const SPELLINGS = {
  lower: percent,
  upper: (character: string) => percent(character).toUpperCase(),
  plain: (character: string) => (/[A-Za-z0-9._~-]/.test(character) ? character : percent(character).toUpperCase()),
};

/** Texts of these characters, each as it stands where a query allows it, or percent-encoded in either case. */
export const encodedText = (characters: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.array(fc.tuple(characters, fc.constantFrom('plain', 'upper', 'lower')), { minLength, maxLength }).map(
    (parts): Encoded => ({
      text: parts.map(([character]) => character).join(''),
      encoded: parts.map(([character, spelling]) => SPELLINGS[spelling](character)).join(''),
    }),
  );

/** Texts that stand in a query as they are. */
export const asItIs = (texts: fc.Arbitrary<string>): fc.Arbitrary<Encoded> =>
  texts.map((text) => ({ text, encoded: text }));

export const letters: fc.Arbitrary<string> = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');

/** Characters of one to four bytes, apart from those that take a query to pieces. */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...'abcXYZ019-_.~ !"#$\'()*,/:;<>?@[]^`{|}+%'),
  fc.constantFrom('é', 'ß', 'ж', '€', '漢', '\u{1f600}', '\u{10ffff}'),
);

/** So many of the pieces in any order. */
export const piecesOf = (pieces: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength, maxLength }).map((parts) => parts.join(''));

/** The same letters, each in one case or the other. */
export const respelled = (name: string): fc.Arbitrary<string> =>
  fc.tuple(...[...name].map((c) => fc.constantFrom(c.toLowerCase(), c.toUpperCase()))).map((all) => all.join(''));

/** Names of headers that no host gives a meaning to. */
export const headerName = piecesOf([...'abcdefghijklmnopqrstuvwxyz0123456789-'], 1, 12).map((rest) => `x-${rest}`);

export const ascii = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** Visible ASCII with blanks within; not empty. */
export const headerValue: fc.Arbitrary<string> = fc
  .string({ unit: ascii, maxLength: 24 })
  .map((text) => text.trim())
  .filter((text) => text !== '');

export const severalValues = fc.array(headerValue, { minLength: 2, maxLength: 4 });

/** A header name in two spellings, and a value. */
export const spelledTwice = (name: string): fc.Arbitrary<readonly [string, string, string]> =>
  fc.tuple(respelled(name), respelled(name), headerValue);

/** Several values of a header as one text, with or without a blank after each sign. */
export const joinings = (values: readonly string[], sign: string): string[] =>
  [sign, `${sign} `].map((between) => values.join(between));

/** As `joinings`; whether one more sign follows is another requirement's concern. */
export const looseJoinings = (values: readonly string[], sign: string): string[] =>
  [values, [...values, '']].flatMap((all) => joinings(all, sign));

/** Inputs that the laws about HTTP requests share. */
import fc from 'fast-check';
import { type HttpHandler, http, location, type Match, type Settings, type Setup } from '../../../language/setup.js';

/** A location of the case's own, `/`, with that handler. */
export const oneLocation = (
  content: HttpHandler,
  settings: Settings = {},
  { path = '/', match = 'exact' }: Place = {},
): Setup => [http(location(path, { ...settings, js_content: content }, match))];

interface Place {
  readonly path?: string;
  readonly match?: Match;
}

/** A text and one of its percent-encoded forms. */
export interface Encoded {
  readonly text: string;
  readonly encoded: string;
}

const octets = (text: string): string[] =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

const SPELLINGS = {
  plain: (character: string) => (/[A-Za-z0-9._~-]/.test(character) ? character : SPELLINGS.upper(character)),
  upper: (character: string): string =>
    octets(character)
      .map((digits) => `%${digits}`)
      .join(''),
  lower: (character: string) => SPELLINGS.upper(character).toLowerCase(),
};

/** Texts of these characters, each as it stands where a query allows it, or percent-encoded in either case. */
export const encodedText = (
  characters: fc.Arbitrary<string>,
  length: { readonly minLength?: number; readonly maxLength: number },
): fc.Arbitrary<Encoded> =>
  fc.array(fc.tuple(characters, fc.constantFrom('plain', 'upper', 'lower')), length).map((parts) => ({
    text: parts.map(([character]) => character).join(''),
    encoded: parts.map(([character, spelling]) => SPELLINGS[spelling](character)).join(''),
  }));

export const letters: fc.Arbitrary<string> = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');

/** Characters of one to four bytes, apart from those that take a query to pieces. */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...'abcXYZ019-_.~ !"#$\'()*,/:;<>?@[]^`{|}+%'),
  fc.constantFrom('é', 'ß', 'ж', '€', '漢', '\u{1f600}', '\u{10ffff}'),
);

/** The same letters, each in one case or the other. */
export const respelled = (name: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) => [...name].map((c, i) => (upper[i] === true ? c.toUpperCase() : c.toLowerCase())).join(''));

/** Names of headers that no host gives a meaning to. */
export const headerName: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-'), { minLength: 1, maxLength: 12 })
  .map((rest) => `x-${rest.join('')}`);

/** Visible ASCII with blanks within; not empty. */
export const headerValue: fc.Arbitrary<string> = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 24 })
  .map((text) => text.trim())
  .filter((text) => text !== '');

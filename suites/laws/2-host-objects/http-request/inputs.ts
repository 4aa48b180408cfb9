/** Inputs that the laws about HTTP requests share. */
import fc from 'fast-check';
import { type Expectation, either } from '../../../language/expectation.js';
import { type HttpHandler, http, location, type Settings, type Setup } from '../../../language/setup.js';
import { piecesOf, respelled } from '../../support/spelling.js';

/** The case's own location, for all targets below its path. */
export const oneLocation = (content: HttpHandler, settings: Settings = {}): Setup => [
  http(location('/', { ...settings, js_content: content }, 'prefix')),
];

/** Statuses whose second argument is a redirect URL, and statuses without a body (RFC 9110, sections 15.3.5 and 15.4.5). */
export const MOVED: readonly number[] = [301, 302, 303, 307, 308];
export const BODILESS: readonly number[] = [204, 304];

/** Characters of one to four bytes, except those that divide a query. */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...'abcXYZ019-_.~ !"#$\'()*,/:;<>?@[]^`{|}+%'),
  fc.constantFrom('é', 'ß', 'ж', '€', '漢', '\u{1f600}', '\u{10ffff}'),
);

/** Names of headers that no host treats specially. */
export const headerName = piecesOf([...'abcdefghijklmnopqrstuvwxyz0123456789-'], 1, 12).map((rest) => `x-${rest}`);

export const ascii = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** Visible ASCII with spaces within; not empty. */
export const headerValue: fc.Arbitrary<string> = fc
  .string({ unit: ascii, maxLength: 24 })
  .map((text) => text.trim())
  .filter((text) => text !== '');

export const severalValues = fc.array(headerValue, { minLength: 2, maxLength: 4 });

export const headerNames = (maxLength: number) => fc.uniqueArray(headerName, { minLength: 1, maxLength });

export type HeaderValues = { readonly header: string; readonly values: readonly string[] };

export type Sizes = { readonly sizes: readonly number[] };

/** Any response status except these. */
export const statusBut = (...codes: readonly number[]): fc.Arbitrary<number> =>
  fc.integer({ min: 200, max: 599 }).filter((status) => !codes.includes(status));

/** A header name in two spellings, and what is drawn for it. */
export const spelledTwice = <T>(name: string, value: fc.Arbitrary<T>): fc.Arbitrary<[string, string, T]> =>
  fc.tuple(respelled(name), respelled(name), value);

/** A header of any name, in two spellings, and its value. */
export const twiceSpelledHeader = headerName.chain((name) => spelledTwice(name, headerValue));

/** Several values of a header as one string, with or without a space after each separator. */
export const joinedBy = (sign: string, values: readonly string[]): Expectation =>
  either(values.join(sign), values.join(`${sign} `));

/** The same; another requirement judges whether one more separator follows. */
export const looselyJoinedBy = (sign: string, values: readonly string[]): Expectation =>
  either(joinedBy(sign, values), joinedBy(sign, [...values, '']));

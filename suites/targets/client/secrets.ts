/** Finds an account's secrets in what a client left behind, and blots texts out of what is reported. */
import type { Plain } from '../../../spec/types.js';

/** Shorter texts are no secrets: they stand anywhere by chance. A law may make such a key to try a spelling. */
const SHORTEST = 8;

/** The spellings in which the API key, and the Basic credentials that hold it, may turn up. */
export function secretsOf(clientId: string, apiKey: string): readonly Replacement[] {
  const credentials = Buffer.from(`${clientId}:${apiKey}`);
  return [
    ...spellings(apiKey).map((text) => ({ text, by: '[API key]' })),
    ...base64s(Buffer.from(apiKey)).map((text) => ({ text, by: '[API key]' })),
    ...base64s(credentials).map((text) => ({ text, by: '[credentials]' })),
  ].filter(({ text }) => text.length >= SHORTEST);
}

/** A text and what is shown in its place. */
export interface Replacement {
  readonly text: string;
  readonly by: string;
}

/** As it is, as part of a URL, and as JSON writes it with and without characters beyond ASCII. */
function spellings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([text, encodeURIComponent(text), json, ascii])];
}

/** Both alphabets, without padding; the common alphabet also as part of a URL. */
function base64s(bytes: Buffer): readonly string[] {
  const common = bytes.toString('base64').replace(/=+$/, '');
  return [...new Set([common, encodeURIComponent(common), bytes.toString('base64url')])];
}

export const holdsOne = (where: string | Buffer, secrets: readonly Replacement[]): boolean =>
  secrets.some(({ text }) => where.includes(text));

/** A copy of a value with the texts replaced in its strings and names, the longest first. */
export function blotted(value: Plain, replacements: readonly Replacement[]): Plain {
  const longestFirst = [...replacements].sort((a, b) => b.text.length - a.text.length);
  return mapped(value, (text) => longestFirst.reduce((all, { text: one, by }) => all.replaceAll(one, () => by), text));
}

function mapped(value: Plain, map: (text: string) => string): Plain {
  if (typeof value === 'string') return map(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((one) => mapped(one, map));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [map(name), mapped(one, map)]));
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

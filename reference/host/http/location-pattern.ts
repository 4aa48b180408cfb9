import { type ByteString, byteStringOf } from '../byte-string.js';
import { type Block, scopeOf } from '../configuration/block.js';
import type { Reading } from '../configuration/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../configuration/error.js';
import { Setting } from '../configuration/setting.js';

/** Which URIs a location is for. */
export type LocationPattern =
  | { readonly kind: 'prefix'; readonly text: ByteString; readonly overRegex: boolean }
  | { readonly kind: 'exact'; readonly text: ByteString }
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'named'; readonly name: string };

/** The pattern of a location; of no other block. */
export const locationPattern = new Setting<LocationPattern | undefined>(undefined, 'nothing');

/** Reads `location [MODIFIER] PATTERN`. */
export function location({ words, place, block }: Reading): void {
  const pattern = patternOf(words, place);
  const outer = block.parent === undefined ? undefined : locationPattern.of(block.parent);
  checkNesting(place, pattern, outer);
  checkSiblings(place, pattern, block);
  locationPattern.set(block, pattern);
  if (pattern.kind !== 'regex') return;
  for (const [, name] of pattern.regex.source.matchAll(/\(\?<(\w+)>/g)) {
    if (name !== undefined) scopeOf(block).declare(name.toLowerCase(), { kind: 'capture' }, place);
  }
}

function patternOf(words: readonly string[], place: ConfigurationPosition): LocationPattern {
  const [first = '', second] = words;
  if (second === undefined) return patternOfOneWord(first, place);
  if (first === '=') return { kind: 'exact', text: byteStringOf(second) };
  if (first === '^~') return { kind: 'prefix', text: byteStringOf(second), overRegex: true };
  if (first === '~') return { kind: 'regex', regex: regexOf(second, '', place) };
  if (first === '~*') return { kind: 'regex', regex: regexOf(second, 'i', place) };
  throw new ConfigurationError(`invalid location modifier "${first}"`, place);
}

/** A modifier may be written without a blank before its pattern. */
function patternOfOneWord(word: string, place: ConfigurationPosition): LocationPattern {
  if (word.startsWith('@')) return { kind: 'named', name: word.slice(1) };
  const joined = /^(=|\^~|~\*|~)(.+)$/.exec(word);
  if (joined?.[1] !== undefined && joined[2] !== undefined) return patternOf([joined[1], joined[2]], place);
  return { kind: 'prefix', text: byteStringOf(word), overRegex: false };
}

function regexOf(source: string, flags: string, place: ConfigurationPosition): RegExp {
  try {
    // PCRE writes named groups with a P too.
    return new RegExp(byteStringOf(source).replaceAll('(?P<', '(?<'), flags);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error), place);
  }
}

function checkNesting(place: ConfigurationPosition, inner: LocationPattern, outer: LocationPattern | undefined): void {
  if (outer === undefined) return;
  if (outer.kind === 'exact' || outer.kind === 'named') {
    throw new ConfigurationError('a location cannot be inside an exact or named location', place);
  }
  if (inner.kind === 'named') {
    throw new ConfigurationError('a named location can be on the server level only', place);
  }
  const within = outer.kind === 'regex' ? outer.regex.source : outer.text;
  if (inner.kind !== 'regex' && !inner.text.startsWith(within)) {
    throw new ConfigurationError(`location "${inner.text}" is outside location "${within}"`, place);
  }
}

/** Real hosts look for duplicates among prefixes, and among exact locations. */
function checkSiblings(place: ConfigurationPosition, pattern: LocationPattern, block: Block): void {
  if (pattern.kind !== 'prefix' && pattern.kind !== 'exact') return;
  for (const sibling of block.parent?.inner('location') ?? []) {
    const other = sibling === block ? undefined : locationPattern.of(sibling);
    if (other?.kind === pattern.kind && other.text === pattern.text) {
      throw new ConfigurationError(`duplicate location "${pattern.text}"`, place);
    }
  }
}

import type { LocationPattern } from '../../host/http/server.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import type { Block } from '../../host/support/settings/block.js';
import type { Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import { Setting } from '../../host/support/settings/setting.js';
import { capturingRegex } from '../../host/support/settings/values.js';

/** The pattern of a location; only locations have one. */
export const locationPattern = new Setting<LocationPattern | undefined>(undefined, 'nothing');

/** Reads `location [MODIFIER] PATTERN`. */
export function location({ words, place, block }: Statement): void {
  const pattern = patternOf(words, block, place);
  const outer = block.parent === undefined ? undefined : locationPattern.of(block.parent);
  checkNesting(place, pattern, outer);
  checkSiblings(place, pattern, block);
  locationPattern.set(block, pattern);
}

function patternOf(words: readonly string[], block: Block, place: ConfigurationPosition): LocationPattern {
  const [first = '', second] = words;
  if (second === undefined) return patternOfOneWord(first, block, place);
  if (first === '=') return { kind: 'exact', text: byteStringOf(second) };
  if (first === '^~') return { kind: 'prefix', text: byteStringOf(second), overRegex: true };
  if (first === '~') return { kind: 'regex', regex: capturingRegex(second, false, block, place) };
  if (first === '~*') return { kind: 'regex', regex: capturingRegex(second, true, block, place) };
  throw new ConfigurationError(`invalid location modifier "${first}"`, place);
}

/** A modifier may be written without a blank before its pattern. */
function patternOfOneWord(word: string, block: Block, place: ConfigurationPosition): LocationPattern {
  if (word.startsWith('@')) return { kind: 'named', name: word.slice(1) };
  const joined = /^(=|\^~|~\*|~)(.*)$/s.exec(word);
  if (joined?.[1] !== undefined && joined[2] !== undefined) return patternOf([joined[1], joined[2]], block, place);
  return { kind: 'prefix', text: byteStringOf(word), overRegex: false };
}

function checkNesting(place: ConfigurationPosition, inner: LocationPattern, outer: LocationPattern | undefined): void {
  if (outer === undefined) return;
  const [name, around] = [writtenName(inner), writtenName(outer)];
  if (outer.kind === 'exact' || outer.kind === 'named') {
    throw new ConfigurationError(`location "${name}" cannot be inside the ${outer.kind} location "${around}"`, place);
  }
  if (inner.kind === 'named') {
    throw new ConfigurationError(`named location "${name}" can be on the server level only`, place);
  }
  if (inner.kind !== 'regex' && !inner.text.startsWith(around)) {
    throw new ConfigurationError(`location "${name}" is outside location "${around}"`, place);
  }
}

/** A pattern without its modifier. */
function writtenName(pattern: LocationPattern): string {
  switch (pattern.kind) {
    case 'named':
      return `@${pattern.name}`;
    case 'regex':
      return pattern.regex.source;
    case 'exact':
    case 'prefix':
      return pattern.text;
  }
}

/** Like real hosts, checks for duplicates among prefixes, and among exact locations. */
function checkSiblings(place: ConfigurationPosition, pattern: LocationPattern, block: Block): void {
  if (pattern.kind !== 'prefix' && pattern.kind !== 'exact') return;
  for (const sibling of block.parent?.inner('location') ?? []) {
    const other = sibling === block ? undefined : locationPattern.of(sibling);
    if (other?.kind === pattern.kind && other.text === pattern.text) {
      throw new ConfigurationError(`duplicate location "${pattern.text}"`, place);
    }
  }
}

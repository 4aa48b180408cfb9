import { isAbsolute, join } from 'node:path';
import { type Block, scopeOf } from './block.js';
import type { Statement } from './directive.js';
import { ConfigurationError, type ConfigurationPosition, misused } from './error.js';
import { Regex } from './regex.js';
import type { Template } from './template.js';

const sizeUnits: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** The greatest integer of the host. */
const GREATEST = 2 ** 63 - 1;

/** Bytes of a size such as `64k`; `undefined` for other text. */
export function sizeOf(text: string): number | undefined {
  const match = /^(\d+)([kmg]?)$/i.exec(text);
  const unit = sizeUnits[match?.[2]?.toLowerCase() ?? ''];
  if (match === null || unit === undefined) return undefined;
  const bytes = Number(match[1]) * unit;
  return bytes <= GREATEST ? bytes : undefined;
}

/** Units of time in the order that a text must have, with their milliseconds. */
const timeUnits: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['y', 31_536_000_000],
  ['M', 2_592_000_000],
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];

/**
 * Milliseconds of a time such as `1m30s`; `undefined` for other text. A number without a unit is seconds and must come last. A directive
 * counts in milliseconds, without years and months, or in seconds, without milliseconds.
 */
export function timeOf(text: string, counts: 'milliseconds' | 'seconds' = 'milliseconds'): number | undefined {
  const known = counts === 'seconds' ? timeUnits.slice(0, -1) : timeUnits.slice(2);
  const part = (unit: string) => `(?:(\\d+)${unit} *)?`;
  const last = '(?:(\\d+) *)?';
  const match = new RegExp(`^${known.map(([unit]) => part(unit)).join('')}${last}$`).exec(text);
  if (match === null || text.trim() === '' || /^ /.test(text)) return undefined;
  const scales = [...known.map(([, milliseconds]) => milliseconds), 1000];
  const total = scales.reduce((sum, scale, at) => sum + Number(match[at + 1] ?? 0) * scale, 0);
  return total <= GREATEST / 1000 ? total : undefined;
}

/** Name of a variable written with its dollar sign. */
export function variableNameOf(text: string, place: ConfigurationPosition): string {
  if (!/^\$./s.test(text)) throw new ConfigurationError(`invalid variable name "${text}"`, place);
  return text.slice(1).toLowerCase();
}

/** The first argument. */
export function word(words: readonly string[]): string {
  return words[0] ?? '';
}

/** A path relative to a folder, unless it is absolute. */
export function pathIn(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** The first argument as a path relative to the prefix. */
export function path(words: readonly string[], { prefix }: Pick<Statement, 'prefix'>): string {
  return pathIn(prefix, word(words));
}

/** The first argument as a path relative to the folder of the configuration. */
export function configurationPath(words: readonly string[], reading: Pick<Statement, 'configurationPrefix'>): string {
  const { configurationPrefix } = reading;
  return pathIn(configurationPrefix, word(words));
}

/** The data for a parser's complaints. */
type ParserContext = Pick<Statement, 'name' | 'place'>;

/** The first argument as a size, without gigabytes. */
export function size(words: readonly string[], { name, place }: ParserContext): number {
  const found = /g$/i.test(word(words)) ? undefined : sizeOf(word(words));
  if (found === undefined) throw misused(name, 'invalid value', place);
  return found;
}

/** Like {@link size}, for sizes of files, which may be gigabytes. */
export function offset(words: readonly string[], { name, place }: ParserContext): number {
  const found = sizeOf(word(words));
  if (found === undefined) throw misused(name, 'invalid value', place);
  return found;
}

/** Parses `on` or `off`. */
export function flag(words: readonly string[], { name, place }: ParserContext): boolean {
  const written = word(words).toLowerCase();
  if (written === 'on' || written === 'off') return written === 'on';
  const complaint = `invalid value "${word(words)}" in "${name}" directive, it must be "on" or "off"`;
  throw new ConfigurationError(complaint, place);
}

/** A parser of the words of a directive, whatever its name. */
type ParseWords<T> = (words: readonly string[], reading: { readonly place: ConfigurationPosition }) => T;

/** Parses one of a few words. */
export function oneOf<T extends string>(...values: readonly T[]): ParseWords<T> {
  return (words, { place }) => {
    const written = word(words).toLowerCase();
    const found = values.find((value) => value.toLowerCase() === written);
    if (found === undefined) throw new ConfigurationError(`invalid value "${word(words)}"`, place);
    return found;
  };
}

/** Parses several words, each {@link oneOf} a few. */
export function someOf<T extends string>(...values: readonly T[]): ParseWords<readonly T[]> {
  return (words, reading) => words.map((each) => oneOf(...values)([each], reading));
}

/** {@link someOf} as a set. */
export function setOf<T extends string>(...values: readonly T[]): ParseWords<ReadonlySet<T>> {
  const some = someOf(...values);
  return (words, reading) => new Set(some(words, reading));
}

/** Parses the first argument as a time in milliseconds. */
export function milliseconds(words: readonly string[], reading: ParserContext): number {
  return time(words, reading, 'milliseconds');
}

/** Like {@link milliseconds}, for a directive that counts seconds. */
export function seconds(words: readonly string[], reading: ParserContext): number {
  return time(words, reading, 'seconds');
}

function time(words: readonly string[], { name, place }: ParserContext, counts: 'milliseconds' | 'seconds'): number {
  const found = timeOf(word(words), counts);
  if (found === undefined) throw misused(name, 'invalid value', place);
  return found;
}

/** Parses the first argument as a number. */
export function count(words: readonly string[], { name, place }: ParserContext): number {
  if (!/^\d{1,15}$/.test(word(words))) throw misused(name, 'invalid number', place);
  return Number(word(words));
}

/** Parses a number and a size of buffers. */
export function buffersOf(
  [number = '', each = '']: readonly string[],
  { name, place }: ParserContext,
): { readonly count: number; readonly size: number } {
  const size = sizeOf(each);
  if (!/^0*[1-9]\d*$/.test(number) || !size) throw misused(name, 'invalid value', place);
  return { count: Number(number), size };
}

/** Compiles a regular expression whose named groups are variables. */
export function capturingRegex(
  source: string,
  ignoresCase: boolean,
  block: Block,
  place: ConfigurationPosition,
): Regex {
  const regex = new Regex(source, ignoresCase, place);
  for (const name of regex.names) scopeOf(block).declare(name.toLowerCase(), { kind: 'capture' }, place);
  return regex;
}

/** Parses the first argument as a value with variables. */
export function template(words: readonly string[], { block, place }: Pick<Statement, 'block' | 'place'>): Template {
  return scopeOf(block).template(word(words), place);
}

import { ConfigurationError, type ConfigurationPosition } from './error.js';

const sizeUnits: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
const timeUnits: Readonly<Record<string, number>> = {
  '': 1000,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Bytes of a size such as `64k`; `undefined` for other text. */
export function sizeOf(text: string): number | undefined {
  const match = /^(\d+)([kmg]?)$/.exec(text.toLowerCase());
  const unit = sizeUnits[match?.[2] ?? ''];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

/** Milliseconds of a time such as `1m30s`; `undefined` for other text: months and years are too long. A number without unit counts seconds. */
export function timeOf(text: string): number | undefined {
  if (!/^(\d+(ms|[smhdw])?\s*)+$/.test(text)) return undefined;
  let total = 0;
  for (const [, digits, unit] of text.matchAll(/(\d+)(ms|[smhdw])?/g)) {
    total += Number(digits) * (timeUnits[unit ?? ''] ?? 0);
  }
  return total;
}

/** Name of a variable written with its dollar sign. */
export function variableNameOf(text: string, place: ConfigurationPosition): string {
  const match = /^\$(\w+)$/.exec(text);
  if (match?.[1] === undefined) throw new ConfigurationError(`invalid variable name "${text}"`, place);
  return match[1].toLowerCase();
}

/** The first argument. */
export function word(words: readonly string[]): string {
  return words[0] ?? '';
}

/** {@link sizeOf} the first argument, which must be one. */
export function size(words: readonly string[], { place }: { readonly place: ConfigurationPosition }): number {
  const found = sizeOf(word(words));
  if (found === undefined) throw new ConfigurationError(`invalid value "${word(words)}"`, place);
  return found;
}

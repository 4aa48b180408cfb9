/** 2/headers-methods: header lines as an ordered list, and what members make of it. */
import { type Expectation, either, equal, list, matches, oneOf, unordered } from '../../language/expectation.js';

export type Line = readonly [name: string, value: string];
export type Change = readonly [operation: 'append' | 'set' | 'delete', name: string, value?: string];

function isNamed(name: string): (line: Line) => boolean {
  const lower = name.toLowerCase();
  return (line) => line[0].toLowerCase() === lower;
}

const CHANGES = {
  append: (lines: readonly Line[], line: Line) => [...lines, line],
  set: (lines: readonly Line[], line: Line) => [...without(lines, line[0]), line],
  delete: (lines: readonly Line[], [name]: Line) => without(lines, name),
} as const;

const without = (lines: readonly Line[], name: string): readonly Line[] => lines.filter((line) => !isNamed(name)(line));

export const changed = (lines: readonly Line[], [operation, name, value = '']: Change): readonly Line[] =>
  CHANGES[operation](lines, [name, value]);

export const valuesOf = (lines: readonly Line[], name: string): readonly string[] =>
  lines.filter(isNamed(name)).map(([, value]) => value);

/** Each name once, as it came first, with all its values. */
export const headersIn = (lines: readonly Line[]): readonly Line[] =>
  lines
    .filter(([name], i) => lines.findIndex(isNamed(name)) === i)
    .map(([name]) => [name, valuesOf(lines, name).join(', ')]);

/** What each member gives for the values of a name. */
const READ = {
  get: (values: readonly string[]) => (values.length === 0 ? oneOf(null, undefined, '') : equal(values.join(', '))),
  getAll: (values: readonly string[]) => equal(values),
  has: (values: readonly string[]) => equal(values.length > 0),
} as const;
export type Reading = keyof typeof READ;

export const reads = (member: Reading, lines: readonly Line[], names: readonly string[]): Expectation =>
  list(...names.map((name) => READ[member](valuesOf(lines, name))));

/** Names and values in any order of headers, the name before the value throughout, or behind it. */
export function visits(lines: readonly Line[]): Expectation {
  const all = headersIn(lines).map(([name, value]) => [anyCase(name), equal(value)] as const);
  return either(
    unordered(...all.map(([name, value]) => list(name, value))),
    unordered(...all.map(([name, value]) => list(value, name))),
  );
}

const anyCase = (name: string): Expectation => matches(new RegExp(`^${name.replace(/[^\w-]/g, '\\$&')}$`, 'i'));

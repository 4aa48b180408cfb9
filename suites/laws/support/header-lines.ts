/** 2/headers-methods: header lines as an ordered list, and the results of members for them. */
import { type Expectation, either, equal, list, matches, oneOf, unordered } from '../../language/expectation.js';

export type HeaderLine = readonly [name: string, value: string];
export type HeaderChange = readonly [operation: 'append' | 'set' | 'delete', name: string, value?: string];
/** A change, or what follows is done with a copy of the headers. */
export type HeaderCall = HeaderChange | readonly ['copied'];

function isNamed(name: string): (line: HeaderLine) => boolean {
  const lower = name.toLowerCase();
  return (line) => line[0].toLowerCase() === lower;
}

const CHANGES = {
  append: (lines: readonly HeaderLine[], line: HeaderLine) => [...lines, line],
  set: (lines: readonly HeaderLine[], line: HeaderLine) => [...without(lines, line[0]), line],
  delete: (lines: readonly HeaderLine[], [name]: HeaderLine) => without(lines, name),
} as const;

const without = (lines: readonly HeaderLine[], name: string): readonly HeaderLine[] =>
  lines.filter((line) => !isNamed(name)(line));

export const withChange = (
  lines: readonly HeaderLine[],
  [operation, name, value = '']: HeaderChange,
): readonly HeaderLine[] => CHANGES[operation](lines, [name, value]);

export const headerValues = (lines: readonly HeaderLine[], name: string): readonly string[] =>
  lines.filter(isNamed(name)).map(([, value]) => value);

interface NamedValues {
  /** In its first spelling. */
  readonly name: string;
  readonly values: string[];
}

/** All values of each name, by its lower case, in the order of their first occurrence. */
function valuesByName(lines: readonly HeaderLine[]): ReadonlyMap<string, NamedValues> {
  const byName = new Map<string, NamedValues>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const known = byName.get(key);
    if (known === undefined) byName.set(key, { name, values: [value] });
    else known.values.push(value);
  }
  return byName;
}

/** Each name once, in its first spelling, with all its values. */
export const headersIn = (lines: readonly HeaderLine[]): readonly HeaderLine[] =>
  [...valuesByName(lines).values()].map(({ name, values }) => [name, values.join(', ')]);

/** The results of each member for the values of a name. */
const READ = {
  get: (values: readonly string[]) => (values.length === 0 ? oneOf(null, undefined, '') : equal(values.join(', '))),
  getAll: (values: readonly string[]) => equal(values),
  has: (values: readonly string[]) => equal(values.length > 0),
} as const;
export type HeaderGetter = keyof typeof READ;

export const expectedReads = (
  member: HeaderGetter,
  lines: readonly HeaderLine[],
  names: readonly string[],
): Expectation => {
  const byName = valuesByName(lines);
  return list(...names.map((name) => READ[member](byName.get(name.toLowerCase())?.values ?? [])));
};

/** Names and values in any order of headers. The name is always before the value, or always after it. */
export function visits(lines: readonly HeaderLine[]): Expectation {
  const all = headersIn(lines).map(([name, value]) => [anyCase(name), equal(value)] as const);
  return either(
    unordered(...all.map(([name, value]) => list(name, value))),
    unordered(...all.map(([name, value]) => list(value, name))),
  );
}

const anyCase = (name: string): Expectation => matches(new RegExp(`^${name.replace(/[^\w-]/g, '\\$&')}$`, 'i'));

/** Expectations and inputs in words, for reports. */
import { encode, show } from './encoding.js';
import { type ByKind, byKind, type Expectation, lift, type ResponseParts } from './expectation.js';
import type { Entry, Tree } from './fixture.js';
import type { Trial } from './trial.js';

/** The input of a trial, or the value shown in its place. */
export const describeInput = ({ input, shown = input, disk }: Trial): string => {
  const text = JSON.stringify(encode(shown));
  return disk === undefined ? text : `${text} on disk {${describeTree(disk.tree)}}`;
};

/** A fixture in a line: `a: "text" (640), dir: {b: ""}, gone -> nowhere, other = a, pipe: fifo`. */
const describeTree = (tree: Tree): string =>
  Object.entries(tree)
    .map(([name, entry]) => `${name}${describeEntry(entry)}`)
    .join(', ');

function describeEntry(entry: Entry): string {
  const mode = 'mode' in entry ? ` (${entry.mode?.toString(8)})` : '';
  switch (entry.kind) {
    case 'file':
      return `: ${showBytes(Buffer.from(entry.bytes))}${mode}`;
    case 'folder':
      return `: {${describeTree(entry.entries)}}${mode}`;
    case 'link':
      return ` -> ${entry.to}`;
    case 'hard-link':
      return ` = ${entry.to}`;
    default:
      return `: ${entry.kind}${mode}`;
  }
}

/** An expectation of a trial in words: the value, error or effect. */
export function describe(expected: Expectation): string {
  switch (expected.expects) {
    case 'throws':
    case 'record':
    case 'sequence':
    case 'satisfies':
      return part(expected);
    case 'either':
      return expected.options.map(describe).join(', or ');
    case 'all':
      return expected.parts.map(describe).join('; ');
    case 'presumed':
      return describe(expected.part);
    default:
      return `returns ${part(expected)}`;
  }
}

const part = (expected: Expectation): string => byKind(PARTS, expected);

const PARTS: ByKind<[], string> = {
  equal: ({ value }) => show(encode(value)),
  typed: ({ types }) => types.join(' or '),
  between: ({ low, high }) => `a number from ${low} to ${high}`,
  each: ({ item, atLeast }) => `a list of at least ${atLeast}, each ${part(item)}`,
  list: ({ items }) => `[${parts(items, ', ')}]`,
  unordered: ({ items }) => `in any order [${parts(items, ', ')}]`,
  record: ({ fields }) => recordIn(fields),
  matches: ({ pattern, flags }) => `/${pattern}/${flags}`,
  throws: ({ names }) => (names.length === 0 ? 'throws an error' : `throws ${names.join(' or ')}`),
  attempted: ({ outcome }) => describe(outcome),
  either: ({ options }) => parts(options, ', or '),
  all: (expected) => parts(expected.parts, ' and '),
  not: ({ other }) => `not ${part(other)}`,
  anything: () => 'anything',
  presumed: (expected) => part(expected.part),
  depending: ({ field, on }) =>
    Object.entries(on)
      .map(([value, of]) => `where ${field} is ${value}: ${part(of)}`)
      .join(', '),
  response: (expected) => response(expected.parts),
  answers: ({ list }) => `answers ${part(list)}`,
  joined: ({ list }) => `joined ${part(list)}`,
  sequence: ({ commands }) => `the outcomes that the model gives for ${commands.length} commands`,
  satisfies: ({ name }) => name,
};

const recordIn = (fields: { readonly [name: string]: Expectation }): string =>
  Object.entries(fields)
    .map(([name, field]) => `${name}: ${part(field)}`)
    .join(', ') || 'an object';

const parts = (of: readonly Expectation[], between: string): string => of.map(part).join(between);

function response({ version, status, reason, headers = {}, body, ...rest }: ResponseParts): string {
  const simple = Object.entries({ version, status, reason }).filter(([, value]) => value !== undefined);
  return [
    ...simple.map(([name, value]) => `${name} ${part(lift(value))}`),
    ...Object.entries(headers).map(([name, values]) => `header ${name}: ${part(lift(values))}`),
    ...(body === undefined ? [] : [`body ${describeBody(body)}`]),
    ...('answer' in rest ? [`answer ${part(lift(rest.answer))}`] : []),
  ].join(', ');
}

const describeBody = (body: NonNullable<ResponseParts['body']>): string =>
  typeof body === 'string' || body instanceof Uint8Array ? showBytes(Buffer.from(body)) : part(body);

/** Bytes as the text that they encode, or in hexadecimal digits. */
export function showBytes(bytes: Buffer): string {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? show(text) : `bytes ${show(bytes.toString('hex'))}`;
}

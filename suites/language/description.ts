/** Expectations and inputs in words, for reports. */
import { encode, show } from './encoding.js';
import { type Expectation, lift, type ResponseParts } from './expectation.js';
import type { Entry, Tree } from './fixture.js';
import type { Trial } from './trial.js';

/** The input of a trial, or what is shown of it. */
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

/** An expectation of a trial in words: what it must return, throw or lead to. */
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

function part(expected: Expectation): string {
  switch (expected.expects) {
    case 'equal':
      return show(encode(expected.value));
    case 'typed':
      return expected.types.join(' or ');
    case 'between':
      return `a number from ${expected.low} to ${expected.high}`;
    case 'each':
      return `a list of at least ${expected.atLeast}, each ${part(expected.item)}`;
    case 'list':
      return `[${parts(expected.items, ', ')}]`;
    case 'unordered':
      return `in any order [${parts(expected.items, ', ')}]`;
    case 'record':
      return recordIn(expected.fields);
    case 'matches':
      return `/${expected.pattern}/${expected.flags}`;
    case 'throws':
      return expected.names.length === 0 ? 'throws an error' : `throws ${expected.names.join(' or ')}`;
    case 'attempted':
      return describe(expected.outcome);
    case 'either':
      return parts(expected.options, ', or ');
    case 'all':
      return parts(expected.parts, ' and ');
    case 'not':
      return `not ${part(expected.other)}`;
    case 'anything':
      return 'anything';
    case 'presumed':
      return part(expected.part);
    case 'depending':
      return Object.entries(expected.on)
        .map(([value, of]) => `where ${expected.field} is ${value}: ${part(of)}`)
        .join(', ');
    case 'response':
      return response(expected.parts);
    case 'answers':
      return `answers ${part(expected.list)}`;
    case 'joined':
      return `joined ${part(expected.list)}`;
    case 'sequence':
      return `the outcomes that the model gives for ${expected.commands.length} commands`;
    case 'satisfies':
      return expected.name;
  }
}

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

/** Bytes as the text that they spell, or in hexadecimal digits. */
export function showBytes(bytes: Buffer): string {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? show(text) : `bytes ${show(bytes.toString('hex'))}`;
}

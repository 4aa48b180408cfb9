/** Laws that every object uses. A laws file makes them its own with `export { call, present, … } from './common.js'`. */

import type { Plain } from '../../../spec/types/spec.js';
import { decode } from '../../language/encoding.js';
import { type Expectation, equal, satisfies, throws } from '../../language/expectation.js';
import { example } from '../../language/law.js';

const TYPES_OF_MEMBERS: readonly unknown[] = ['function', 'object', 'string', 'number', 'boolean'];

/** What the `typeof` of a member that is there must be. */
export const isThere = (): Expectation =>
  satisfies('the member is there', (type) => TYPES_OF_MEMBERS.includes(type) || `its type is ${type}`);

/** The member at a dotted path exists. */
export const present = example({
  input: ({ path }: { path: string }) => path,
  probe: (path: string, t) => typeof t.at(path),
  expect: isThere,
});

/** The member at a dotted path does not exist. */
export const absent = example({
  input: ({ path }: { path: string }) => path,
  probe: (path: string, t) => typeof t.at(path),
  expect: () => equal('undefined'),
});

/** How a call must end: the value in the tagged encoding, or the names of the errors of which it throws one. */
export type Ending = { readonly returns: Plain } | { readonly throws: readonly string[] };

/** The expectation for an ending; an empty list of names stands for any error. */
export const ending = (end: Ending): Expectation =>
  'returns' in end ? equal(decode(end.returns)) : throws(...end.throws);

/**
 * Calls the function at a dotted path (`Buffer.from`, `querystring.parse`) as a method of what it is a member of; `args`
 * are in the tagged encoding.
 */
export const call = example({
  input: ({ path, args }: { path: string; args: readonly Plain[] } & Ending) => ({ path, args: args.map(decode) }),
  probe: (input: { path: string; args: unknown[] }, t) => {
    const dot = input.path.lastIndexOf('.');
    const on = dot < 0 ? globalThis : t.at(input.path.slice(0, dot));
    return t.invoke(on, input.path.slice(dot + 1), input.args);
  },
  expect: ending,
});

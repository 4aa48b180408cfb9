import type { Outcome } from '../../port/outcome.js';
import { create, define, defineProperty, OwnError, OwnRangeError, OwnTypeError } from './intrinsics.js';

type ErrorConstructor = new (message: string) => Error;

/** Without a prototype, so that no script adds to it. */
const constructors: Record<string, ErrorConstructor | undefined> = create(null);
define(constructors, 'Error', OwnError);
define(constructors, 'TypeError', OwnTypeError);
define(constructors, 'RangeError', OwnRangeError);
define(constructors, 'SyntaxError', SyntaxError);

/** The value of a port call, or its error thrown as one of this realm. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw errorOf(outcome.name, outcome.message);
}

/** An error of this realm; names that ECMAScript does not know become the `name` of an `Error`. */
export function errorOf(name: string, message: string): Error {
  const Known = constructors[name];
  if (Known !== undefined) return new Known(message);
  const error = new OwnError(message);
  defineProperty(error, 'name', {
    __proto__: null,
    value: name,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  return error;
}

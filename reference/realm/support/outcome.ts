import type { Outcome } from '../../port/port.js';

type ErrorConstructor = new (message: string) => Error;

const constructors: Readonly<Record<string, ErrorConstructor>> = { Error, TypeError, RangeError, SyntaxError };

/** The value of a port call, or its error thrown as one of this realm. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw errorOf(outcome.name, outcome.message);
}

/** An error of this realm; names that ECMAScript does not know become the `name` of an `Error`. */
export function errorOf(name: string, message: string): Error {
  const Known = Object.hasOwn(constructors, name) ? constructors[name] : undefined;
  if (Known !== undefined) return new Known(message);
  const error = new Error(message);
  Object.defineProperty(error, 'name', { value: name, writable: true, enumerable: false, configurable: true });
  return error;
}

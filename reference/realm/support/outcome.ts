import type { PortOutcome } from '../../port/outcome.js';
import { defineProperty, OwnError, OwnRangeError, OwnSyntaxError, OwnTypeError } from './intrinsics.js';

/** The value of a port call; a failure is thrown as an error of this realm. */
export function resultOf<T>(outcome: PortOutcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw errorOf(outcome.name, outcome.message);
}

/** An error of this realm; a name that ECMAScript does not define becomes the `name` of an `Error`. */
export function errorOf(name: string, message: string): Error {
  switch (name) {
    case 'Error':
      return new OwnError(message);
    case 'TypeError':
      return new OwnTypeError(message);
    case 'RangeError':
      return new OwnRangeError(message);
    case 'SyntaxError':
      return new OwnSyntaxError(message);
    default:
      return named(new OwnError(message), name);
  }
}

function named(error: Error, name: string): Error {
  const property = { value: name, writable: true, enumerable: false, configurable: true };
  defineProperty(error, 'name', { __proto__: null, ...property });
  return error;
}

import type { PortOutcome } from '../../port/outcome.js';
import { OwnError, OwnRangeError, OwnSyntaxError, OwnTypeError } from './intrinsics.js';

/** The value of a port call; a failure is thrown as an error of this realm. */
export function resultOf<T>(outcome: PortOutcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw errorOf(outcome.name, outcome.message);
}

/** The class of errors that ECMAScript does not define, a global as on real hosts. */
export class InternalError extends OwnError {}
Object.defineProperty(InternalError.prototype, 'name', { value: 'InternalError', writable: true, configurable: true });

/** An error of this realm. */
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
      return new InternalError(message);
  }
}

/** Plain data: JSON of the management API, and observations. */
import type { Plain, PlainObject } from '../../spec/types/requirement.js';

export const isObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Array.isArray` does not narrow a type to its read-only arrays. */
export const isList = <T>(value: T): value is Extract<T, readonly unknown[]> => Array.isArray(value);

/** The value of a member of an object; `undefined` if there is none. */
export const member = (of: Plain | undefined, name: string): Plain | undefined =>
  isObject(of) && Object.hasOwn(of, name) ? of[name] : undefined;

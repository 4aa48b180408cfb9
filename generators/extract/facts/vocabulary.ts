/**
 * The words that facts are made of. A row keeps these, numbers and code identifiers, and nothing else of what a document
 * says. Words that bound numbers and that turn with versions are told apart where they are read.
 */

export const ACCESS = ['read-only', 'writable', 'removed'] as const;

/** Names of types as the documents write them, in lower case, and as facts spell them. */
export const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['integer', 'integer'],
  ['object', 'object'],
  ['array', 'array'],
  ['function', 'function'],
  ['promise', 'promise'],
  ['buffer', 'Buffer'],
  ['arraybuffer', 'ArrayBuffer'],
  ['typedarray', 'TypedArray'],
  ['dataview', 'DataView'],
  ['uint8array', 'Uint8Array'],
]);

export const UNITS = ['bytes', 'bits', 'milliseconds', 'characters'] as const;

/** Words that defaults are given by, beside numbers and code. */
export const DEFAULT_WORDS = ['true', 'false', 'null', 'none', 'empty', 'GET'] as const;

/** HTTP methods of the endpoints' table. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

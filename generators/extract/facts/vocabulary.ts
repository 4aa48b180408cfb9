/**
 * The vocabulary of facts. A row keeps these words, numbers and code identifiers, and no other text of a document. Words for limits and
 * versions are in the files that read them.
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

/** Words for defaults, besides numbers and code. */
export const DEFAULT_WORDS = ['true', 'false', 'null', 'none', 'empty', 'GET'] as const;

/** HTTP methods of the endpoints' table. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * References whose shared dictionaries are wrong in one or more operations. Only requirements about these operations may be violated.
 * Others need them, so they are inconclusive or conform.
 */
import type { RuntimeTarget } from '../../executor/target.js';
import { referenceTarget } from '../reference/reference.js';

/** The source of each wrong operation by name, in which `right` is the right one. */
export interface Faults {
  readonly [operation: string]: string;
}

export const DICTIONARY_FAULTS: { readonly [name: string]: Faults } = {
  'clear does nothing': { clear: '() => undefined' },
  'delete does nothing': { delete: 'function (key) { return this.has(key); }' },
  'set does nothing': { set: 'function () { return this; }' },
  'get gives nothing': { get: '() => undefined' },
  'size is one too many': { size: 'function () { return right.call(this) + 1; }' },
};

/** The reference with these operations in place of its own. */
export const withFaults = (faults: Faults, runtimeVersion?: string): RuntimeTarget => ({
  ...referenceTarget({ runtimeVersion, prelude: preludeOf(faults) }),
  kind: 'miniature',
});

/** All dictionaries of a realm have one prototype. A host without dictionaries has no operations to replace. */
const preludeOf = (faults: Faults): string => `
const [declared] = typeof srv === 'undefined' ? [] : Object.keys(srv.shared || {});
const operations = declared === undefined ? {} : Object.getPrototypeOf(srv.shared[declared]);
${Object.entries(faults)
  .map(([name, source]) => `{ const right = operations.${name}; if (right) operations.${name} = ${source}; }`)
  .join('\n')}`;

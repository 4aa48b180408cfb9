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

/** Dictionaries share their operations. A host without dictionaries has none to replace. */
const preludeOf = (faults: Faults): string => `
const dictionaries = typeof srv === 'undefined' ? [] : Object.values(srv.shared || {});
const replace = (name, wrongOf) => {
  const right = dictionaries.length > 0 && dictionaries[0][name];
  const wrong = right && wrongOf(right);
  if (wrong) for (const one of dictionaries) one[name] = wrong;
};
${Object.entries(faults)
  .map(([name, source]) => `replace('${name}', (right) => ${source});`)
  .join('\n')}`;

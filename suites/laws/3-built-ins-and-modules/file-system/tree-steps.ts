/**
 * What a script does with names: operations by their names without `Sync`, each with its arguments. Paths begin at the trial's folder, also
 * in `realpath`'s result. A name stands for the synchronous function or for its promise.
 */
import type { InFolder } from '../../../language/disk.js';
import type { Probe } from '../../../language/trial.js';

export type TreeOperation = readonly unknown[];

export interface TreeScript {
  readonly promises: boolean;
  readonly operations: readonly TreeOperation[];
}

/** Does the operations one after the other, and tells how each ended. */
export const runOperations: Probe<InFolder<TreeScript>> = ({ folder, given }, t) => {
  const fs = t.fs;
  const real = `${t.invoke(fs, 'realpathSync', [folder])}`;
  const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
  const at = (path: unknown): string => `${folder}/${path}`;
  const kindOf = (stat: unknown): unknown => {
    const size = memberOf(stat, 'size');
    if (t.invoke(stat, 'isSymbolicLink', []) === true) return ['link', size];
    if (t.invoke(stat, 'isDirectory', []) === true) return ['folder'];
    return t.invoke(stat, 'isFile', []) === true ? ['file', size, memberOf(stat, 'nlink')] : ['neither'];
  };
  const sorted = (names: unknown): unknown => (Array.isArray(names) ? names.map((name) => `${name}`).sort() : names);
  /** Of those whose result is not told as it is. */
  const told: { readonly [operation: string]: (value: unknown) => unknown } = {
    stat: kindOf,
    lstat: kindOf,
    readdir: sorted,
    realpath: (path) => (`${path}/`.startsWith(`${real}/`) ? `${path}`.slice(real.length + 1) : path),
  };
  const called = (operation: TreeOperation): unknown => {
    const name = `${operation[0]}`;
    const rest = operation.slice(1);
    const isPath = (i: number): boolean => i === (name === 'symlink' ? 1 : 0) || (name === 'rename' && i === 1);
    const args = rest.map((arg, i) => (isPath(i) ? at(arg) : arg));
    return given.promises ? t.invoke(fs.promises, name, args) : t.invoke(fs, `${name}Sync`, args);
  };
  const tell = (operation: TreeOperation, value: unknown): unknown => {
    const shown = told[`${operation[0]}`];
    return shown === undefined ? value : shown(value);
  };
  if (!given.promises) return given.operations.map((operation) => t.attempt(() => tell(operation, called(operation))));
  const outcomes: unknown[] = [];
  const nameOf = (error: unknown): string => `${memberOf(error, 'name')}`;
  // Without `await`: the oldest hosts lose variables of functions around it.
  return given.operations
    .reduce(
      (before: Promise<unknown>, operation) =>
        before
          .then(() => called(operation))
          .then(
            (value) => outcomes.push(['returned', tell(operation, value)]),
            (error) => outcomes.push(['threw', nameOf(error)]),
          ),
      Promise.resolve(),
    )
    .then(() => outcomes);
};

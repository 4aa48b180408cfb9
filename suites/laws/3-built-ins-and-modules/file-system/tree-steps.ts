/**
 * What a script does with names: operations by their names without `Sync`, each with its arguments. Paths begin at the trial's folder, also
 * in `realpath`'s result. A name stands for the synchronous function or for its promise.
 */
import type { InFolder } from '../../../language/disk.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';

export type TreeOperation = readonly unknown[];

export interface TreeScript {
  readonly promises: boolean;
  readonly operations: readonly TreeOperation[];
}

/** The result of an operation as it is observed; `real` is the folder's path. In the probe language, and lifted with the probe. */
const shownResult = (operation: string, value: unknown, real: string, t: World): unknown => {
  const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
  if (operation === 'stat' || operation === 'lstat') {
    const size = memberOf(value, 'size');
    if (t.invoke(value, 'isSymbolicLink', []) === true) return ['link', size];
    if (t.invoke(value, 'isDirectory', []) === true) return ['folder'];
    return t.invoke(value, 'isFile', []) === true ? ['file', size, memberOf(value, 'nlink')] : ['neither'];
  }
  if (operation === 'readdir') return Array.isArray(value) ? value.map((name) => `${name}`).sort() : value;
  return operation === 'realpath' && `${value}/`.startsWith(`${real}/`) ? `${value}`.slice(real.length + 1) : value;
};

/** Does the operations one after the other, and reports how each ended. */
export const runOperations = liftedWith((input: InFolder<TreeScript>, t, show) => {
  const fs = t.fs;
  const folder = input.folder;
  const given = input.given;
  const real = `${t.invoke(fs, 'realpathSync', [folder])}`;
  const called = (operation: TreeOperation): unknown => {
    const name = `${operation[0]}`;
    const rest = operation.slice(1);
    const isPath = (i: number): boolean => i === (name === 'symlink' ? 1 : 0) || (name === 'rename' && i === 1);
    const args = rest.map((arg, i) => (isPath(i) ? `${folder}/${arg}` : arg));
    return given.promises ? t.invoke(fs.promises, name, args) : t.invoke(fs, `${name}Sync`, args);
  };
  const tell = (operation: TreeOperation, value: unknown): unknown => show(`${operation[0]}`, value, real, t);
  if (!given.promises) return given.operations.map((operation) => t.attempt(() => tell(operation, called(operation))));
  const outcomes: unknown[] = [];
  const nameOf = (error: unknown): string => `${Object(error).name}`;
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
}, shownResult);

/** 3/file-system-module: drawn sequences of operations on names; each step and the tree that is left are those of a model of POSIX. */
import fc from 'fast-check';
import { drawnDiskProperty } from '../../../language/disk.js';
import { unicodeText } from '../../support/arbitraries.js';
import { asModelled, NameModel } from './tree-model.js';
import { runOperations, type TreeOperation, type TreeScript } from './tree-steps.js';
import { type TreeDescription, treeOf } from './trees.js';

const TREE: TreeDescription = {
  a: 'first',
  d: { folder: { b: 'second', e: { folder: {} }, k: { link: 'b' } } },
  l: { link: 'a' },
  m: { link: 'd' },
  n: { link: 'nowhere' },
  o: { link: 'o' },
};

/** No link leads up or begins at the root: whatever is moved, nothing leads out of the trial's folder. */
const TARGETS = ['a', 'd', 'e', 'b', 'nowhere', 'd/b', 'd/e', 'm/e', 'k', 'o', './a', 'é'] as const;
const NAMES = [
  'a', 'd', 'l', 'm', 'n', 'x', 'nowhere', 'd/b', 'd/e', 'd/e/c', 'd/k', 'd/x', 'm/b', 'm/e', 'é', 'a/x', 'o',
] as const; // biome-ignore format: a list
/** Other ways to write them, for operations that do not change what the last name is. */
const SPELLED = [...NAMES, './a', 'd/../a', 'd//b', 'd/./b', 'm/../d/b', 'd/e/../b', 'o/x', 'x/../a'] as const;

const name = fc.constantFrom(...NAMES);
const path = fc.constantFrom(...SPELLED);
const data = fc.oneof(
  unicodeText(8),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
);
const options = fc.constantFrom('w', 'wx', 'a', 'ax', 'r+', 'w+', 'a+').map((flag) => ({ flag }));

const written = (operation: string): fc.Arbitrary<TreeOperation> =>
  fc.tuple(path, data).map(([at, content]) => [operation, at, content]);

const flagged = (operation: string): fc.Arbitrary<TreeOperation> =>
  fc.tuple(path, data, options).map(([at, content, more]) => [operation, at, content, more]);

/** The entry is missing: what becomes of it without the option is judged by itself. */
const stating = (operation: string): fc.Arbitrary<TreeOperation> =>
  path.map((at) => [operation, at, { throwIfNoEntry: true }]);

const OPERATIONS = {
  writeFile: written('writeFile'),
  appendFile: written('appendFile'),
  writeFlagged: flagged('writeFile'),
  appendFlagged: flagged('appendFile'),
  readFile: path.map((at): TreeOperation => ['readFile', at]),
  rename: fc.tuple(name, name).map(([from, to]): TreeOperation => ['rename', from, to]),
  symlink: fc.tuple(fc.constantFrom(...TARGETS), name).map(([to, at]): TreeOperation => ['symlink', to, at]),
  unlink: name.map((at): TreeOperation => ['unlink', at]),
  mkdir: name.map((at): TreeOperation => ['mkdir', at]),
  rmdir: name.map((at): TreeOperation => ['rmdir', at]),
  stat: stating('stat'),
  lstat: stating('lstat'),
  access: path.map((at): TreeOperation => ['access', at]),
  realpath: path.map((at): TreeOperation => ['realpath', at]),
  readdir: path.map((at): TreeOperation => ['readdir', at]),
  readlink: path.map((at): TreeOperation => ['readlink', at]),
} as const;

export const names = drawnDiskProperty({
  inputs: ({ operations }: { readonly promises: boolean; readonly operations: readonly (keyof typeof OPERATIONS)[] }) =>
    fc.array(fc.oneof(...operations.map((one) => OPERATIONS[one])), { minLength: 1, maxLength: 40, size: 'max' }),
  told: (operations, { promises }): TreeScript => ({ promises, operations }),
  disk: () => treeOf(TREE),
  probe: runOperations,
  expect: (operations) => asModelled(new NameModel(TREE), operations),
});

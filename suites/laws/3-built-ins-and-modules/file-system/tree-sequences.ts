/**
 * 3/file-system-module: drawn sequences of operations on names; each step and the resulting tree equal those of a model of
 * POSIX.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { drawnDiskProperty } from '../../../language/disk.js';
import { encode } from '../../../language/encoding.js';
import { unicodeText } from '../../support/arbitraries.js';
import { followOne } from '../../support/steps.js';
import { orderIn, pathIn } from './folder.js';
import { asModelled, type FileOperation, operationStep } from './operations.js';
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
/** Other spellings of them, for operations that do not change what the last name is. */
const SPELLED = [...NAMES, './a', 'd/../a', 'd//b', 'd/./b', 'm/../d/b', 'd/e/../b', 'o/x', 'x/../a'] as const;

const name = fc.constantFrom(...NAMES).map(pathIn);
const path = fc.constantFrom(...SPELLED).map(pathIn);
const data = fc.oneof(
  unicodeText(8),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
);
const options = fc.constantFrom('w', 'wx', 'a', 'ax', 'r+', 'w+', 'a+').map((flag) => ({ flag }));

const written = (operation: string): fc.Arbitrary<FileOperation> =>
  fc.tuple(path, data).map(([at, content]) => [operation, at, content]);

const flagged = (operation: string): fc.Arbitrary<FileOperation> =>
  fc.tuple(path, data, options).map(([at, content, more]) => [operation, at, content, more]);

const OPERATIONS = {
  writeFile: written('writeFile'),
  appendFile: written('appendFile'),
  writeFlagged: flagged('writeFile'),
  appendFlagged: flagged('appendFile'),
  readFile: path.map((at): FileOperation => ['readFile', at]),
  rename: fc.tuple(name, name).map(([from, to]): FileOperation => ['rename', from, to]),
  symlink: fc.tuple(fc.constantFrom(...TARGETS), name).map(([to, at]): FileOperation => ['symlink', to, at]),
  unlink: name.map((at): FileOperation => ['unlink', at]),
  mkdir: name.map((at): FileOperation => ['mkdir', at]),
  rmdir: name.map((at): FileOperation => ['rmdir', at]),
  stat: path.map((at): FileOperation => ['stat', at, { throwIfNoEntry: true }]),
  lstat: path.map((at): FileOperation => ['lstat', at, { throwIfNoEntry: true }]),
  access: path.map((at): FileOperation => ['access', at]),
  realpath: path.map((at): FileOperation => ['realpath', at]),
  readdir: path.map((at): FileOperation => ['readdir', at]),
  readlink: path.map((at): FileOperation => ['readlink', at]),
} as const;

/** Data of an operation are subjects, because a string may look like a reference. */
const referring = (of: FileOperation, i: number): FileOperation<Plain> => {
  const [operation, first, ...args] = of;
  if (!/^(write|append)/.test(operation)) return [operation, ...[first, ...args].map(encode)];
  return [operation, encode(first), `$data${i}`, ...args.slice(1).map(encode)];
};

export const followsModel = drawnDiskProperty({
  inputs: ({ operations }: { readonly promises: boolean; readonly operations: readonly (keyof typeof OPERATIONS)[] }) =>
    fc.array(fc.oneof(...operations.map((one) => OPERATIONS[one])), { minLength: 1, maxLength: 40, size: 'max' }),
  inputOf: (operations, { promises }) =>
    orderIn({
      ...Object.fromEntries(operations.map(([, , data], i) => [`data${i}`, encode(data)])),
      steps: operations.map((one, i) => operationStep(promises ? 'promise' : 'sync', referring(one, i))),
    }),
  disk: () => treeOf(TREE),
  probe: followOne,
  expect: (operations) => asModelled(TREE, operations),
});

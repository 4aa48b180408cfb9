/** 3/file-system-module: drawn sequences of operations on names; each step and the tree that is left are those of a model of POSIX. */
import fc from 'fast-check';
import type { Step } from '../../../../spec/types/step.js';
import { drawnDiskProperty, onDisk } from '../../../language/disk.js';
import { encode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, list } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import { unicodeText } from '../../support/arbitraries.js';
import { valueBytes } from '../../support/bytes.js';
import { followOne } from '../../support/steps.js';
import { type CallForm, callIn, orderIn, pathIn } from './folder.js';
import { folderOf, modelOutcome, type NameNode, OperationFailure, PosixModel } from './posix.js';
import { type TreeDescription, treeOf } from './trees.js';

/** An operation by its name without `Sync`, with its arguments; paths begin at the trial's folder. */
type TreeOperation = readonly unknown[];

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
  stat: path.map((at): TreeOperation => ['stat', at]),
  lstat: path.map((at): TreeOperation => ['lstat', at]),
  access: path.map((at): TreeOperation => ['access', at]),
  realpath: path.map((at): TreeOperation => ['realpath', at]),
  readdir: path.map((at): TreeOperation => ['readdir', at]),
  readlink: path.map((at): TreeOperation => ['readlink', at]),
} as const;

/** An operation as a step, with paths in the trial's folder; data are subjects, since a text may look like a reference. */
function stepOf(form: CallForm, [operation = '', ...args]: TreeOperation, i: number): Step {
  const [path, second] = args.map(String);
  switch (operation) {
    case 'rename':
      return callIn(form, [operation, pathIn(path), pathIn(second)]);
    case 'symlink':
      return callIn(form, [operation, path ?? '', pathIn(second)]);
    case 'stat':
    case 'lstat': {
      const kinds = ['isSymbolicLink', 'isDirectory', 'isFile'].map((method) => ['$stats', method]);
      const shown = [...kinds, ['$stats.size'], ['$stats.nlink']];
      return callIn(form, [operation, pathIn(path), { throwIfNoEntry: true }], { as: 'stats', shown });
    }
    case 'readdir':
      return callIn(form, [operation, pathIn(path)], { as: 'names', shown: [['$names', 'sort']] });
    default:
      return callIn(form, [`${operation}`, pathIn(path), ...args.slice(1).map((_, n) => `$data.${i}.${n}`)]);
  }
}

/** Whether it is a link, a folder or a file; its size, and how many names it has. */
const kindOf = (node: NameNode): Expectation => {
  if ('to' in node) return list(true, false, false, Buffer.byteLength(node.to), anything);
  if ('entries' in node) return list(false, true, false, anything, anything);
  return list(false, false, true, node.data.bytes.length, node.data.names);
};

/** What operations give that look at what is there. */
function lookedAt(model: PosixModel, operation: string, path: string): unknown {
  const { node, path: names } = model.place(path, operation !== 'lstat' && operation !== 'readlink');
  if (node === undefined) throw new OperationFailure();
  switch (operation) {
    case 'stat':
    case 'lstat':
      return kindOf(node);
    case 'readFile':
      if (!('data' in node)) throw new OperationFailure();
      return Buffer.from(node.data.bytes);
    case 'readlink':
      if (!('to' in node)) throw new OperationFailure();
      return node.to;
    case 'readdir':
      return [[...folderOf(node).entries.keys()].sort()];
    default:
      return operation === 'realpath' ? [FOLDER, ...names].join('/') : undefined;
  }
}

/** Does an operation, and gives its result. */
function doneBy(model: PosixModel, [operation, first, second, options]: TreeOperation): unknown {
  const path = String(first);
  switch (operation) {
    case 'writeFile':
    case 'appendFile':
      return model.open(path, Object(options).flag ?? operation.charAt(0)).write(valueBytes(second));
    case 'rename':
      return model.rename(path, String(second));
    case 'symlink':
      return model.add(String(second), { to: path });
    case 'mkdir':
      return model.add(path, { entries: new Map() });
    case 'rmdir':
      return model.rmdir(path);
    case 'unlink':
      return model.unlink(path);
    default:
      return lookedAt(model, String(operation), path);
  }
}

type Operations = { readonly promises: boolean; readonly operations: readonly (keyof typeof OPERATIONS)[] };

export const followsModel = drawnDiskProperty({
  inputs: ({ operations }: Operations) =>
    fc.array(fc.oneof(...operations.map((one) => OPERATIONS[one])), { minLength: 1, maxLength: 40, size: 'max' }),
  told: (operations, { promises }) =>
    orderIn({
      data: operations.map(([, , ...data]) => data.map(encode)),
      steps: operations.map((one, i) => stepOf(promises ? 'promise' : 'sync', one, i)),
    }),
  disk: () => treeOf(TREE),
  probe: followOne,
  expect: (operations) => {
    const model = new PosixModel(TREE);
    const outcomes = operations.map((one) => modelOutcome(() => attempted(doneBy(model, one))));
    return onDisk(list(...outcomes), model.tree());
  },
});

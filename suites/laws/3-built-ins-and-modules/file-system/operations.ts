/** Operations on names, as steps of a target and in the model; their paths begin with `{folder}`. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { onDisk } from '../../../language/disk.js';
import { anything, attempted, type Expectation, list, unordered } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import { nameOfText } from '../../../language/names.js';
import { valueBytes } from '../../support/bytes.js';
import { type CallForm, callIn } from './folder.js';
import { folderOf, modelOutcome, type NameNode, OperationFailure, PosixModel } from './posix.js';
import type { TreeDescription } from './trees.js';

/** An operation by its name without `Sync`, and its arguments. */
export type FileOperation<A = unknown> = readonly [operation: string, ...args: A[]];

/** The step that performs it in a form; of an fs.Stats the kind, size and number of names are shown. */
export function operationStep(form: CallForm, [operation, ...args]: FileOperation<Plain>): Step {
  const call = [operation, ...args];
  if (operation !== 'stat' && operation !== 'lstat') return callIn(form, call);
  const kinds = ['isSymbolicLink', 'isDirectory', 'isFile'].map((method) => ['$stats', method]);
  return callIn(form, call, { as: 'stats', shown: [...kinds, ['$stats.size'], ['$stats.nlink']] });
}

/** How successive operations end, and the resulting tree; `endOf` may add expectations for an outcome. */
export function asModelled(
  tree: TreeDescription,
  operations: readonly FileOperation[],
  endOf = (outcome: Expectation): Expectation => outcome,
): Expectation {
  const model = new PosixModel(tree);
  const outcomes = operations.map((one) => endOf(modelOutcome(() => attempted(doneBy(model, one)))));
  return onDisk(list(...outcomes), model.tree());
}

/** Performs an operation, and returns its result. */
function doneBy(model: PosixModel, [operation, first, second, options]: FileOperation): unknown {
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
      return lookedAt(model, operation, path, second);
  }
}

/** The results of operations that read entries. */
function lookedAt(model: PosixModel, operation: string, path: string, encoding: unknown): unknown {
  const { node, path: names } = model.place(path, operation !== 'lstat' && operation !== 'readlink');
  if (node === undefined) throw new OperationFailure();
  switch (operation) {
    case 'stat':
    case 'lstat':
      return kindOf(node);
    case 'readFile':
      if (!('data' in node)) throw new OperationFailure();
      return encoding === 'utf8' ? node.data.bytes.toString() : Buffer.from(node.data.bytes);
    case 'readlink':
      if (!('to' in node)) throw new OperationFailure();
      return node.to;
    case 'readdir':
      return unordered(...folderOf(node).entries.keys());
    case 'realpath': {
      const real = [FOLDER, ...names].join('/');
      return encoding === 'buffer' ? nameOfText(real) : real;
    }
    default:
      return operation === 'exists' ? true : undefined;
  }
}

/** Whether it is a link, a folder or a file; its size, and its number of names. */
const kindOf = (node: NameNode): Expectation => {
  if ('to' in node) return list(true, false, false, Buffer.byteLength(node.to), anything);
  if ('entries' in node) return list(false, true, false, anything, anything);
  return list(false, false, true, node.data.bytes.length, node.data.names);
};

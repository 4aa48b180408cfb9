import type { FileSystemPort } from '../../../port/file-system.js';
import { isCallback, requireCallback } from '../../support/callback.js';
import { apply, defineProperty, getProperty, keysOf, promiseThen } from '../../support/intrinsics.js';
import { defineMethods, defineName, defineReadOnly } from '../../support/members.js';
import { promised } from '../../support/promised.js';
import { isSince, members } from '../../support/versions.js';
import { pathOf } from './arguments.js';
import { descriptorOperations, openHandle } from './descriptors.js';
import { createDirents } from './dirent.js';
import { createFileHandles } from './file-handle.js';
import type { Operations } from './operation.js';
import { pathOperations } from './paths.js';
import { createStats } from './stats.js';
import { wholeFileOperations } from './whole-files.js';

/** The version since which the module has each function; the functions that are not listed are older. */
const MODULE_VERSIONS = {
  accessSync: '0.3.9',
  /** 3/versioning/0-7-7: operations on descriptors; this is one of them. */
  closeSync: '0.7.7',
  existsSync: '0.8.2',
  fstatSync: '0.7.7',
  lstatSync: '0.7.1',
  mkdirSync: '0.4.2',
  openSync: '0.7.7',
  readSync: '0.7.7',
  readdirSync: '0.4.2',
  readlinkSync: '0.8.7',
  realpathSync: '0.3.9',
  renameSync: '0.3.4',
  rmdirSync: '0.4.2',
  statSync: '0.7.1',
  symlinkSync: '0.3.9',
  unlinkSync: '0.3.9',
  writeSync: '0.7.7',
} as const;

/** The same for `fs.promises`. */
const PROMISE_VERSIONS = {
  lstat: '0.7.1',
  mkdir: '0.4.2',
  open: '0.7.7',
  readdir: '0.4.2',
  readlink: '0.8.7',
  rmdir: '0.4.2',
  stat: '0.7.1',
} as const;

/** The object behind `import … from 'fs'`, with its classes. */
export function createFileSystem(port: FileSystemPort): object {
  const makeStats = createStats();
  const onFiles = { ...wholeFileOperations(port), ...pathOperations(port, makeStats, createDirents()) };
  const module = {};
  defineOperations(module, { ...onFiles, ...descriptorOperations(port, makeStats) }, 'Sync', atOnce);
  defineOperations(module, onFiles, '', calledBack);
  defineMethods(module, {
    /** 3/file-system-module/exists-sync */
    existsSync(path: unknown): boolean {
      return port.access(pathOf('path', path).bytes, 0).ok;
    },
  });
  members(module, { ...MODULE_VERSIONS, ...PROMISE_VERSIONS });
  const promises = {};
  const onHandles = openHandle(port, createFileHandles(port, makeStats));
  defineOperations(promises, { ...onFiles, ...onHandles }, '', promisedResult);
  members(promises, PROMISE_VERSIONS);
  /** 3/file-system-module/p1 */
  if (isSince('0.3.9')) defineObject(module, 'promises', promises);
  defineObject(module, 'constants', constants());
  return module;
}

/** Runs an operation with the arguments of a script. */
type Run = (operation: Operations[string], values: unknown[]) => unknown;

const atOnce: Run = (operation, values) => apply(operation, undefined, values)();
const promisedResult: Run = (operation, values) => promised(apply(operation, undefined, values));

/** As on real hosts, the last argument is a function that is later called with the error or the result. The documents have no such form. */
const calledBack: Run = (operation, values) => {
  const last = values[values.length - 1];
  if (isCallback(last)) values.length -= 1;
  const act = apply(operation, undefined, values);
  const callback = requireCallback(last, '"callback" must be a function');
  const call = (...results: unknown[]) => void apply(callback, undefined, results);
  apply(promiseThen, promised(act), [
    (value: unknown) => call(undefined, value),
    (error: unknown) => call(error, undefined),
  ]);
};

/** Defines operations as methods of an object. */
function defineOperations(target: object, operations: Operations, suffix: string, run: Run): void {
  const names = keysOf(operations);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    const operation = getProperty(operations, name);
    const method = (...values: unknown[]) => run(operation, values);
    defineName(method, `${name}${suffix}`);
    const length: unknown = getProperty(operation, 'length');
    defineProperty(method, 'length', { __proto__: null, value: length, configurable: true });
    defineMethods(target, { [`${name}${suffix}`]: method });
  }
}

function defineObject(target: object, name: string, value: object): void {
  defineProperty(target, name, { __proto__: null, value, writable: false, enumerable: false, configurable: true });
}

function constants(): object {
  const object = {};
  /** 3/file-access-constants/f-ok, r-ok, w-ok, x-ok */
  defineReadOnly(object, 'F_OK', 0);
  defineReadOnly(object, 'R_OK', 4);
  defineReadOnly(object, 'W_OK', 2);
  defineReadOnly(object, 'X_OK', 1);
  return object;
}

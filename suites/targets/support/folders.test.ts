import { stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { codeOf } from '../../../spec/reading/file-fault.js';
import { makeFolder } from './folders.js';

const ended = (made: Promise<void>): Promise<unknown> => made.then(() => 'made', codeOf);

test('a folder is created with the missing ones above it, and an existing one stays', async (t) => {
  const root = folderFor(t);
  const folder = join(root, 'a', 'b', 'c');
  t.deepEqual(await Promise.all([1, 2, 3].map(() => ended(makeFolder(folder)))), ['made', 'made', 'made']);
  t.ok((await stat(folder)).isDirectory());
  t.equal(await ended(makeFolder(folder)), 'made');
  await writeFile(join(root, 'file'), '');
  t.equal(await ended(makeFolder(join(root, 'file'))), 'EEXIST');
  t.equal(await ended(makeFolder(join(root, 'file', 'below'))), 'ENOTDIR');
  await symlink(join(root, 'nowhere', 'at', 'all'), join(root, 'link'));
  t.notEqual(await ended(makeFolder(join(root, 'link', 'below'))), 'made');
});

test('it ends if none can be created', { skip: process.platform !== 'linux' }, async (t) => {
  t.equal(await ended(makeFolder('/proc/none/below')), 'ENOENT');
});

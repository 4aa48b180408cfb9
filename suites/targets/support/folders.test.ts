import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { makeFolder } from './folders.js';

const codeOf = async (made: Promise<void>): Promise<unknown> =>
  made.then(
    () => 'made',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('a folder is created with the missing ones above it, and an existing one stays', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'srvspec-folders-'));
  try {
    const folder = join(root, 'a', 'b', 'c');
    t.deepEqual(await Promise.all([1, 2, 3].map(() => codeOf(makeFolder(folder)))), ['made', 'made', 'made']);
    t.ok((await stat(folder)).isDirectory());
    t.equal(await codeOf(makeFolder(folder)), 'made');
    await writeFile(join(root, 'file'), '');
    t.equal(await codeOf(makeFolder(join(root, 'file'))), 'EEXIST');
    t.equal(await codeOf(makeFolder(join(root, 'file', 'below'))), 'ENOTDIR');
    await symlink(join(root, 'nowhere', 'at', 'all'), join(root, 'link'));
    t.notEqual(await codeOf(makeFolder(join(root, 'link', 'below'))), 'made');
  } finally {
    await rm(root, { recursive: true });
  }
});

test('it ends if none can be created', { skip: process.platform !== 'linux' }, async (t) => {
  t.equal(await codeOf(makeFolder('/proc/none/below')), 'ENOENT');
});

import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { folderFor, srvspec } from './testing/program.js';

test('extract: wrong arguments are refused with status 2 and the expected ones', async (t) => {
  for (const args of [[], ['--check'], ['--documents'], ['--documents', '.', '--what'], ['--documents', '.', 'more']]) {
    const { status, stdout, stderr } = await srvspec('extract', ...args);
    t.equal(status, 2, args.join(' ') || 'no arguments');
    t.match(stderr, /^srvspec: [^\n]*(--documents|--what|more)[^\n]*\n$/);
    t.equal(stdout, '');
  }
});

test('extract: a bad folder is refused with status 2', async (t) => {
  const missing = join(tmpdir(), 'srvspec-no-such-folder');
  const { status, stdout, stderr } = await srvspec('extract', '--documents', missing, '--check');
  t.deepEqual([status, stdout], [2, '']);
  t.equal(stderr, `srvspec: ${missing}: the folder of documents cannot be read: it does not exist\n`);
});

test('extract --check: differences give status 1 and a line for each row; ignored files are named', async (t) => {
  const folder = folderFor(t);
  for (const name of ['1-a.md', '2-b.md', '3-c.md', 'notes.md'])
    await writeFile(join(folder, name), '# T\n\n## Zed\n\nX.\n');
  const { status, stdout, stderr } = await srvspec('extract', '--documents', folder, '--check');
  t.equal(status, 1);
  const changes = new Set(stdout.split('\n'));
  t.ok(changes.has('+ 1/zed/p1 (line 5)') && changes.has('- 1/introduction/p1'), 'rows added and removed');
  t.equal(stderr, 'srvspec extract: notes.md is left out: its name does not begin with 1-, 2- or 3-\n');
});

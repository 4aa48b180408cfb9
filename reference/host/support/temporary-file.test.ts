import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { RequestBody } from '../http/body/body.js';
import { TemporaryFiles } from './temporary-file.js';

function emptyFolder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('temporary files: their paths', (t) => {
  const path = emptyFolder(t);
  writeFileSync(join(path, '0000000002'), '');
  const files = new TemporaryFiles({ path, levels: [] });
  const made = (folder?: { path: string; levels: number[] }) =>
    files.create(folder, 'kept').path.slice(path.length + 1);
  t.deepEqual(
    [made(), made(), made()],
    ['0000000001', '0000123459', '0000123460'],
    'a number that is in use is skipped',
  );
  t.equal(made({ path: join(path, 'b'), levels: [1, 2] }), 'b/1/46/0000123461');
  t.equal(made({ path: join(path, 'b'), levels: [2, 1, 3] }), 'b/62/4/123/0000123462');
  t.equal(statSync(join(path, '0000000001')).mode & 0o777, 0o600);
  t.throws(() => files.create({ path: join(path, '0000000001'), levels: [] }, 'kept'), /ENOTDIR/);
  files.close();
  t.end();
});

test('temporary files: how long they last', (t) => {
  const path = emptyFolder(t);
  const files = new TemporaryFiles({ path, levels: [] });
  const [nameless, removed, kept] = [
    files.create(undefined, 'nameless'),
    files.create(undefined, 'removed'),
    files.create(undefined, 'kept'),
  ];
  t.deepEqual(readdirSync(path), ['0000000002', '0000000003'], 'a nameless file has no name from the start');
  for (const file of [nameless, removed, kept]) {
    file.append(Buffer.from('ab'));
    file.append(Buffer.from('cde'));
    t.deepEqual([String(file.read(0, 9)), String(file.read(1, 3)), file.size], ['abcde', 'bcd', 5]);
    file.hold();
    file.release();
    t.equal(String(file.read(4, 1)), 'e', 'lasts for its other user');
    file.release();
    file.release();
    file.append(Buffer.from('f'));
    t.deepEqual([String(file.read(0, 9)), file.size], ['', 5], 'it ends with its last user');
  }
  t.deepEqual(readdirSync(path), ['0000000003'], 'it is removed, unless it is kept');
  t.equal(readFileSync(kept.path, 'latin1'), 'abcde');
  const open = files.create(undefined, 'removed');
  files.close();
  t.notOk(existsSync(open.path), 'the end of the host removes files in use');
  open.release();
  t.end();
});

test('temporary files: reading for forwarding', (t) => {
  const files = new TemporaryFiles({ path: emptyFolder(t), levels: [] });
  const file = files.create(undefined, 'nameless');
  const text = 'x'.repeat(65_536).concat('y'.repeat(10));
  file.append(Buffer.from(text));
  const body = new RequestBody(file);
  const pieces = body.pieces();
  file.release();
  t.equal(Buffer.concat([...pieces]).toString(), text, 'the file lasts until it is read');
  t.equal(String(body.whole()), '', 'and no longer');
  t.deepEqual([...new RequestBody(Buffer.from('z')).pieces()], [], 'a body in memory uses no file');
  t.end();
});

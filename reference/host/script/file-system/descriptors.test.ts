import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import test from 'tape';
import { FileRealm } from '../../../testing/file-realm.js';

/** How many files of a folder this process has open. */
function openIn(folder: string): number {
  return readdirSync('/proc/self/fd').filter((name) => linkOf(name).startsWith(folder)).length;
}

/** A listed descriptor may be closed by now: that of the listing itself. */
function linkOf(name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return '';
  }
}

test('descriptors: reading fills the requested part, from the position', (t) => {
  const realm = new FileRealm(t);
  writeFileSync(join(realm.folder, 'f'), 'hello world');
  const read = (rest: string, buffer = 'Buffer.alloc(5)'): string =>
    `(() => { const fd = fs.openSync(at('f')), b = ${buffer}; try { return [caught(() => fs.readSync(fd, b, ${rest})), Buffer.from(b.buffer, b.byteOffset, b.byteLength).toString()]; } finally { fs.closeSync(fd); } })()`;
  const none = '\0\0\0\0\0';
  realm.settles(t, [
    [read('0'), [5, 'hello']],
    [read('1, 2'), [2, '\0he\0\0']],
    [read('5'), [0, none]],
    [read('0, 0'), [0, none]],
    [read('0, 5, 6'), [5, 'world']],
    [read('0, 5, 8'), [3, 'rld\0\0']],
    [read('0, 5, 11'), [0, none]],
    [read('0, 5, 2 ** 53'), [0, none]],
    [read('0, 5, 2 ** 63'), [0, none]],
    [read('0, 5, null'), [5, 'hello']],
    [read('0, 5, -1'), [5, 'hello']],
    [read('0, 5, NaN'), [5, 'hello']],
    [read('0, 5, -2'), ['Error EINVAL 22 read', none]],
    [read('6'), ['RangeError', none]],
    [read('-1'), ['RangeError', none]],
    [read('3, 3'), ['RangeError', none]],
    [read('0, -1'), ['RangeError', none]],
    [read('0, 2 ** 40'), ['RangeError', none]],
    [read('0', 'new Uint16Array(4).subarray(1, 3)'), [4, 'hell']],
    [read('1, 3', 'new DataView(new ArrayBuffer(9), 2, 5)'), [3, '\0hel\0']],
    [
      "(() => { const fd = fs.openSync(at('w'), 'w'); return fs.readSync(fd, Buffer.alloc(3), 0, 0); })()",
      'Error EBADF 9 read',
    ],
    [
      "(() => { const fd = fs.openSync(at('.')); return fs.readSync(fd, Buffer.alloc(0), 0); })()",
      'Error EISDIR 21 read',
    ],
    [
      "(() => { const fd = fs.openSync(at('f')), b = Buffer.alloc(4); const got = [0, 1, 2, 3].map(() => fs.readSync(fd, b, 0)); fs.closeSync(fd); return [got, b]; })()",
      [[4, 4, 3, 0], Buffer.from('rldo').toString('hex')],
    ],
    [
      "(() => { const fd = fs.openSync(at('f')), b = Buffer.alloc(2); fs.readSync(fd, b, 0, 2, 9); fs.readSync(fd, b, 0); fs.closeSync(fd); return b.toString(); })()",
      'he',
    ],
  ]);
  t.end();
});

test('descriptors: writing writes the requested part, to the position', (t) => {
  const realm = new FileRealm(t);
  const wrote = (rest: string, flag = 'w'): string =>
    `(() => { const fd = fs.openSync(at('f'), '${flag}'); try { return [caught(() => fs.writeSync(fd, ${rest})), fs.readFileSync(at('f'))]; } finally { fs.closeSync(fd); } })()`;
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  realm.settles(t, [
    [wrote("'é'"), [2, 'c3a9']],
    [wrote("'6162', null, 'hex'"), [2, '6162']],
    [wrote("'ab', 3"), [2, '0000006162']],
    [wrote("'a', 0, 'latin1'"), ['TypeError', '']],
    [wrote("Buffer.from('abcdef')"), [6, hex('abcdef')]],
    [wrote("Buffer.from('abcdef'), 2"), [4, hex('cdef')]],
    [wrote("Buffer.from('abcdef'), 2, 3"), [3, hex('cde')]],
    [wrote("Buffer.from('abcdef'), 2, 3, 1"), [3, hex('\0cde')]],
    [wrote("Buffer.from('abcdef'), 6"), [0, '']],
    [wrote("Buffer.from('abcdef'), 7"), ['RangeError', '']],
    [wrote("Buffer.from('abcdef'), 3, 4"), ['RangeError', '']],
    [wrote('new Uint16Array([1, 2, 3]).subarray(1), 1, 2'), [2, '0003']],
    [wrote('new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)'), [2, '0203']],
    [wrote("'abc', 2 ** 53"), ['Error EFBIG 27 write', '']],
    [wrote("'abc', -2"), ['Error EINVAL 22 write', '']],
    [wrote('12'), ['TypeError', '']],
    [wrote("'x'", 'a'), [1, hex('x')]],
    [wrote("'y', 0", 'a'), [1, hex('xy')]],
    [wrote("'z'", 'r'), ['Error EBADF 9 write', hex('xy')]],
  ]);
  t.end();
});

test('descriptors: a realm has only those that it has opened itself', (t) => {
  const [realm, other] = [new FileRealm(t), new FileRealm(t)];
  const path = join(realm.folder, 'f');
  writeFileSync(path, 'kept');
  const own = Array.from({ length: 40 }, () => openSync(path, 'r+'));
  t.teardown(() => {
    for (const descriptor of own) closeSync(descriptor);
  });
  const every = 'Array.from({ length: 3000 }, (_, fd) => fd - 5)';
  for (const use of [
    "fs.writeSync(fd, 'gone')",
    'fs.readSync(fd, Buffer.alloc(1), 0)',
    'fs.fstatSync(fd)',
    'fs.closeSync(fd)',
  ])
    realm.settles(t, [
      [`new Set(${every}.map((fd) => caught(() => ${use}).replace(/\\w+$/, ''))).size`, 1],
      [`caught(() => { const fd = NaN; ${use}; }).slice(0, 13)`, 'Error EBADF 9'],
    ]);
  t.equal(readFileSync(path, 'utf8'), 'kept');
  t.equal(openIn(realm.folder), own.length, 'the host’s are open');
  realm.settles(t, [["globalThis.fd = fs.openSync(at('f'))", 3]]);
  other.settles(t, [['fs.fstatSync(3)', 'Error EBADF 9 lstat']]);
  realm.settles(t, [['fs.fstatSync(3).size', 4]]);
  t.end();
});

test('descriptors: the lowest free numbers are used, up to a limit', (t) => {
  const realm = new FileRealm(t);
  realm.settles(t, [
    ["[1, 2, 3].map(() => fs.openSync(at('.')))", [3, 4, 5]],
    ['[4, 3].map((fd) => fs.closeSync(fd))', ['undefined', 'undefined']],
    ["[1, 2, 3].map(() => fs.openSync(at('.')))", [3, 4, 6]],
    ['fs.closeSync(7)', 'Error EBADF 9 close'],
    ["caught(() => { for (;;) fs.openSync(at('.')); })", 'Error EMFILE 24 open /.'],
    ['[3, 500, 1026].map((fd) => fs.closeSync(fd))', ['undefined', 'undefined', 'undefined']],
    ["[1, 2, 3].map(() => fs.openSync(at('.')))", [3, 500, 1026]],
  ]);
  t.equal(openIn(realm.folder), 1024);
  realm.hosted.close();
  t.equal(openIn(realm.folder), 0, 'the realm has ended');
  t.end();
});

test('descriptors: an owner’s are closed before the realm serves another owner', (t) => {
  const realm = new FileRealm(t);
  realm.settles(t, [
    ["fs.openSync(at('.'))", 3],
    ["promises.open(at('.')).then((h) => { globalThis.kept = h; return h.fd; })", 4],
  ]);
  t.equal(openIn(realm.folder), 2);
  t.ok(realm.renew());
  t.equal(openIn(realm.folder), 0);
  realm.settles(t, [
    ['fs.fstatSync(3)', 'Error EBADF 9 lstat'],
    ['kept.fd', -1],
    ['kept.stat()', 'Error EBADF 9 lstat'],
    ["fs.openSync(at('.'))", 3],
  ]);
  t.end();
});

test('FileHandle: its members', (t) => {
  const realm = new FileRealm(t);
  const open = (flag: string, then: string): string =>
    `promises.open(at('f'), '${flag}').then(async (h) => { ${then} })`;
  realm.settles(t, [
    [
      open(
        'w',
        "const data = '616263'; return [await h.write(data, null, 'hex'), await h.write('x', 1), (await h.stat()).size, await h.close()];",
      ),
      [{ bytesWritten: 3, buffer: '616263' }, { bytesWritten: 1, buffer: 'x' }, 3, 'undefined'],
    ],
    ["text('f')", 'axc'],
    [
      open(
        'r',
        'const b = Buffer.alloc(4); const r = await h.read(b, 1); return [r, r.buffer === b, await h.read(b, 0, 1, 1), await h.close()];',
      ),
      [{ bytesRead: 3, buffer: '78617863' }, true, { bytesRead: 1, buffer: '78617863' }, 'undefined'],
    ],
    [
      open('r+', "return [await h.write(Buffer.from('YZ'), 1, 1), await h.write('W', 'no number'), await h.close()];"),
      [{ bytesWritten: 1, buffer: '595a' }, { bytesWritten: 1, buffer: 'W' }, 'undefined'],
    ],
    ["text('f')", 'ZWc'],
    [
      open(
        'r',
        'await h.close(); return [h.fd, await h.close().catch(described), await h.read(Buffer.alloc(1), 0).catch(described), await h.stat().catch(described)];',
      ),
      [-1, 'Error', 'Error EBADF 9 read', 'Error EBADF 9 lstat'],
    ],
    [open('r', 'return caught(() => h.read(Buffer.alloc(1), 2));'), 'RangeError'],
    [
      open('r', "const own = { fd: 3 }; return ['close', 'stat'].map((name) => caught(() => h[name].call(own)));"),
      ['TypeError', 'TypeError'],
    ],
    [
      open(
        'r',
        'fs.closeSync(h.fd); const other = fs.openSync(at(".")); return [h.fd, await h.close().catch(described), fs.fstatSync(other).isDirectory()];',
      ),
      [-1, 'Error', true],
    ],
    ["promises.open(at('none'))", 'Error ENOENT 2 open /none'],
    ["caught(() => promises.open(at('f'), 'x'))", 'TypeError'],
  ]);
  t.end();
});

test('FileHandle: an unreachable handle is closed', async (t) => {
  const realm = new FileRealm(t);
  realm.settles(t, [
    ["promises.open(at('.')).then((h) => { globalThis.kept = h; })", 'undefined'],
    [
      "Promise.all([1, 2, 3].map(() => promises.open(at('.')))).then((all) => { fs.closeSync(all[0].fd); return fs.openSync(at('.')); })",
      4,
    ],
  ]);
  t.equal(openIn(realm.folder), 4);
  const session = new Session();
  session.connect();
  t.teardown(() => session.disconnect());
  for (let round = 0; round < 50 && openIn(realm.folder) > 2; round += 1) {
    session.post('HeapProfiler.collectGarbage');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.equal(openIn(realm.folder), 2, 'kept handles, and one that reuses the number of a closed one');
  realm.settles(t, [
    ['[kept.fd, fs.fstatSync(4).isDirectory()]', [3, true]],
    ["fs.openSync(at('.'))", 5],
  ]);
});

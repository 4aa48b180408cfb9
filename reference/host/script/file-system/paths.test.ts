import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'tape';
import { FileRealm } from '../../../testing/file-realm.js';

/** A folder with an entry of each kind that can be created without root. */
async function furnished(realm: FileRealm): Promise<() => void> {
  const at = (name: string): string => join(realm.folder, name);
  writeFileSync(at('file'), 'twelve bytes');
  utimesSync(at('file'), 1_234_567.25, 2_345_678.5);
  mkdirSync(at('folder'));
  writeFileSync(at('folder/inner'), '');
  symlinkSync('file', at('link'));
  symlinkSync('folder', at('to-folder'));
  symlinkSync('nothing', at('dangling'));
  symlinkSync('loop', at('loop'));
  execFileSync('mkfifo', [at('fifo')]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
  return () => server.close();
}

const numbers = ['dev', 'ino', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'size', 'blksize', 'blocks'] as const;
const times = ['atime', 'mtime', 'ctime', 'birthtime'] as const;
const kinds = ['isBlockDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket', 'isSymbolicLink'] as const;

const factsOf = (stats: Stats): unknown[] => [
  ...numbers.map((name) => stats[name]),
  ...times.map((name) => stats[`${name}Ms`]),
  ...times.map((name) => Math.trunc(stats[`${name}Ms`])),
  ...kinds.map((name) => stats[name]()),
];
const factsIn = `((s) => [...${JSON.stringify(numbers)}.map((n) => s[n]), ...${JSON.stringify(times)}.map((n) => s[n + 'Ms']), ...${JSON.stringify(times)}.map((n) => s[n].getTime()), ...${JSON.stringify(kinds)}.map((n) => s[n]())])`;

test('paths: the status of each kind of file', async (t) => {
  const realm = new FileRealm(t);
  t.teardown(await furnished(realm));
  for (const name of ['file', 'folder', 'link', 'to-folder', 'fifo', 'socket', '/dev/null', '/dev/loop0']) {
    const path = name.startsWith('/') ? name : join(realm.folder, name);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) continue;
    realm.settles(t, [
      [`${factsIn}(fs.statSync('${path}'))`, factsOf(statSync(path))],
      [`${factsIn}(fs.lstatSync('${path}'))`, factsOf(lstatSync(path))],
      [`promises.stat('${path}').then(${factsIn})`, factsOf(statSync(path))],
      [`promises.lstat('${path}').then(${factsIn})`, factsOf(lstatSync(path))],
    ]);
  }
  for (const name of ['file', 'folder', 'fifo'])
    realm.settles(t, [
      [`${factsIn}(fs.fstatSync(fs.openSync(at('${name}'))))`, factsOf(statSync(join(realm.folder, name)))],
      [
        `promises.open(at('${name}')).then((h) => h.stat()).then(${factsIn})`,
        factsOf(statSync(join(realm.folder, name))),
      ],
    ]);
  realm.settles(t, [
    ["caught(() => { 'use strict'; fs.statSync(at('file')).size = 1; })", 'TypeError'],
    ["caught(() => fs.statSync(at('file')).isFile.call({}))", 'TypeError'],
    ["fs.statSync(at('dangling'), { throwIfNoEntry: false })", 'undefined'],
    ["fs.statSync(at('dangling'))", 'Error ENOENT 2 stat /dangling'],
    ["fs.lstatSync(at('dangling')).isSymbolicLink()", true],
    ["fs.lstatSync(at('none'))", 'undefined'],
    ["fs.lstatSync(at('none'), { throwIfNoEntry: true })", 'Error ENOENT 2 lstat /none'],
    ["fs.lstatSync(at('file/x'))", 'Error ENOTDIR 20 lstat /file/x'],
    ["fs.statSync(at('loop'), { throwIfNoEntry: false })", 'Error ELOOP 40 stat /loop'],
    ["fs.statSync(at('file'), 'utf8')", 'TypeError'],
  ]);
});

test('paths: the entries of a directory, in each form', async (t) => {
  const realm = new FileRealm(t);
  t.teardown(await furnished(realm));
  writeFileSync(Buffer.concat([Buffer.from(`${realm.folder}/`), Buffer.from([0xff, 0x41])]), '');
  const names = readdirSync(realm.folder, 'hex').sort();
  const direntKinds = [...kinds, 'isCharacterDevice'];
  const kindOf = (name: string): string => kinds.find((kind) => lstatSync(name)[kind]()) ?? '';
  realm.settles(t, [
    ["fs.readdirSync(at('.'), 'hex').sort()", names],
    ["fs.readdirSync(at('.'), 'buffer').map((n) => n.toString('hex')).sort()", names],
    [
      "fs.readdirSync(at('.'), { encoding: 'buffer', withFileTypes: true }).map((d) => d.name.toString('hex')).sort()",
      names,
    ],
    ["fs.readdirSync(at('.')).filter((n) => n.endsWith('A'))", ['\ufffdA']],
    ["promises.readdir(at('folder'))", ['inner']],
    ["fs.readdirSync(at('file'))", 'Error ENOTDIR 20 opendir /file'],
    ["fs.readdirSync(at('none'))", 'Error ENOENT 2 opendir /none'],
    ["fs.readdirSync(at('.'), 'latin1')", 'TypeError'],
    ...['file', 'folder', 'link', 'dangling', 'fifo', 'socket'].map((name): [string, unknown] => [
      `fs.readdirSync(at('.'), { withFileTypes: true }).filter((d) => d.name === '${name}').map((d) => ${JSON.stringify(direntKinds)}.filter((k) => d[k]()))`,
      [[kindOf(join(realm.folder, name))]],
    ]),
    ["fs.readdirSync('/dev', { withFileTypes: true }).find((d) => d.name === 'null').isCharacterDevice()", true],
  ]);
});

test('paths: making, moving and removing', async (t) => {
  const realm = new FileRealm(t);
  t.teardown(await furnished(realm));
  const gone = (name: string): [string, unknown] => [`fs.existsSync(at('${name}'))`, false];
  realm.settles(t, [
    ["fs.mkdirSync(at('a'))", 'undefined'],
    ["fs.mkdirSync(at('a'))", 'Error EEXIST 17 mkdir /a'],
    ["fs.mkdirSync(at('b/c'))", 'Error ENOENT 2 mkdir /b/c'],
    ["fs.mkdirSync(at('b//c/d/'), { recursive: true, mode: 0o700 })", 'undefined'],
    ["['b', 'b/c', 'b/c/d'].map((n) => (fs.statSync(at(n)).mode & 0o777).toString(8))", ['700', '700', '700']],
    ["fs.mkdirSync(at('b/c'), { recursive: true })", 'undefined'],
    ["fs.mkdirSync(at('file'), { recursive: true })", 'Error ENOTDIR 20 mkdir /file'],
    ["fs.mkdirSync(at('file/x'), { recursive: true })", 'Error ENOTDIR 20 mkdir /file/x'],
    ["fs.mkdirSync(at('dangling'), { recursive: true })", 'Error EEXIST 17 mkdir /dangling'],
    ["fs.mkdirSync(at('to-folder/made'), { recursive: true })", 'undefined'],
    ["fs.statSync(at('folder/made')).isDirectory()", true],
    ["fs.mkdirSync('', { recursive: true })", 'Error ENOENT 2 mkdir '],
    ["fs.mkdirSync(at('x'), '700')", 'TypeError'],
    ["fs.rmdirSync(at('b'))", 'Error ENOTEMPTY 39 rmdir /b'],
    ["(fs.symlinkSync('../folder', at('b/out')), fs.rmdirSync(at('b'), { recursive: true }))", 'undefined'],
    gone('b'),
    ["fs.readdirSync(at('folder')).sort()", ['inner', 'made']],
    ["fs.rmdirSync(at('to-folder'), { recursive: true })", 'Error ENOTDIR 20 rmdir /to-folder'],
    ["fs.rmdirSync(at('none'), { recursive: true })", 'Error ENOENT 2 rmdir /none'],
    ["fs.rmdirSync(at('file'))", 'Error ENOTDIR 20 rmdir /file'],
    ["promises.rmdir(at('a'))", 'undefined'],
    ["fs.renameSync(at('file'), at('moved'))", 'undefined'],
    gone('file'),
    ["text('moved')", 'twelve bytes'],
    ["fs.renameSync(at('file'), at('other'))", 'Error ENOENT 2 rename'],
    ["fs.symlinkSync('moved', at('made'))", 'undefined'],
    [
      "[fs.readlinkSync(at('made')), fs.readlinkSync(at('made'), 'buffer'), fs.readlinkSync(at('made'), { encoding: 'base64' })]",
      ['moved', '6d6f766564', 'bW92ZWQ='],
    ],
    ["fs.symlinkSync('moved', at('made'))", 'Error EEXIST 17 symlink /made'],
    ["fs.readlinkSync(at('moved'))", 'Error EINVAL 22 readlink /moved'],
    ["fs.realpathSync(at('folder/../to-folder/./made')) === fs.realpathSync(at('.')) + '/folder/made'", true],
    ["fs.realpathSync(at('dangling'))", 'Error ENOENT 2 realpath /dangling'],
    ["fs.unlinkSync(at('made'))", 'undefined'],
    ["fs.unlinkSync(at('folder'))", 'Error EISDIR 21 unlink /folder'],
    ["text('moved')", 'twelve bytes'],
    [
      "[fs.accessSync(at('moved')), fs.accessSync(at('moved'), fs.constants.R_OK | fs.constants.W_OK)]",
      ['undefined', 'undefined'],
    ],
    ["fs.accessSync(at('moved'), fs.constants.X_OK)", 'Error EACCES 13 access /moved'],
    ["fs.accessSync(at('moved'), 8)", 'Error EINVAL 22 access /moved'],
    ["promises.access(at('file'))", 'Error ENOENT 2 access /file'],
    ["['.', 'moved', 'dangling', 'file'].map((n) => fs.existsSync(at(n)))", [true, true, false, false]],
  ]);
});

test('paths: strings and bytes', (t) => {
  const realm = new FileRealm(t);
  const bytes = "Buffer.concat([Buffer.from(at('')), Buffer.from([0xc3, 0x28])])";
  const long = "at('a'.repeat(255))";
  realm.settles(t, [
    [`fs.writeFileSync(${bytes}, 'x')`, 'undefined'],
    [`fs.readFileSync(new Uint8Array(${bytes}), 'utf8')`, 'x'],
    [`fs.readdirSync(at('.'), 'hex')`, ['c328']],
    [`fs.unlinkSync(${bytes})`, 'undefined'],
    [`fs.unlinkSync(${bytes})`, 'Error ENOENT 2 unlink /\ufffd('],
    [`fs.writeFileSync(at('é'), 'x')`, 'undefined'],
    [`fs.readdirSync(at('.'), 'hex')`, ['c3a9']],
    [`fs.writeFileSync(${long}, 'x')`, 'undefined'],
    [`fs.existsSync(${long})`, true],
    [`caught(() => fs.openSync(${long} + 'a')).slice(0, 26)`, 'Error ENAMETOOLONG 36 open'],
    ["fs.openSync('')", 'Error ENOENT 2 open '],
    ...[
      'undefined',
      'null',
      '1',
      '{}',
      'new String("/")',
      'new ArrayBuffer(1)',
      "at('a') + '\\0'",
      "Buffer.from('/\\0')",
    ].map((path): [string, unknown] => [`fs.statSync(${path})`, 'TypeError']),
    ["fs.statSync('/' + 'a'.repeat(4095))", 'RangeError'],
    ["fs.symlinkSync('a'.repeat(4096), at('l'))", 'RangeError'],
    ["fs.renameSync(at('é'))", 'TypeError'],
  ]);
  t.end();
});

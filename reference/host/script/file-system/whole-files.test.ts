import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { FileRealm } from '../../../testing/file-realm.js';

const flags = ['a', 'ax', 'a+', 'ax+', 'as', 'as+', 'r', 'r+', 'rs+', 'w', 'wx', 'w+', 'wx+'];

/** The result of each flag when `x` is written to a file with `old` in it: the content, or the error. */
const written = (flag: string): string => {
  if (flag.includes('x')) return 'EEXIST';
  if (flag === 'r') return 'EBADF';
  if (flag.startsWith('a')) return 'oldx';
  return flag.startsWith('r') ? 'xld' : 'x';
};

test('files: each flag on existing files, missing files and links', (t) => {
  const realm = new FileRealm(t);
  const rows = flags.flatMap((flag, number): [string, unknown][] => {
    const [file, missing, link, dangling] = ['f', 'm', 'l', 'd'].map((kind) => `${kind}${number}`);
    writeFileSync(join(realm.folder, `${file}`), 'old');
    writeFileSync(join(realm.folder, `${link}-to`), 'old');
    symlinkSync(`${link}-to`, join(realm.folder, `${link}`));
    symlinkSync(`${dangling}-to`, join(realm.folder, `${dangling}`));
    const write = (name: string | undefined, seen: string | undefined) =>
      `(() => { try { fs.writeFileSync(at('${name}'), 'x', { flag: '${flag}' }); return text('${seen}'); } catch (e) { return e.code; } })()`;
    const isMade = !flag.startsWith('r');
    return [
      [write(file, file), written(flag)],
      [write(missing, missing), isMade ? 'x' : 'ENOENT'],
      [write(link, `${link}-to`), written(flag)],
      [write(dangling, `${dangling}-to`), isMade ? (flag.includes('x') ? 'EEXIST' : 'x') : 'ENOENT'],
      [`caught(() => fs.openSync(at('.'), '${flag}') > 2)`, folderOpened(flag)],
    ];
  });
  realm.settles(t, rows);
  t.end();
});

function folderOpened(flag: string): unknown {
  if (flag === 'r') return true;
  return flag.includes('x') ? 'Error EEXIST 17 open /.' : 'Error EISDIR 21 open /.';
}

test('files: content is written and read in each form', (t) => {
  const realm = new FileRealm(t);
  const bytes = 'new Uint8Array([0, 1, 0x62, 0xff, 4])';
  const wrote = (data: string, options = ''): string =>
    `(fs.writeFileSync(at('f'), ${data}${options}), fs.readFileSync(at('f')))`;
  realm.settles(t, [
    [wrote("'é€😀'"), Buffer.from('é€😀').toString('hex')],
    [wrote("''"), ''],
    [wrote("'6162', 'hex'"), '6162'],
    [wrote("'YWI=', { encoding: 'base64' }"), '6162'],
    [wrote(bytes), '000162ff04'],
    [wrote(`Buffer.from(${bytes}).subarray(1, 3)`), '0162'],
    [wrote(`${bytes}.buffer`), '000162ff04'],
    [wrote(`new DataView(${bytes}.buffer, 2, 2)`), '62ff'],
    [wrote('new Uint16Array([0x4142, 0x4344]).subarray(1)'), '4443'],
    [wrote('12'), '3132'],
    ["fs.writeFileSync(at('f'), 'text')", 'undefined'],
    ["fs.readFileSync(at('f'), 'utf8')", 'text'],
    ["fs.readFileSync(at('f'), { encoding: 'hex' })", '74657874'],
    ["fs.readFileSync(at('f'), 'base64')", 'dGV4dA=='],
    ["fs.readFileSync(at('f'), 'base64url')", 'dGV4dA'],
    ["Buffer.isBuffer(fs.readFileSync(at('f'), {}))", true],
    ["fs.appendFileSync(at('f'), Buffer.from('+'))", 'undefined'],
    ["text('f')", 'text+'],
    ["fs.readFileSync(at('f'), 'latin1')", 'TypeError'],
    ["fs.readFileSync(at('f'), { encoding: null })", 'TypeError'],
    ["fs.readFileSync(at('f'), 1)", 'TypeError'],
    ["fs.readFileSync(at('f'), null)", 'TypeError'],
    ["fs.readFileSync(at('f'), { flag: 'rw' })", 'TypeError'],
    ["fs.readFileSync('/dev/zero')", 'Error stat /dev/zero'],
    ["fs.readFileSync(at('.'))", 'Error stat /.'],
    ["fs.writeFileSync('/dev/full', 'x')", 'Error ENOSPC 28 write /dev/full'],
    ["fs.readFileSync('/proc/self/status', 'utf8').startsWith('Name:')", true],
    [
      "promises.writeFile(at('p'), 'one').then(() => promises.appendFile(at('p'), 'two')).then(() => promises.readFile(at('p'), 'utf8'))",
      'onetwo',
    ],
    ["promises.readFile(at('none'))", 'Error ENOENT 2 open /none'],
    ["caught(() => promises.readFile(at('p'), 'latin1'))", 'TypeError'],
  ]);
  t.end();
});

test('files: a mode is reduced by the umask, and applies only to new files', (t) => {
  const realm = new FileRealm(t);
  const before = process.umask(0o027);
  t.teardown(() => process.umask(before));
  const modes: readonly (readonly [options: string, mode: number])[] = [
    ['', 0o640],
    [', { mode: 0o777 }', 0o750],
    [', { mode: 0o600 }', 0o600],
    [', { mode: 0o4755 }', 0o4750],
    [', { mode: 0 }', 0],
    [', { mode: undefined }', 0o640],
  ];
  for (const [at, [options, mode]] of modes.entries()) {
    realm.settles(t, [
      [`fs.writeFileSync(at('w${at}'), 'x'${options})`, 'undefined'],
      [`fs.appendFileSync(at('a${at}'), 'x'${options})`, 'undefined'],
      [`fs.closeSync(fs.openSync(at('o${at}'), 'w'${options.replace(/[{}]|mode:/g, '')}))`, 'undefined'],
      [`promises.open(at('h${at}'), 'w'${options.replace(/[{}]|mode:/g, '')}).then((h) => h.close())`, 'undefined'],
    ]);
    for (const kind of ['w', 'a', 'o', 'h'])
      t.equal(lstatSync(join(realm.folder, `${kind}${at}`)).mode & 0o7777, mode, `${kind}${options}`);
  }
  writeFileSync(join(realm.folder, 'old'), 'x');
  chmodSync(join(realm.folder, 'old'), 0o604);
  realm.settles(t, [["fs.writeFileSync(at('old'), 'y', { mode: 0o777 })", 'undefined']]);
  t.equal(lstatSync(join(realm.folder, 'old')).mode & 0o7777, 0o604, 'an existing file keeps its mode');
  t.end();
});

test('files: contents of many sizes', (t) => {
  const realm = new FileRealm(t);
  mkdirSync(join(realm.folder, 'd'));
  for (const size of [1, 4095, 4096, 4097, 65536, 1_000_001]) {
    realm.settles(t, [[`fs.writeFileSync(at('d/${size}'), Buffer.alloc(${size}, 'abc'))`, 'undefined']]);
    t.ok(readFileSync(join(realm.folder, 'd', `${size}`)).equals(Buffer.alloc(size, 'abc')), `${size} bytes`);
    realm.settles(t, [[`fs.readFileSync(at('d/${size}')).equals(Buffer.alloc(${size}, 'abc'))`, true]]);
  }
  t.equal(readdirSync(join(realm.folder, 'd')).length, 6);
  t.end();
});

test('files: bytes in older versions', (t) => {
  const realm = new FileRealm(t, { version: '0.4.3' });
  writeFileSync(join(realm.folder, 'f'), Buffer.from([0x78, 0xff, 0x79]));
  realm.settles(t, [
    ["fs.readFileSync(at('f'))", 'x\xffy'],
    ["(fs.writeFileSync(at('g'), fs.readFileSync(at('f'))), fs.appendFileSync(at('g'), 'é'))", 'undefined'],
    ["fs.readFileSync(at('f'), 'hex')", 'TypeError'],
    ["(fs.writeFileSync(at('h'), new Uint8Array([1, 2])), text('h'))", '1,2'],
  ]);
  t.equal(readFileSync(join(realm.folder, 'g'), 'hex'), '78ff79c3a9');
  t.end();
});

test('files: forms of real hosts with a callback as the last argument', (t) => {
  const realm = new FileRealm(t);
  const calls = (call: string) => `new Promise((resolve) => fs.${call}, (...results) => resolve(results)))`;
  realm.settles(t, [
    [calls("writeFile(at('f'), 'abc'"), ['undefined', 'undefined']],
    [calls("readFile(at('f'), 'utf8'"), ['undefined', 'abc']],
    [calls("readFile(at('g')"), ['Error ENOENT 2 open /g', 'undefined']],
    ["caught(() => fs.readFile(at('f')))", 'TypeError'],
    [
      "(() => { const order = []; fs.access(at('f'), () => order.push('called')); order.push('returned'); return Promise.resolve(order); })()",
      ['returned', 'called'],
    ],
  ]);
  t.end();
});

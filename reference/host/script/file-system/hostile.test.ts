import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { FileRealm } from '../../../testing/file-realm.js';
import { valueRows } from '../../../testing/tables.js';

/** Values that a script can pass for any argument. */
const things = [
  ...['undefined', 'null', 'true', '-1', '2 ** 31', '2 ** 53', '-Infinity', 'NaN', '3n', "Symbol('s')", "'text'", "''"],
  ...['[]', '{}', '() => 1', 'Object.create(null)', 'new Uint8Array(3)', 'new Float64Array(2)', 'new ArrayBuffer(3)'],
  ...['new DataView(new ArrayBuffer(3), 1)', 'new Uint8Array(new SharedArrayBuffer(3))', 'Buffer.alloc(5000, 65)'],
  ...['shrunk(Uint8Array)', 'shrunk(DataView)', 'detached()', 'new Proxy([], {})', 'new Proxy(Buffer.alloc(2), {})'],
  ...['Object.setPrototypeOf(new Uint8Array(3), null)', 'throwing({})', 'throwing(() => {})', 'odd', 'getters'],
  ...["{ encoding: Symbol('s'), mode: 1n, flag: Symbol('s') }", '{ encoding: [], mode: {}, flag: [], recursive: 1 }'],
  '{ mode: { valueOf: () => 0o600 }, flag: { toString: () => "a" }, throwIfNoEntry: [] }',
];

/** Operations with valid arguments. */
const calls: Readonly<Record<string, readonly string[]>> = {
  access: ["at('f')", '4'],
  appendFile: ["'/dev/null'", "'x'", "'hex'"],
  lstat: ["at('f')", '{}'],
  mkdir: ["at('d')", '0o700'],
  open: ["at('f')", "'r'", '0o600'],
  readdir: ["at('.')", "'hex'"],
  readFile: ["at('f')", "'hex'"],
  readlink: ["at('l')", "'hex'"],
  realpath: ["at('f')", "'hex'"],
  rename: ["at('f')", "at('f')"],
  rmdir: ["at('d')", '{ recursive: true }'],
  stat: ["at('f')", '{}'],
  symlink: ["'to'", "at('l')"],
  unlink: ["at('l')"],
  writeFile: ["'/dev/null'", "'x'", "'hex'"],
  close: ['fd'],
  exists: ["at('f')"],
  fstat: ['fd'],
  read: ['fd', 'Buffer.alloc(9)', '1', '2', '3'],
  write: ['fd', 'Buffer.alloc(9)', '1', '2', '3'],
};

const helpers = `
  const shrunk = (View) => { const memory = new ArrayBuffer(3, { maxByteLength: 9 }), view = new View(memory, 1, 2); memory.resize(0); return view; };
  const detached = () => { const bytes = new Uint8Array(3); bytes.buffer.transfer?.(); return bytes; };
  const throwing = (target) => new Proxy(target, new Proxy({}, { get: () => () => { throw new RangeError(); } }));
  const odd = { valueOf() { throw new RangeError(); }, toString() { throw new RangeError(); } };
  const getters = Object.defineProperties({}, Object.fromEntries(['encoding', 'mode', 'flag', 'throwIfNoEntry', 'recursive', 'withFileTypes', 'bigint'].map((name) => [name, { get() { throw new RangeError(); } }])));
  const fine = (value) => ['undefined', 'boolean', 'number', 'string'].includes(typeof value) || value instanceof Object;
`;

test('hostile: for any arguments, results and errors belong to the realm', (t) => {
  const realm = new FileRealm(t);
  const before = process.cwd();
  process.chdir(realm.folder);
  t.teardown(() => process.chdir(before));
  for (const [name, values] of Object.entries(calls)) {
    const passed = values.flatMap((_, place) =>
      things.map((thing) => `[${values.map((value, at) => (at === place ? thing : value))}]`),
    );
    const both = ['close', 'exists', 'fstat', 'read', 'write'].includes(name)
      ? [`fs.${name}Sync`]
      : [`fs.${name}Sync`, `promises.${name}`];
    for (const operation of both) {
      writeFileSync(join(realm.folder, 'f'), 'content');
      const expression = `(async () => { ${helpers}
        const odds = [];
        for (const make of [${passed.map((list) => `() => ${list}`)}]) {
          const fd = fs.openSync(at('f'), 'r+');
          try {
            const value = await ${operation}(...make());
            if (!fine(value)) odds.push(make.toString());
            if (${name === 'open'} && typeof value === 'number') fs.closeSync(value);
          } catch (error) { if (described(error) === 'an error of another realm' || /host is out/.test(error.message)) odds.push(make.toString() + error); }
          try { fs.closeSync(fd); } catch {}
          if (!fs.existsSync(at('f'))) fs.writeFileSync(at('f'), 'content');
        }
        return odds;
      })()`;
      realm.settles(t, [[expression, []]]);
    }
  }
  t.ok(readdirSync(realm.folder).includes('f'));
  t.end();
});

test('hostile: arguments are read once, and their memory last', (t) => {
  const realm = new FileRealm(t);
  writeFileSync(join(realm.folder, 'f'), 'content');
  mkdirSync(join(realm.folder, 'd'));
  const shrinking =
    'const memory = new ArrayBuffer(8, { maxByteLength: 8 }), b = new Uint8Array(memory); const shrink = (n) => ({ valueOf() { memory.resize(2); return n; } });';
  realm.settles(
    t,
    valueRows(`
    (() => { ${shrinking} const fd = fs.openSync(at('f')); return caught(() => fs.readSync(fd, b, shrink(0), 8)); })() ⇒ "RangeError"
    (() => { ${shrinking} const fd = fs.openSync(at('f')); return [fs.readSync(fd, b, 0, undefined, shrink(1)), b]; })() ⇒ [2, "6f6e"]
    (() => { ${shrinking} const fd = fs.openSync(at('f')); return caught(() => fs.readSync(fd, b, 3, shrink(1))); })() ⇒ "RangeError"
    (() => { ${shrinking} const fd = fs.openSync(at('g'), 'w'); return [fs.writeSync(fd, b, 0, undefined, shrink(1)), fs.readFileSync(at('g'))]; })()
      ⇒ [2, "000000"]
    (() => { const seen = []; const options = new Proxy({}, { get: (_, name) => { seen.push(name); } }); fs.readFileSync(at('f'), options); return seen.sort(); })()
      ⇒ ["encoding", "flag"]
    (() => { const path = Buffer.from(at('f')); return fs.readFileSync(path, { get encoding() { path.fill(0); return 'utf8'; } }); })()
      ⇒ "content"
    (() => { const data = Buffer.from('abc'); fs.writeFileSync(at('g'), data, { get flag() { data.fill(0x78); return 'w'; } }); return text('g'); })()
      ⇒ "xxx"
    (() => { const b = Object.defineProperties(new Uint8Array(4), { buffer: { value: 1 }, byteLength: { value: 1e9 }, length: { value: 1e9 }, byteOffset: { value: -1 } }); return [fs.readSync(fs.openSync(at('f')), b, 0), Buffer.from(b.slice(0)).length]; })()
      ⇒ [4, 4]
    fs.readSync(fs.openSync(at('f')), new Uint8Array(new SharedArrayBuffer(3)), 0) ⇒ 3
    promises.stat(at('f')).then.length ⇒ 2
  `),
  );
  t.end();
});

test('hostile: too much content', (t) => {
  const realm = new FileRealm(t);
  writeFileSync(join(realm.folder, 'huge'), '');
  truncateSync(join(realm.folder, 'huge'), 2 ** 40);
  writeFileSync(join(realm.folder, 'f'), 'kept');
  realm.settles(t, [
    ["fs.readFileSync(at('huge'))", 'Error EFBIG 27 read /huge'],
    ["fs.statSync(at('huge')).size", 2 ** 40],
    [
      "(() => { const fd = fs.openSync(at('huge')), b = Buffer.alloc(2, 1); return [fs.readSync(fd, b, 0, 2, 2 ** 40 - 1), b]; })()",
      [1, '0001'],
    ],
    ["fs.mkdirSync(at('d/'.repeat(1900)), { recursive: true })", 'undefined'],
    ["fs.rmdirSync(at('d'), { recursive: true })", 'undefined'],
    ["fs.existsSync(at('d'))", false],
  ]);
  t.equal(readFileSync(join(realm.folder, 'f'), 'utf8'), 'kept');
  t.end();
});

test('hostile: no call waits for the other end of a FIFO', (t) => {
  const realm = new FileRealm(t);
  execFileSync('mkfifo', [join(realm.folder, 'fifo')]);
  realm.settles(t, [
    ["fs.readFileSync(at('fifo'))", 'Error stat /fifo'],
    ["fs.writeFileSync(at('fifo'), 'x')", 'Error ENXIO 6 open /fifo'],
    ["fs.readSync(fs.openSync(at('fifo')), Buffer.alloc(1), 0)", 0],
    [
      "fs.openSync(at('fifo'), 'r+') > 2 && fs.readSync(fs.openSync(at('fifo')), Buffer.alloc(1), 0)",
      'Error EAGAIN 11 read',
    ],
    ["promises.open(at('fifo')).then((h) => h.stat()).then((s) => s.isFIFO())", true],
  ]);
  t.end();
});

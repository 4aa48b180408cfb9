import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderWith } from '../testing/program.js';
import { KEYS, Terminal } from './testing/terminal.js';

const open = (t: Test, folder: string, ...words: readonly string[]): Promise<Terminal> =>
  Terminal.open(t, { XDG_STATE_HOME: folder }, '-q', ...words);

/** Types lines, and compares what the terminal shows after each. */
async function shows(t: Test, terminal: Terminal, lines: readonly (readonly [string, string | RegExp])[]) {
  for (const [line, expected] of lines) {
    const shown = await terminal.line(line);
    if (typeof expected === 'string') t.equal(shown, expected, line);
    else t.match(shown, expected, line);
  }
}

async function ends(t: Test, terminal: Terminal, shown = '\n'): Promise<void> {
  terminal.type(KEYS.end);
  t.deepEqual(await terminal.ended(), { status: 0, shown });
}

test('prompt: values, declarations, await, and entries of several lines', async (t) => {
  const terminal = await open(t, folderWith(t));
  await shows(t, terminal, [
    ['1 + 1', '2'],
    ["'text'", 'text'],
    ["({ a: 1, b: ['x'] })", "{a:1,b:['x']}"],
    ['undefined', 'undefined'],
    ['', ''],
    ['-0', '-0'],
    ['10n ** 20n', '100000000000000000000'],
    ['Symbol.iterator', 'Symbol(Symbol.iterator)'],
    ['const a = await new Promise((r) => setTimeout(r, 1, 7))', 'undefined'],
    ['a', '7'],
    ['const a = 8', 'undefined'],
    ['a // still', '8'],
    ['function f(x) {', ''],
    ['  return x +', ''],
    ['1 }', 'undefined'],
    ['f(`a', ''],
    ['b`)', 'a\nb1'],
    ['console.log(1); console.error(2); 3', '1\n2\n3'],
    ['this === globalThis', 'true'],
    ['rt === njs', 'true'],
    ['process.argv.length', '2'],
    ['Object.getOwnPropertyNames(globalThis).filter((name) => /srvspec|repl|^_|^module$/.test(name)).length', '0'],
    ['rt.dump.constructor === Function', 'true'],
  ]);
  await ends(t, terminal);
});

test('prompt: imports', async (t) => {
  const folder = folderWith(t, { 'x.js': 'export default { n: 5 }; export const y = 6' });
  const terminal = await open(t, folder, '-p', folder);
  await shows(t, terminal, [
    ["import fs from 'fs'", 'undefined'],
    ['typeof fs.readFileSync', 'function'],
    ["import x, { y as z } from 'x.js'; x.n + z", '11'],
    ["import q from 'nowhere'", 'cannot find module "nowhere"'],
    ["import { none } from 'x.js'", /does not provide an export named 'none'/],
    ['typeof q', 'undefined'],
  ]);
  await ends(t, terminal);
});

test('prompt: errors show the stack of typed code, and the prompt continues', async (t) => {
  const terminal = await open(t, folderWith(t));
  await shows(t, terminal, [
    ['function f() { null.x }', 'undefined'],
    ['f()', /^TypeError: .+\n {4}at f \(input-1:1:21\)\n {4}at input-2:1:1$/],
    ['a b', "SyntaxError: Unexpected identifier 'b'"],
    ["eval('(')", /^SyntaxError: Unexpected end of input\n {4}at input-4:1:1$/],
    ["throw 'text'", 'text'],
    ['throw { toString() { throw 1 } }', '{toString:[Function: toString]}'],
    ["await Promise.reject(new RangeError('r'))", /^RangeError: r\n {4}at input-7:1:22$/],
    ['srv', /^ReferenceError: srv is not defined\n {4}at input-8:1:1\nhint: srv exists only in a host/],
    ["await import('fs')", 'TypeError: dynamic import is not supported\n    at input-9:1:1'],
    ['delete rt.dump, rt.dump = () => 1, delete globalThis.rt, [1]', '[1]'],
    ['Error.prepareStackTrace = () => { throw 1 }; null.x', /./],
    ["await (0, eval)('import(1)').catch((e) => e instanceof TypeError)", 'true'],
    ["await new Function('return import(1)')().catch((e) => e instanceof TypeError)", 'true'],
    ['1', '1'],
  ]);
  await ends(t, terminal);
});

test('prompt: unhandled errors and later output appear above the line', async (t) => {
  const terminal = await open(t, folderWith(t));
  await shows(t, terminal, [
    [
      "Promise.reject(new Error('nobody')); 1",
      /^Error: unhandled promise rejection: Error: nobody\n {4}at input-1:1:16\n1$/,
    ],
  ]);
  terminal.type(`setTimeout(() => { console.log('late'); throw new Error('l') }, 1); 2${KEYS.enter}`);
  t.match(await terminal.until(/Error: l\n {4}at input-2:1:\d+\n(?:2\n)?> $/), /\n2\n/);
  await ends(t, terminal);
});

test('prompt: Ctrl-C drops what was typed', async (t) => {
  const terminal = await open(t, folderWith(t));
  terminal.type(`nonsense nonsense${KEYS.interrupt}`);
  await terminal.until(/\n> $/);
  await shows(t, terminal, [['function f() {', '']]);
  terminal.type(`more${KEYS.interrupt}`);
  await terminal.until(/\n> $/);
  await shows(t, terminal, [['1', '1']]);
  await ends(t, terminal);
});

test('prompt: Ctrl-C interrupts running code and keeps definitions', async (t) => {
  const terminal = await open(t, folderWith(t));
  await shows(t, terminal, [['let kept = 5', 'undefined']]);
  const endless = [
    "console.log('runs'); while (true);",
    "await null; console.log('runs'); for (;;);",
    "console.log('runs'); await new Promise(() => 0)",
    "console.log('runs'); ({ get [Symbol.toStringTag]() { for (;;); } })",
    "console.log('runs'); Promise.resolve().then(() => { for (;;); }); 1",
    // Its job does not run with the next line.
    "Promise.resolve().then(() => { for (;;); }); console.log('runs'); for (;;);",
  ];
  for (const line of [...endless, ...endless]) {
    terminal.type(line + KEYS.enter);
    await terminal.until(/\nruns\n/);
    terminal.type(KEYS.interrupt);
    t.match(await terminal.until(/\n> $/), /interrupted\n> $/, line);
  }
  terminal.type(`setTimeout(() => { console.log('runs'); for (;;); }, 1); kept${KEYS.enter}`);
  await terminal.until(/runs\n/);
  terminal.type(KEYS.interrupt);
  await terminal.until(/interrupted\n(?:5\n)?> $/);
  await shows(t, terminal, [['kept + 1', '6']]);
  await ends(t, terminal);
});

test('prompt: completion of members, globals and modules', async (t) => {
  const terminal = await open(t, folderWith(t));
  await shows(t, terminal, [['let unusual = { alphabet: 1, get alphanumeric() { console.log("ran") } }', 'undefined']]);
  const completed: readonly (readonly [begun: string, whole: string, shown: string])[] = [
    ['unus', 'unusual', "{alphabet:1,alphanumeric:'[Getter]'}"],
    ['unusual.alphab', 'unusual.alphabet', '1'],
    ['typeof Buffer.concat', 'typeof Buffer.concat', 'function'],
    ['Buffer.isEnc', 'Buffer.isEncoding', '[Function: isEncoding]'],
  ];
  for (const [begun, whole, shown] of completed) {
    terminal.type(begun);
    await terminal.until(new RegExp(`${begun}$`));
    terminal.type(KEYS.tab);
    if (begun !== whole) await terminal.until(new RegExp(`${whole.slice(begun.length)}$`));
    t.equal(await terminal.line(''), shown, whole);
  }
  terminal.type("import qs from 'querys");
  await terminal.until(/querys$/);
  terminal.type(KEYS.tab);
  await terminal.until(/tring$/);
  t.equal(await terminal.line("'; typeof qs.parse"), 'function');
  terminal.type('unusual.al');
  await terminal.until(/unusual\.al$/);
  terminal.type(KEYS.tab);
  await terminal.until(/pha$/);
  terminal.type(KEYS.tab);
  t.match(await terminal.until(/\n\n> unusual\.alpha$/), /alphabet\s+alphanumeric\n/);
  t.equal(await terminal.line('bet'), '1', 'no getter ran');
  terminal.type('unusual.alphanumeric.x');
  await terminal.until(/ric\.x$/);
  terminal.type(KEYS.tab);
  terminal.type('; unus');
  // The terminal reads the key after the first once its completion is shown.
  await terminal.until(/; unus$/);
  terminal.type(KEYS.tab);
  await terminal.until(/ual$/);
  t.equal((await terminal.line('')).split('ran\n').length, 2, 'the getter runs once its value is read');
  await ends(t, terminal);
});

test('prompt: history, also from the previous session', async (t) => {
  const folder = folderWith(t);
  const file = join(folder, 'srvspec', 'exec-history');
  const first = await open(t, folder);
  await shows(t, first, [
    ['40 + 2', '42'],
    [' 1', '1'],
  ]);
  await ends(t, first);
  t.equal(readFileSync(file, 'utf8'), '40 + 2', 'no line that begins with a blank');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(statSync(join(folder, 'srvspec')).mode & 0o777, 0o700);
  const second = await open(t, folder);
  second.type(KEYS.up);
  await second.until(/40 \+ 2$/);
  t.equal(await second.line(''), '42');
  await ends(t, second);
});

test('prompt: a history that cannot be kept', async (t) => {
  const folder = folderWith(t, { srvspec: 'no folder' });
  const terminal = await open(t, folder);
  terminal.type(`1${KEYS.enter}`);
  await terminal.until(/\n1\n> $/);
  await ends(t, terminal);
});

test('prompt: Ctrl-D, and several lines at once', async (t) => {
  const terminal = await Terminal.open(t, { XDG_STATE_HOME: folderWith(t) }, '--runtime-version', '0.8.4');
  terminal.type("1\rrt.version\rrt.on('exit', () => console.log('bye'))\r");
  await terminal.until(/\n1\n0\.8\.4\nundefined\n> $/);
  await ends(t, terminal, '\nbye\n');
});

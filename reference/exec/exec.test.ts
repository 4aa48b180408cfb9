import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { shareOf } from '../../generators/build/testing/share.js';
import { folderWith, MAIN, performed, started } from './testing/program.js';

/** The command line, the files of the folder besides `lib/x.js`, and the result of the program. */
interface Case {
  readonly words: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly output?: string;
  readonly errors?: RegExp;
  readonly status?: number;
}

const seen = 'console.log(process.argv.slice(1));';

/** Nobody catches what a promise's functions throw when a job of the engine settles the promise. */
const thrownByJob = (value: string): string =>
  `class Own { constructor(executor) { executor(() => 1, () => { throw ${value}; }); } }
  const promise = Promise.resolve(1); promise.constructor = { [Symbol.species]: Own }; promise.then(() => { throw 1; });`;

const CASES: { readonly [name: string]: Case } = {
  'code of the command line': { words: ['-c', 'console.log(1 + 1)'], output: '2\n' },
  'words after the code are its arguments': {
    words: ['-c', seen, 'a', '-m', '--', '-c'],
    output: "['','a','-m','--','-c']\n",
  },
  'options after a file are its arguments': {
    words: ['-q', 'a.js', '-c', 'x', '--rt'],
    files: { 'a.js': seen },
    output: "['a.js','-c','x','--rt']\n",
  },
  'a file name that begins with a dash': { words: ['--', '-a.js'], files: { '-a.js': seen }, output: "['-a.js']\n" },
  'the standard input': { words: ['-', 'x'], input: seen, output: "['-','x']\n" },
  'standard input by default, as it is not a terminal': { words: [], input: 'console.log(3)', output: '3\n' },
  'empty standard input': { words: [] },
  'several short options in one': { words: ['-mqc', 'console.log(typeof this)'], output: 'undefined\n' },
  'a script is not a module': {
    words: [
      '-c',
      'var x = 1; console.log(this === globalThis, globalThis.x, (function () { return this === globalThis })())',
    ],
    output: 'true\n1\ntrue\n',
  },
  'a script that imports is a module': {
    words: ['-c', 'import x from "./lib/x.js"; console.log(x.name, typeof this)'],
    output: 'x\nundefined\n',
  },
  'a script that awaits is a module': { words: ['-c', 'console.log(await Promise.resolve(4))'], output: '4\n' },
  'a script that awaits inside a call': {
    words: ['-c', '(await Promise.resolve(console)).log((await 1) + 1)'],
    output: '2\n',
  },
  'a keyword of modules may be a name in scripts': {
    words: ['-c', 'var await = 5; console.log(await)'],
    output: '5\n',
  },
  'modules of a folder': { words: ['-p', 'lib', '-c', 'import x from "x.js"; console.log(x.name)'], output: 'x\n' },
  'the first folder that has the module': {
    words: ['-p', 'nowhere', '-p', 'first', '-p', 'lib', 'm.js'],
    files: {
      'm.js': 'import x from "x.js"; import y from "y.js"; console.log(x.name, y)',
      'first/x.js': 'export default { name: "first" }',
      'lib/y.js': 'export default 2',
    },
    output: 'first\n2\n',
  },
  'the folder of the importing file first': {
    words: ['-p', 'lib', 'own/m.js'],
    files: { 'own/m.js': 'import x from "x.js"; console.log(x)', 'own/x.js': 'export default "beside"' },
    output: 'beside\n',
  },
  'a module may import the main module that imports it': {
    words: ['a.js'],
    files: {
      'a.js': 'import b from "./b.js"; export default function () { return 6 }; console.log(b())',
      'b.js': 'import a from "./a.js"; export default () => a()',
    },
    output: '6\n',
  },
  'a byte order mark and a hashbang line': {
    words: ['a.js'],
    files: { 'a.js': '\ufeff#!/usr/bin/env srvspec\nconsole.log(1)' },
    output: '1\n',
  },
  'a default export after an await': {
    words: ['-c', 'await new Promise((r) => setTimeout(r, 1)); export default 1; console.log(7)'],
    output: '7\n',
  },
  'a callback of the event exit': {
    words: ['-c', "rt.on('exit', () => console.log('end')); setTimeout(() => console.log('later'), 1)"],
    output: 'later\nend\n',
  },
  'members that the documents do not list': {
    words: [
      '-c',
      'setImmediate((...values) => console.dump(values), 1, [2]); print(new TextEncoder().encoding, typeof clearTimeout(setImmediate(Buffer)), new global.InternalError(1).name)',
    ],
    output: 'utf-8\nundefined\nInternalError\n[\n 1,\n [\n  2\n ]\n]\n',
  },
  'errors are logged with their stacks': {
    words: ['-c', 'console.log([new Error("x")])'],
    output: '[Error: x\n    at -c:1:14]\n',
  },
  'half a surrogate pair': { words: ['-c', "console.log('a\\ud800b')"], output: 'a\ufffdb\n' },
  'the version': { words: ['-v', '--runtime-version', '0.8.4'], output: '0.8.4\n' },

  'an error in code': {
    words: ['-c', 'function f() { null.x }\nf()'],
    errors: /^TypeError: .+\n {4}at f \(-c:1:21\)\n {4}at -c:2:1\n$/,
    status: 1,
  },
  'an error in standard input': {
    words: ['-'],
    input: 'throw new Error(1)',
    errors: /^Error: 1\n {4}at -:1:7\n$/,
    status: 1,
  },
  'an error in a module that is imported': {
    words: ['a.js'],
    files: { 'a.js': 'import b from "./b.js";', 'b.js': '\n  throw new RangeError("b");\nexport default 1' },
    errors: /^RangeError: b\n {4}at \/.+\/b\.js:2:9\n$/,
    status: 1,
  },
  'an error of the runtime names the calling line': {
    words: ['-c', '\nBuffer.from(1)'],
    errors: /^TypeError: .+\n {4}at -c:2:8\n$/,
    status: 1,
  },
  'a script reads only its own frames': {
    words: [
      '-c',
      'function f() { return new Error("x").stack }\nconsole.log(f()); try { Buffer.from(1) } catch (e) { console.log(e.stack.split("\\n").length) }',
    ],
    output: 'Error: x\n    at f (-c:1:23)\n    at -c:2:13\n2\n',
  },
  'a value that a job of the engine throws': {
    words: ['-c', thrownByJob('new Error("j")')],
    errors: /^Error: j\n/,
    status: 1,
  },
  'a job that throws something other than an error': {
    words: ['-c', thrownByJob('null')],
    errors: /^null\n$/,
    status: 1,
  },
  // Node would call it with functions of its own.
  'a job that throws an object that Node would inspect': {
    words: [
      '-c',
      thrownByJob(
        'Object.create(new Proxy({}, { get: () => (depth, options, inspect) => inspect?.call }), { f: { value() {}, enumerable: true } })',
      ),
    ],
    errors: /^undefined\n$/,
    status: 1,
  },
  'a stack calls nothing of its error while it omits frames of the host': {
    words: [
      '-c',
      `Error.stackTraceLimit = 50; const [one, other] = [new Error('k'), new Error('l')]; class E extends Error { get name() { return one.stack } }
      const e = new E('m'), p = Object.setPrototypeOf(new Error('q'), new Proxy({}, { getOwnPropertyDescriptor() { return other.stack }, getPrototypeOf() { other.stack; return null } }));
      const all = [e.stack, p.stack, one.stack, other.stack]; console.log(all.map((s) => s.split('\\n')[0]), /runtime|node:|file:/.test(all))`,
    ],
    output: "['E: m','Error: q','Error: k','Error: l']\nfalse\n",
  },
  'an exit status for failures': { words: ['-e', '7', '-c', 'throw 1'], errors: /^1\n$/, status: 7 },
  'a module whose promise rejects': {
    words: ['-m', '-c', 'throw new Error("m")'],
    errors: /^Error: m\n {4}at -c:1:7\n$/,
    status: 1,
  },
  'a module whose promise rejects late': {
    words: [
      '-c',
      'await new Promise((r) => setTimeout(r, 1)); setTimeout(() => console.log("too late"), 60000); throw new Error("l")',
    ],
    errors: /^Error: l\n {4}at -c:1:\d+\n$/,
    status: 1,
  },
  'a module that awaits forever': {
    words: ['-c', 'console.log(1); await new Promise(() => 0); console.log(2)'],
    output: '1\n',
    errors: /^the top level awaits a promise/,
    status: 1,
  },
  'an unhandled rejection': {
    words: ['-c', 'Promise.reject(new Error("r")); setTimeout(() => console.log("not reached"), 60000)'],
    errors: /^Error: unhandled promise rejection: Error: r\n {4}at -c:1:16\n$/,
    status: 1,
  },
  'an ignored unhandled rejection': {
    words: ['-r', '-c', 'Promise.reject(new Error("r")); setTimeout(() => console.log("reached"), 1)'],
    output: 'reached\n',
  },
  'a syntax error in a script': {
    words: ['a.js'],
    files: { 'a.js': 'let a = 1;\nlet b = ;\n' },
    errors:
      /^SyntaxError: Unexpected token ';' in \/.+\/a\.js\n {2}a\.js:2:9\n {2}1 \| let a = 1;\n {2}2 \| let b = ;\n {4}\| {9}\^\n/,
    status: 1,
  },
  'a syntax error in a module': {
    words: ['-c', 'import x from "./lib/x.js";\nx +* 1'],
    errors: /^SyntaxError: .+ in -c\n {2}-c:2:4\n/,
    status: 1,
  },
  'a syntax error in an imported module': {
    words: ['-c', 'import x from "./lib/bad.js"'],
    files: { 'lib/bad.js': 'export default }' },
    errors: /^SyntaxError: .+ in .*\/lib\/bad\.js\n {2}lib\/bad\.js:1:16\n/,
    status: 1,
  },
  'an import that is not found': {
    words: ['-p', 'lib', '-c', '\nimport y from "./y.js"'],
    errors: /^cannot find module "\.\/y\.js"\n {2}-c:2:15\n/,
    status: 1,
  },
  'an import of a folder': {
    words: ['-c', 'import y from "./lib"'],
    errors: /^cannot find module "\.\/lib"\n/,
    status: 1,
  },
  'an import of a missing export': {
    words: ['-c', 'import { y } from "./lib/x.js"'],
    errors: /does not provide an export named 'y'\n {2}-c:1:10\n/,
    status: 1,
  },
  'a dynamic import': {
    words: ['-c', 'import("./lib/x.js").catch((e) => console.log(e instanceof TypeError))'],
    output: 'true\n',
  },
  'a stack that overflows': {
    words: ['-c', 'function f() { return f() + 1 } f()'],
    errors: /^RangeError: .+\n( {4}at f \(-c:1:\d+\)\n)+$/,
    status: 1,
  },
  'a thrown value without text': {
    words: ['-c', 'throw { toString() { throw 1 } }'],
    errors: /^an exception without a string\n$/,
    status: 1,
  },

  'a file that does not exist': {
    words: ['nowhere.js'],
    errors: /^srvspec exec: cannot read nowhere\.js: No such file or directory\n$/,
    status: 2,
  },
  'a folder': { words: ['lib'], errors: /^srvspec exec: cannot read lib: Is a directory\n$/, status: 2 },
  'an unknown option': { words: ['--nonsense', 'a.js'], errors: /--nonsense/, status: 2 },
  'an option without its value': { words: ['-c'], errors: /-c/, status: 2 },
  'an invalid status': {
    words: ['-e', '256', '-c', '1'],
    errors: /^srvspec exec: -e takes an exit status from 0 to 255, not 256\n$/,
    status: 2,
  },
};

/** Programs that run at the same time. */
const atOnce = 3;

test('exec: results of command lines', async (t) => {
  const waiting = shareOf(Object.entries(CASES), 'words of exec').slice();
  const take = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await holds(t, ...one);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
});

async function holds(t: Test, name: string, one: Case): Promise<void> {
  const { words, files = {}, input, output = '', errors = /^$/, status = 0 } = one;
  const folder = folderWith(t, { 'lib/x.js': 'export default { name: "x" }', ...files });
  const ended = await performed(t, folder, words, input);
  t.equal(ended.output, output, name);
  t.match(ended.errors, errors, name);
  t.deepEqual([ended.status, ended.signal], [status, null], name);
}

test('exec: heavy scripts', async (t) => {
  const folder = folderWith(t, { 'long.js': `console.log(${JSON.stringify('x'.repeat(5_000_000))}.length)` });
  t.equal((await performed(t, folder, ['long.js'])).output, '5000000\n', 'a very long line');
  const many = Array.from({ length: 100 }, (_, index) => `a${index}`);
  const { output } = await performed(t, folder, ['-c', 'console.log(process.argv.length)', ...many]);
  t.equal(output, '102\n', 'many arguments');
});

test('exec: a reader that closes the pipe ends the script silently', async (t) => {
  for (const method of ['log', 'error']) {
    const [child, ended] = started(t, folderWith(t), ['-c', `for (;;) console.${method}('y')`]);
    const output = method === 'log' ? child.stdout : child.stderr;
    if (output !== null) {
      await once(output, 'data');
      output.destroy();
    }
    const { status, errors } = await ended.catch(() => ({ status: child.exitCode, errors: '' }));
    t.equal(errors.replaceAll('y\n', '').replace(/^y?$/, ''), '');
    t.equal(status ?? (await once(child, 'exit'))[0], 0, method);
  }
});

test('exec: Ctrl-C ends a script as it ends other programs', async (t) => {
  for (const code of ["console.log('runs'); for (;;);", "console.log('runs'); setTimeout(() => 0, 600000)"]) {
    const [child, ended] = started(t, folderWith(t), ['-c', code]);
    if (child.stdout !== null) await once(child.stdout, 'readable');
    child.kill('SIGINT');
    t.equal((await ended).signal, 'SIGINT', code);
  }
});

test('exec: a shell sees the exit status of an interrupted script', async (t) => {
  const code = 'process.kill(process.pid, "SIGINT"); for (;;);';
  const line = `"${process.execPath}" "${MAIN}" -c '${code}'; echo $?`;
  const shell = spawn('bash', ['-c', `trap : INT; ${line}`], {
    cwd: folderWith(t),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => shell.kill('SIGKILL'));
  let output = '';
  for await (const piece of shell.stdout) output += piece;
  t.equal(output, '130\n');
});

test('exec: a script that cannot be read', async (t) => {
  // Not even root may read it.
  const path = join('/proc', String(process.pid), 'mem');
  t.match((await performed(t, folderWith(t), [path])).errors, /^srvspec exec: cannot read .+\n$/);
});

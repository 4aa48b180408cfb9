import test from 'tape';
import { testHost } from '../../../testing/host.js';

/** Ways to cause an error, and the text of its `stack` without columns and the folder. */
const ways: readonly (readonly [way: string, ...lines: string[]])[] = [
  ['inner()', 'TypeError: x', 'inner (main.js:1)', 'way (main.js:W)'],
  ['nowhere', 'ReferenceError: nowhere is not defined', 'way (main.js:W)'],
  ["JSON.parse('{')", 'SyntaxError', 'JSON.parse (<anonymous>)', 'way (main.js:W)'],
  [
    '[1].map(() => inner())',
    'TypeError: x',
    'inner (main.js:1)',
    'main.js:W',
    'Array.map (<anonymous>)',
    'way (main.js:W)',
  ],
  ['new Maker().make()', 'TypeError: x', 'inner (main.js:1)', 'Maker.make (main.js:2)', 'way (main.js:W)'],
  ['new Maker(1)', 'TypeError: x', 'inner (main.js:1)', 'new Maker (main.js:2)', 'way (main.js:W)'],
  ['lib.fail()', 'TypeError: of a library', 'Object.fail (lib.js:1)', 'way (main.js:W)'],
  ["eval('inner()')", 'TypeError: x', 'inner (main.js:1)', 'eval (<anonymous>:1)', 'way (main.js:W)'],
  [
    "(0, eval)('throw Error()\\n//# sourceURL=node:x')",
    'Error',
    'eval (node:x:1)',
    'eval (<anonymous>)',
    'way (main.js:W)',
  ],
  ["Function('a()')()", 'ReferenceError: a is not defined', 'eval (<anonymous>:3)', 'way (main.js:W)'],
  ['setTimeout(1)', 'TypeError: first arg must be a function', 'way (main.js:W)'],
  ['r.return(-1)', 'RangeError: code is out of range', 'way (main.js:W)'],
  ['{ r.variables.nope = 1; }', 'TypeError: variable not found', 'way (main.js:W)'],
  ["fs.readFileSync('/nope')", 'Error: No such file or directory', 'way (main.js:W)'],
  ['Buffer.from(Symbol())', 'TypeError', 'way (main.js:W)'],
  ['deep()', 'RangeError: Maximum call stack size exceeded', ...Array.from({ length: 10 }, () => 'deep (main.js:3)')],
  ["await import('nowhere')", 'TypeError: dynamic import is not supported', 'way (main.js:W)'],
  ['await late()', 'TypeError: x', 'inner (main.js:1)', 'late (main.js:4)'],
  ['throw Object.assign(new Error("m"), { name: "Own" })', 'Own: m', 'way (main.js:W)'],
  ['throw Object.assign(new Error("m"), { name: Symbol() })', 'Error', 'way (main.js:W)'],
  ['r.variables.failing', 'undefined'],
];

const script = `function inner() { throw new TypeError('x'); }
class Maker { constructor(v) { if (v) inner(); } make() { inner(); } }
function deep() { deep(); }
async function late() { await 1; inner(); }
import fs from 'fs'; import lib from 'lib.js';
${ways.map(([way], at) => `async function way${at}(r) { ${way} }`).join('\n')}
async function content(r) {
  const all = [${ways.map((_, at) => `way${at}`).join()}];
  const stacks = [];
  for (const one of all) await one(r).then(() => stacks.push('undefined'), (error) => stacks.push(error.stack));
  r.return(200, JSON.stringify(stacks));
}
function failing() { inner(); }
export default { content, failing };
`;

test('stack: a text with only the frames of scripts', async (t) => {
  const host = await testHost(t, {
    script,
    files: { 'lib.js': "function fail() { throw new TypeError('of a library'); }\nexport default { fail };\n" },
    http: 'js_set $failing main.failing;',
    server: 'location / { js_content main.content; }',
  });
  const stacks: readonly string[] = JSON.parse((await host.ask('/')).text);
  for (const [at, [way, first = '', ...frames]] of ways.entries()) {
    const lines = (stacks[at] ?? '').replaceAll(`${host.folder}/`, '').split('\n');
    const plain = lines.slice(1).map((line) => line.replace(/^ {4}at /, '').replace(/(:\d+):\d+(?=\)?$)/, '$1'));
    const own = plain.filter((line) => !/content/.test(line)).map((line) => line.replace(/way\d+ /, 'way '));
    t.ok(lines[0]?.startsWith(first), `${way}: ${lines[0]}`);
    t.deepEqual(
      own.map((line) => line.replace(`:${at + 6}`, ':W')),
      frames,
      way,
    );
  }
  t.ok(host.log().includes(`    at inner (${host.folder}/main.js:1:26)`), 'the log has the uncaught error');
});

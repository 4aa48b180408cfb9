import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from 'node:vm';
import test, { type Test } from 'tape';
import { startHost } from '../../../nginx/start.js';
import { ScriptErrors } from '../showing/script-errors.js';
import { PlainModule } from './plain-module.js';

const specifiersOf = (source: string) => PlainModule.of('main.js', source)?.specifiers;

test('plain modules: imports, a body and a default export', (t) => {
  t.deepEqual(specifiersOf("import a from 'crypto';\nimport b from 'querystring';\nlet c;\nexport default { c };\n"), [
    'crypto',
    'querystring',
  ]);
  t.deepEqual(specifiersOf('import a from "crypto"\nexport default {\n  a,\n}'), ['crypto']);
  t.deepEqual(specifiersOf('const a = 1;\nexport default { a };\n'), []);
  t.end();
});

test('plain modules: code that differs inside a function is not plain', (t) => {
  const others = [
    'export const a = 1;\nexport default { a };\n',
    "let a;\nimport b from 'crypto';\nexport default { a };\n",
    "import { a } from 'crypto';\nlet b;\nexport default { b };\n",
    'const a = await 1;\nexport default { a };\n',
    'let a = ;\nexport default { a };\n',
    'let a;\nexport default a;\n',
  ];
  for (const source of others) t.equal(specifiersOf(source), undefined, source);
  t.end();
});

/** Modules whose code means, or may mean, something else as the body of a function. */
const unlike: readonly string[] = [
  'const a = typeof arguments;\nexport default { a };\n',
  'const a = () => typeof arguments;\nexport default { a };\n',
  'export default { a: typeof arguments };\n',
  'const a = await (1);\nexport default { a };\n',
  'const b = 1;\nexport default { a: await (b) };\n',
  "const a = eval('typeof arguments');\nexport default { a };\n",
  "const a = \\u0065val('typeof arguments');\nexport default { a };\n",
  'const a = import.meta.url;\nexport default { a };\n',
];

test('plain modules: a module whose meaning a function would change has no exact plain form', (t) => {
  for (const source of unlike) t.equal(PlainModule.exactly('main.js', source), undefined, source);
  const within = 'async function a() {\n  await (0, arguments.length);\n}\nexport default { a };\n';
  t.notEqual(PlainModule.exactly('main.js', within), undefined, 'inside a function both mean the same');
  t.end();
});

test('plain modules: errors have their positions in the module', async (t) => {
  const source =
    "import a from 'fs';\nimport b from 'crypto';\nconst c = () => null.x;\nexport default { c, d: () => null.y };\n";
  const errors = await ScriptErrors.open({ folder: '/', isColoured: false, isLogSeen: false, print: () => undefined });
  t.teardown(() => errors.close());
  errors.remember('main.js', source);
  const exported = Object(PlainModule.exactly('main.js', source)?.in(createContext())({}, {}));
  const placeOf = (call: () => unknown) => {
    try {
      return call();
    } catch (thrown) {
      return errors.placeOf(thrown);
    }
  };
  t.equal(placeOf(exported.c), '3:22:main.js');
  t.equal(placeOf(exported.d), '4:35:main.js');
});

/** The answers of a handler `main.h` to some requests, and the lines of the error log. */
async function answers(t: Test, source: string, trusted: boolean, more = ''): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const server = 'server { listen 127.0.0.1:0; location / { js_content main.h; } }';
  writeFileSync(
    join(folder, 'host.conf'),
    `error_log error.log; events {} http { js_import main.js; ${more} ${server} }`,
  );
  writeFileSync(join(folder, 'main.js'), source);
  const host = await startHost({ configuration: 'host.conf', prefix: folder, trusted });
  t.teardown(() => host.stop());
  const [address] = host.listening;
  const port = address?.kind === 'tcp' ? address.port : 0;
  const texts: string[] = [];
  for (let request = 0; request < 6; request++) {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    texts.push(`${response.status} ${await response.text()}`);
  }
  return texts;
}

test('plain modules: code is compiled once and evaluated in each realm, like a module', async (t) => {
  const source = `import querystring from 'querystring';
let count = 0;
const top = this;
function h(r) {
  count += 1;
  const seen = [count, globalThis.left, typeof top, (function () { return typeof this; })(), querystring.parse('a=1').a];
  globalThis.left = Object.prototype.left = 'left';
  r.return(200, JSON.stringify(seen));
}
export default { h };
`;
  t.notEqual(PlainModule.of('main.js', source), undefined);
  const once = await answers(t, source, true);
  t.deepEqual(
    once,
    Array.from({ length: 6 }, () => '200 [1,null,"undefined","undefined","1"]'),
  );
  t.deepEqual(once, await answers(t, source, false));
});

test('plain modules: in a realm that serves again, they behave like modules', async (t) => {
  const source = `import querystring from "querystring"
let count = 0;
const top = this;
const described = (work) => { try { return String(work()); } catch (error) { return error instanceof TypeError && error.message; } };
async function h(r) {
  count += 1;
  const refused = await import('nothing').catch((error) => error instanceof TypeError && error.message);
  const assigned = described(() => { querystring = 1; });
  r.return(200, JSON.stringify([count, typeof top, refused, assigned, described(() => { h.x = count++; return h.x; })]));
}
export default { h }`;
  t.notEqual(PlainModule.exactly('main.js', source), undefined);
  const [first = '', ...others] = await answers(t, source, false);
  const seen = [1, 'undefined', 'dynamic import is not supported', 'Assignment to constant variable.', '1'];
  t.equal(first, `200 ${JSON.stringify(seen)}`, 'as a module');
  for (const other of others) t.equal(other, first, 'as a function');
});

test('plain modules: two names of one module share its exports', async (t) => {
  const source = `let count = 0;\nfunction h(r) {\n  count += 1;\n  r.return(200, String(count));\n}\nexport default { h };\n`;
  const more = 'js_import other from main.js; js_set $before other.v;';
  const withVariable = source
    .replace('export default { h }', 'const v = () => String(++count);\nexport default { h, v }')
    .replace('String(count)', 'r.variables.before + count');
  const results = await answers(t, withVariable, false, more);
  t.deepEqual(
    results,
    Array.from({ length: 6 }, () => '200 22'),
  );
});

test('plain modules: an error in the body fails the request', async (t) => {
  const source = "throw new Error('no');\nfunction h(r) { r.return(200, ''); }\nexport default { h };\n";
  t.notEqual(PlainModule.of('main.js', source), undefined);
  const [first = ''] = await answers(t, source, true);
  t.equal(first.slice(0, 3), '500');
  t.deepEqual((await answers(t, source, false))[0], first);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { startHost } from '../start.js';
import { PlainModule } from './plain-module.js';

const specifiersOf = (source: string) => PlainModule.of('main.js', source)?.specifiers;

test('plain modules: imports, a body and a default export are one', (t) => {
  t.deepEqual(specifiersOf("import a from 'crypto';\nimport b from 'querystring';\nlet c;\nexport default { c };\n"), [
    'crypto',
    'querystring',
  ]);
  t.deepEqual(specifiersOf('const a = 1;\nexport default { a };\n'), []);
  t.end();
});

test('plain modules: what a function would change is none', (t) => {
  const others = [
    'export default { a: 1 }',
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

/** What a handler `main.h` answers to some requests, and what stands in the error log. */
async function answers(t: Test, source: string, trusted: boolean): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const server = 'server { listen 127.0.0.1:0; location / { js_content main.h; } }';
  writeFileSync(join(folder, 'host.conf'), `error_log error.log; events {} http { js_import main.js; ${server} }`);
  writeFileSync(join(folder, 'main.js'), source);
  const host = await startHost({ configuration: 'host.conf', prefix: folder, trusted });
  t.teardown(() => host.stop());
  const [address] = host.listening;
  const port = address?.kind === 'tcp' ? address.port : 0;
  const told: string[] = [];
  for (let request = 0; request < 6; request++) {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    told.push(`${response.status} ${await response.text()}`);
  }
  return told;
}

test('plain modules: what is compiled once runs anew in each realm, as a module does', async (t) => {
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

test('plain modules: what the body throws fails the request', async (t) => {
  const source = "throw new Error('no');\nfunction h(r) { r.return(200, ''); }\nexport default { h };\n";
  t.notEqual(PlainModule.of('main.js', source), undefined);
  const [first = ''] = await answers(t, source, true);
  t.equal(first.slice(0, 3), '500');
  t.deepEqual((await answers(t, source, false))[0], first);
});

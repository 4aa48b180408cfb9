import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import { compiled } from '../../generators/testing/typescript.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { pageText } from './testing/page-commands.js';
import { ended, folderFor, type ProgramResult } from './testing/program.js';

let paths: Promise<readonly string[]> | undefined;

/** Paths of the files that npm would pack; npm runs once. */
const packed = (): Promise<readonly string[]> => {
  paths ??= packedByNpm();
  return paths;
};

async function packedByNpm(): Promise<readonly string[]> {
  const argv = ['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'];
  const { status, stdout, stderr } = await ended(argv, { cwd: PACKAGE_ROOT });
  if (status !== 0) throw new Error(stderr);
  const [{ files }]: [{ readonly files: readonly { readonly path: string }[] }] = JSON.parse(stdout);
  return files.map(({ path }) => path);
}

test('the exports of the package exist', async (t) => {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  t.deepEqual(Object.keys(exports), [
    '.',
    './api',
    './api-server',
    './types',
    './report.schema.json',
    './comparison.schema.json',
    './adapter.schema.json',
  ]);
  const doors: readonly (readonly [string, string])[] = [
    ['srvspec/api', 'Client'],
    ['srvspec/api', 'CallFailed'],
    ['srvspec/api-server', 'startApiServer'],
  ];
  for (const [door, name] of doors) t.ok(name in (await import(door)), `${name} of ${door}`);
  t.ok(await import('srvspec'), 'the types of a report');
});

test('the package has everything that runs, and nothing that only tests or measurements use', {
  skip: !isTaken('the files of the package'),
}, async (t) => {
  const paths = await packed();
  const unwanted =
    /\.test\.|(^|\/)(testing|bench|broken)\/|\.(tsbuildinfo|map)$|^(spec|suites|reference|generators)\/.*\.ts$/;
  t.deepEqual(
    paths.filter((path) => unwanted.test(path)),
    [],
  );
  const wanted = [
    'dist/suites/cli/main.js',
    'dist/spec/srv.d.ts',
    'dist/reference/bundled/worker.js',
    'dist/reference/bundled/exec.cjs.code',
    'dist/reference/realm/bundle.js',
    'reports/html/page.css',
    ...['run', 'comparison', 'coverage', 'matrix'].map((kind) => `dist/reports/html/${kind}/browser/main.js`),
    'reports/report.schema.json',
    'reports/comparison.schema.json',
    'suites/targets/adapter/protocol.schema.json',
    'suites/targets/adapter/examples/node.mjs',
    'spec/rows/2.json',
    'spec/3-built-ins-and-modules/global-crypto/vectors/aes-gcm.txt',
    'suites/deviations/nginx.yaml',
    'suites/quirks/njs.yaml',
  ];
  for (const path of wanted) t.ok(paths.includes(path), path);
});

test('an install brings at most 60 packages', async (t) => {
  const { packages }: { readonly packages: { readonly [path: string]: { readonly dev?: true } } } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8'),
  );
  const installed = Object.values(packages).filter(({ dev }) => dev !== true);
  t.ok(installed.length <= 60, `${installed.length}, this one among them`);
});

/** A folder with the content of the package, as npm unpacks it: without the sources. */
async function installed(t: Test): Promise<string> {
  const folder = folderFor(t);
  for (const path of await packed()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(PACKAGE_ROOT, path), join(folder, path));
  }
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a project that installs the package has its handlers checked with one line in its tsconfig.json', async (t) => {
  const installedPackage = await installed(t);
  const handler = (line: string) => `import fs from 'fs';\nexport const handle = (r: srv.HttpRequest) => ${line};\n`;
  const files = {
    'right.ts': handler("r.return(200, fs.readFileSync('/a', 'utf8').trim())"),
    'wrong.ts': handler("r.return('200')"),
  };
  const [tsconfig = ''] = /\{ "compilerOptions": .*\}/.exec(pageText('reference/README.md')) ?? [];
  for (const more of [{}, { 'tsconfig.json': tsconfig }]) {
    const complaints = compiled(t, { files: { ...files, ...more }, installed: installedPackage });
    t.deepEqual(
      complaints.map(({ file, line, code }) => [file, line, code]),
      [['wrong.ts', 2, 'TS2345']],
    );
  }
  const referring = { 'right.ts': `/// <reference types="srvspec/types" />\n${files['right.ts']}` };
  t.deepEqual(compiled(t, { files: referring, compilerOptions: { types: [] }, installed: installedPackage }), []);
});

test('an installed package runs; commands that read and write sources say that they belong to a checkout', async (t) => {
  const folder = await installed(t);
  const srvspec = (...args: readonly string[]): Promise<ProgramResult> =>
    ended([process.execPath, join(folder, 'dist/suites/cli/main.js'), ...args], { cwd: folder });
  for (const [command, ...args] of [['extract', '--documents', '.'], ['generate'], ['generate', '--check']]) {
    const { status, stdout, stderr } = await srvspec(command ?? '', ...args);
    t.deepEqual([status, stdout], [2, '']);
    t.equal(
      stderr,
      `srvspec: ${command} belongs to a checkout of the project: an installed package holds neither its sources nor what reads them\n`,
    );
  }
  t.match((await srvspec('generate', '--help')).stdout, /^usage: srvspec generate /, 'their help works');
  t.match((await srvspec('types', '--names', 'ngx,njs')).stdout, /\ndeclare var ngx: ngx\.Host;\n/);
  t.match((await srvspec('bundle', join(folder, 'deploy'))).stdout, /: bundle \w{16} for \d+ cases on runtime /);
  t.match((await srvspec('explain', 'base64.exist')).stdout, /^base64\.exist\n {2}[^\n]+\n {2}must\b/);
  writeFileSync(
    join(folder, 'form.js'),
    "import xml from 'xml';\nconsole.log(xml.serializeToString(xml.parse('<a/>')));\n",
  );
  t.equal((await srvspec('exec', join(folder, 'form.js'))).stdout, '<a></a>\n', 'libxml2 is found');
  const { status, stdout } = await srvspec('run', '--only', 'base64.exist');
  t.equal(status, 0);
  t.match(stdout, /\n✓ No violation in /);
});

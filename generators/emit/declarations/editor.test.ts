/** Tests the declarations in an editor: completion, signatures and hovers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { Project, ScriptTarget, ts } from 'ts-morph';
import { DECLARATIONS } from '../../../spec/compiled/compiled.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';

/** `|` is the place of the cursor. */
const WITH_CURSOR = /\|/;

const project = new Project({
  useInMemoryFileSystem: true,
  compilerOptions: { strict: true, lib: ['lib.es2022.d.ts'], target: ScriptTarget.ES2022, types: [] },
});
project.createSourceFile('/srv.d.ts', readFileSync(join(PACKAGE_ROOT, DECLARATIONS), 'utf8'));
const service = project.getLanguageService().compilerObject;

const HEAD = "import fs from 'fs';\nimport hashes from 'crypto';\nexport const handle = (r: srv.HttpRequest) => ";

/** The handler's file, with the cursor in the expression. */
function cursorIn(expression: string): { readonly path: string; readonly at: number } {
  const at = HEAD.length + expression.search(WITH_CURSOR);
  const path = '/handler.ts';
  project.createSourceFile(path, `${HEAD}${expression.replace(WITH_CURSOR, '')};\n`, { overwrite: true });
  return { path, at };
}

function completed(expression: string): readonly string[] {
  const { path, at } = cursorIn(expression);
  return service.getCompletionsAtPosition(path, at, {})?.entries.map(({ name }) => name) ?? [];
}

/** The declaration, its documentation, and its tags. */
function hovered(expression: string): readonly string[] {
  const { path, at } = cursorIn(expression);
  const { displayParts, documentation, tags = [] } = service.getQuickInfoAtPosition(path, at) ?? {};
  const shown = tags.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
  return [ts.displayPartsToString(displayParts), ts.displayPartsToString(documentation), ...shown];
}

test('declarations in an editor: members, encodings, algorithms, flags and keys of options are completed', (t) => {
  const members = completed('r.|');
  for (const name of ['args', 'subrequest', 'variables']) t.ok(members.includes(name), name);
  t.notOk(members.includes('requestBody'), 'a removed member is not offered');
  t.deepEqual(completed("hashes.createHash('|')"), ['md5', 'sha1', 'sha256', 'sha384', 'sha512']);
  t.deepEqual(completed("Buffer.from('', '|')"), ['utf8', 'hex', 'base64', 'base64url']);
  t.ok(completed("fs.openSync('/a', '|')").includes('wx+'));
  t.deepEqual(completed("r.subrequest('/a', { | })"), ['args', 'body', 'detached', 'method']);
  t.deepEqual(completed("import('fs').then(({ | }) => 0)"), ['default']);
  t.end();
});

test('declarations in an editor: a hover shows types, purpose, parameters, versions and the row', (t) => {
  t.deepEqual(hovered("srv.shared.a.in|cr('k', 1)"), [
    '(method) srv.SharedDict<string | number>.incr(key: string, delta: number, init?: number, timeout?: number): number',
    'Adds to a number and returns the sum; for zones of numbers. (2/shared-dict-operations/incr)',
    '@param init the start value of a missing key; `0` by default',
    '@param timeout for this key, instead of that of the zone; in milliseconds; since 0.8.5',
    '@since 0.8.0',
  ]);
  t.deepEqual(hovered("fs.promises.read|File('/a', 'utf8')"), [
    '(method) FilePromises.readFile(filename: string | Buffer, options: rt.Encoding | TextOptions): Promise<string> (+2 overloads)',
    'Reads a whole file, as text with an encoding, otherwise as a Buffer. The promise version of `readFileSync`. (3/file-system-module/p1)',
    '@since 0.3.9',
  ]);
  t.equal(hovered('s|rv')[1], 'The host that runs the scripts.');
  t.equal(hovered('f|s.existsSync')[1], 'Files and folders.');
  t.end();
});

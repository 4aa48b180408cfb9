import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type Test } from 'tape';
import { BUNDLES, bundleFile } from '../../../programs/bundles.js';
import { compiled, rememberCode } from './compiled.js';
import { runtimeFile } from './runtime-file.js';

test('V8 accepts the code that the build has written', (t) => {
  for (const file of [runtimeFile, ...BUNDLES.map(bundleFile)])
    t.equal(compiled(file).cachedDataRejected, false, file.name);
  t.end();
});

function fileWith(t: Test, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-compiled-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'code.js');
  const write = (text: string, seconds: number): void => {
    writeFileSync(path, text);
    utimesSync(path, seconds, seconds);
  };
  write(text, 1);
  return { write, path, file: { url: pathToFileURL(path), name: 'code', parameters: ['x'], end: 'return x + y;' } };
}

test('a function is made with or without a code file beside its file', (t) => {
  const { file } = fileWith(t, 'const y = 1;');
  t.equal(compiled(file).cachedDataRejected, undefined);
  t.equal(compiled(file).runInThisContext()(4), 5);
  rememberCode(file);
  t.equal(compiled(file).cachedDataRejected, false);
  t.equal(compiled(file).runInThisContext()(4), 5);
  t.end();
});

test('code that is older than its file is ignored, although its text is as long', (t) => {
  const { file, write, path } = fileWith(t, 'const y = 1;');
  rememberCode(file);
  utimesSync(`${path}.code`, 2, 2);
  write('const y = 2;', 3);
  t.equal(compiled(file).runInThisContext()(4), 6);
  t.end();
});

test('an invalid code file is ignored', (t) => {
  const { file, path } = fileWith(t, 'const y = 3;');
  writeFileSync(`${path}.code`, 'nonsense');
  const script = compiled(file);
  t.equal(script.cachedDataRejected, true);
  t.equal(script.runInThisContext()(4), 7);
  t.end();
});

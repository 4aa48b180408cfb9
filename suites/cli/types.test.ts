import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { DECLARATIONS } from '../../spec/compiled/compiled.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { folderFor, spawned, srvspec } from './testing/program.js';

test('types: the file of the package, byte for byte', async (t) => {
  const { status, stdout, stderr } = await spawned('types');
  t.deepEqual([status, stderr], [0, '']);
  t.equal(stdout, readFileSync(join(PACKAGE_ROOT, DECLARATIONS), 'utf8'));
  t.equal((await srvspec('types', '--names', 'srv,rt', '--runtime-version', '0.9.9')).stdout, stdout);
});

test('types --names: the two globals and the types of both', async (t) => {
  const { status, stdout } = await srvspec('types', '--names', 'ngx,njs');
  t.equal(status, 0);
  for (const text of ['declare namespace ngx {', 'declare var ngx: ngx.Host;', 'declare namespace njs {'])
    t.ok(stdout.includes(text), text);
  t.notOk(/\bsrv\b/.test(stdout.replaceAll(/^\/\/.*$|\(\d\/[^)]*\)/gm, '')), 'nothing is called srv');
});

test('types --runtime-version: the members of that runtime', async (t) => {
  const old = (await srvspec('types', '--runtime-version', '0.7.9')).stdout;
  t.ok(old.includes('readonly requestBody'), 'it has members that were removed later');
  t.ok(old.includes('@deprecated obsolete since 0.5.0, removed in 0.8.0'));
  t.notOk(old.includes('SharedDict'), 'it lacks members that were added later');
  t.notOk((await srvspec('types')).stdout.includes('requestBody'));
});

test('types --output: a file as a whole', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'ngx.d.ts');
  const { status, text } = await srvspec('types', '--names', 'ngx,njs', '--output', file);
  t.deepEqual([status, text], [0, '']);
  t.equal(readFileSync(file, 'utf8'), (await srvspec('types', '--names', 'ngx,njs')).stdout);
  t.deepEqual(readdirSync(folder), ['ngx.d.ts']);
});

test('types: names that scripts cannot have and unknown versions are refused', async (t) => {
  const wrong: readonly (readonly [words: readonly string[], says: RegExp])[] = [
    [['--names', 'ngx'], /--names takes two names with a comma between them, such as ngx,njs, not ngx$/],
    [['--names', 'a,b,c'], /not a,b,c$/],
    [['--names', 'ngx,'], /not ngx,$/],
    [['--names', 'ngx,ngx'], /both globals cannot be called ngx$/],
    [['--names', 'my-host,rt'], /my-host is no name that a script can have$/],
    [['--names', 'srv,await'], /await is no name that a script can have$/],
    [['--names', 'keyof,rt'], /keyof is no name that a script can have$/],
    [['--names', 'srv,Buffer'], /Buffer is what scripts call something else$/],
    [['--names', 'Map,rt'], /Map is what scripts call something else$/],
    [['--runtime-version', '0.8'], /a runtime version has the form 0\.8\.4, not 0\.8$/],
    [['--runtime-version', '9.9.9'], /the documents know runtimes up to 0\.9\.9, not 9\.9\.9$/],
  ];
  for (const [words, says] of wrong) {
    const { status, stdout, stderr } = await srvspec('types', ...words);
    t.deepEqual([status, stdout], [2, ''], words.join(' '));
    t.match(stderr.trim(), says);
  }
});

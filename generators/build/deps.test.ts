import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { folderFor } from './testing/folder.js';

const DEPS = join(PACKAGE_ROOT, 'generators/build/deps.mjs');

test('deps: packages are installed if they are missing or older than the lock file', (t) => {
  const folder = folderFor(t);
  const npm = join(folder, 'npm.mjs');
  writeFileSync(npm, 'process.stdout.write(process.argv.slice(2).join(" ")); process.exitCode = 7;');
  const deps = () => {
    const env = { ...process.env, npm_execpath: npm };
    const { status, stdout } = spawnSync(process.execPath, [DEPS], { cwd: folder, env, encoding: 'utf8' });
    return { status, stdout };
  };
  const installs = { status: 7, stdout: 'ci --no-audit --no-fund --loglevel=error' };
  const lock = join(folder, 'package-lock.json');
  writeFileSync(lock, '{}');
  t.deepEqual(deps(), installs, 'none, with the status of npm');
  mkdirSync(join(folder, 'node_modules'));
  const installed = join(folder, 'node_modules/.package-lock.json');
  writeFileSync(installed, '{}');
  utimesSync(lock, 1000, 1000);
  t.deepEqual(deps(), { status: 0, stdout: '' }, 'they are there');
  utimesSync(installed, 900, 900);
  t.deepEqual(deps(), installs, 'the lock file changed');
  t.end();
});

/** Syntax that shells of other systems read differently or reject. */
const OF_ONE_SHELL = /'|\[ |\bfind\b|\$|\|\||(^|\s)(rm|cp|mv|test|export)\s|`/;

test('scripts of package.json use only syntax that every shell has', (t) => {
  const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  for (const [name, script] of Object.entries(scripts)) t.doesNotMatch(String(script), OF_ONE_SHELL, name);
  t.end();
});

/**
 * `npm run deps`: installs the packages of the lock file, unless that was done since it last changed. It runs before anything is
 * installed or compiled, on any system.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** When a file last changed; never, for one that is not there. */
const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changed('node_modules/.package-lock.json') <= changed('package-lock.json')) {
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // The npm that runs this is a script for Node; without it, as by hand, a shell finds npm under the name that it has there.
  const npm = process.env.npm_execpath;
  const { status } =
    npm === undefined
      ? spawnSync(`npm ${words.join(' ')}`, { stdio: 'inherit', shell: true })
      : spawnSync(process.execPath, [npm, ...words], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

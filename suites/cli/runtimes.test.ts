import test from 'tape';
import { shareOf } from '../../generators/build/testing/share.js';
import { knownDeviations } from '../executor/deviations/files.js';
import { presentRuntimes, versionOf } from '../targets/cli/runtimes.js';
import { srvspec } from './testing/program.js';

test('a known runtime is started with its shim, and its deviations are known', async (t) => {
  const others = presentRuntimes().filter((name) => name !== 'node');
  for (const name of ['node', ...shareOf(others, 'runtimes')] as const) {
    const { status, stdout } = await srvspec('run', '--target', `cli:${name}`, '--depth', 'quick');
    const release = await versionOf(name);
    if (knownDeviations().some((one) => one.release === release)) t.equal(status, 0, release);
    t.match(stdout, new RegExp(`^cli:${name}  ${name} \\d.*, runtime 0\\.9\\.9, engine unknown\n`));
    t.match(stdout, /No new violation in .*; [\d,]+ known/);
  }
});

import test from 'tape';
import { programOf, RUNTIME_NAMES } from '../targets/cli/runtimes.js';
import { srvspec } from './testing/program.js';

/** Node, and those that `npm run runtimes` unpacked. */
const PRESENT = RUNTIME_NAMES.filter((name) => name === 'node' || programOf(name) !== name);

test('a known runtime is started with its shim, and its deviations are known', async (t) => {
  for (const name of PRESENT) {
    const { status, stdout } = await srvspec('run', '--target', `cli:${name}`, '--depth', 'quick');
    t.equal(status, 0, name);
    t.match(stdout, new RegExp(`^cli:${name}  ${name} \\d.*, runtime 0\\.9\\.9, engine unknown\n`));
    t.match(stdout, /No new violation in .*; [\d,]+ known/);
  }
});

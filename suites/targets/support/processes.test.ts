import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'tape';
import { membersOf } from './processes.js';

test('the members of a process: its group, and processes that these have started in groups of their own', async (t) => {
  // The shell leads a group of its own, like workers of a host whose master has ended.
  const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => shell.pid !== undefined && process.kill(-shell.pid, 'SIGKILL'));
  const [printed]: unknown[] = await once(shell.stdout, 'data');
  const members = membersOf(process.pid)();
  t.ok(members.includes(process.pid) && members.includes(shell.pid ?? 0) && members.includes(Number(`${printed}`)));
  t.deepEqual(membersOf(Number(`${printed}`))(), [Number(`${printed}`)]);
});

import test from 'tape';
import { usageGrowth } from './requests.js';

const held = { pid: 1, megabytes: 100, sockets: 3, files: 20, cpu: 0 };

test('soak with requests: additional resources of a process are reported', (t) => {
  t.deepEqual(usageGrowth([held, held], [held, { ...held, megabytes: 120, sockets: 2, cpu: 9 }]), []);
  t.deepEqual(usageGrowth([held], [{ ...held, sockets: 4 }]), ['the master has 1 sockets more']);
  t.deepEqual(usageGrowth([held, held], [held, { ...held, files: 22 }]), ['worker 1 has 2 files more']);
  t.deepEqual(usageGrowth([held], [{ ...held, megabytes: 150 }]), ['the master has 50 MB more']);
  t.deepEqual(usageGrowth([held, held], [held, { ...held, pid: 2 }]), ['worker 1 is gone'], 'another one replaced it');
  t.deepEqual(usageGrowth([held, held], [held]), ['worker 1 is gone']);
  t.end();
});

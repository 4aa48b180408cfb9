/** 2/host-global-object-srv/srv-worker-id, 2/limits/worker-id: the number of workers of a host. */
import { availableParallelism } from 'node:os';
import { type Statement, setting } from '../settings/directive.js';
import { misused } from '../settings/error.js';

export const workerProcesses = setting('worker_processes', ['main'], processes, 1);

function processes(words: readonly string[], { place }: Statement): number {
  const [count = ''] = words;
  if (count !== 'auto' && !/^\d+$/.test(count)) throw misused('worker_processes', 'invalid value', place);
  return count === 'auto' ? availableParallelism() : Math.max(1, Number(count));
}

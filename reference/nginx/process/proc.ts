import { readFileSync } from 'node:fs';

/** The resident memory of a process in bytes; 0 if the system does not report it. */
export function residentBytes(pid: number): number {
  const [, pages = '0'] = readStatus(pid, 'statm').split(' ');
  return Number(pages) * 4096;
}

/** Whether a debugger traces a process. */
export const isTraced = (pid: number): boolean => stateOf(pid) === 't';

/**
 * Returns whether a signal has stopped a process at this check and at the previous one. A process that a shell stops together with this one
 * is not reported.
 */
export function stopWatch(pid: number): () => boolean {
  let wasStopped = false;
  return () => {
    const before = wasStopped;
    wasStopped = stateOf(pid) === 'T';
    return before && wasStopped;
  };
}

/** The letter that the system shows for the state of a process. */
function stateOf(pid: number): string {
  // The name before it may contain brackets, too.
  return readStatus(pid, 'stat').replace(/^.*\)/s, '').charAt(1);
}

function readStatus(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';

/** Bytes of a process in memory, where the system tells. */
export function residentBytes(pid: number): number {
  const [, pages = '0'] = told(pid, 'statm').split(' ');
  return Number(pages) * 4096;
}

/** Whether a debugger holds a process. */
export const isTraced = (pid: number): boolean => stateOf(pid) === 't';

/** Returns whether a process was stopped by a signal at this look and at the one before: one that a shell stops together with this one is not. */
export function stopWatch(pid: number): () => boolean {
  let wasStopped = false;
  return () => {
    const before = wasStopped;
    wasStopped = stateOf(pid) === 'T';
    return before && wasStopped;
  };
}

/** The letter that the system has for what a process does. */
function stateOf(pid: number): string {
  // The name in front may hold brackets, too.
  return told(pid, 'stat').replace(/^.*\)/s, '').charAt(1);
}

function told(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';

/** Bytes of a process in memory, where the system tells. */
export function residentBytes(pid: number): number {
  const [, pages = '0'] = told(pid, 'statm').split(' ');
  return Number(pages) * 4096;
}

/** Whether somebody has stopped a process, such as a debugger or a shell. */
export function isStopped(pid: number): boolean {
  // The name in front may hold brackets, too.
  return /^ [Tt] /.test(told(pid, 'stat').replace(/^.*\)/s, ''));
}

function told(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

import { readdirSync, readFileSync } from 'node:fs';

/**
 * The command lines of all processes of a group as they stand at this moment. They are read where Linux shows them; on other
 * systems there are none to see.
 */
export function commandLinesOf(group: number): string {
  return processes()
    .filter((pid) => groupOf(pid) === group)
    .map((pid) => read(`/proc/${pid}/cmdline`))
    .join('\n');
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The fifth field of `stat`; the second is a name in brackets, which may itself hold blanks and brackets. */
function groupOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

/** Empty when the process has gone meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

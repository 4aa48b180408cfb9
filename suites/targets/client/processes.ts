/** The processes of a client, as Linux shows them; on other systems there are none to see. */
import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of all processes of a group as they stand at this moment. */
export const commandLinesOf = (group: number): string =>
  processesOf(group)
    .map((pid) => read(`/proc/${pid}/cmdline`))
    .join('\n');

const processesOf = (group: number): readonly number[] =>
  processes().flatMap((pid) => (groupOf(pid) === group ? [Number(pid)] : []));

/** Milliseconds after which a group is looked at anew: all processes of the machine are read for it. */
const ANEW_MS = 250;

/** The processes of a group that its first process leads; one that lives shorter than a look takes may be missed. */
export function membersOf(leader: number): () => readonly number[] {
  let members: readonly number[] = [leader];
  let looked = performance.now();
  return () => {
    if (performance.now() - looked >= ANEW_MS) {
      members = processesOf(leader);
      looked = performance.now();
    }
    return members;
  };
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

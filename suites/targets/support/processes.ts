/** The processes of a target, as Linux shows them; other systems show none. */
import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of all processes of a group at this moment. */
export const commandLinesOf = (group: number): string =>
  processesOf(group)
    .map((pid) => read(`/proc/${pid}/cmdline`))
    .join('\n');

const processesOf = (group: number): readonly number[] =>
  processes().flatMap((pid) => (placeOf(pid).group === group ? [Number(pid)] : []));

/** Milliseconds for which the content of `/proc` is reused, since it is read for all processes of the machine. */
const FRESH_MS = 250;

/** A process, all processes of its group, and all that these have started. A process with a very short life may be missed. */
export function membersOf(leader: number): () => readonly number[] {
  let members: readonly number[] = [leader];
  let from: readonly PlacedProcess[] | undefined;
  return () => {
    const all = placedProcesses();
    if (all !== from) members = familyOf(leader, all);
    from = all;
    return members;
  };
}

/** Whether a process runs. A zombie has ended. */
export function isRunning(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && stat.at(stat.lastIndexOf(')') + 2) !== 'Z';
}

interface PlacedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

let lastLook: { readonly at: number; readonly all: readonly PlacedProcess[] } | undefined;

/** All processes at the last read, which several watched targets share. */
function placedProcesses(): readonly PlacedProcess[] {
  const now = performance.now();
  if (lastLook === undefined || now - lastLook.at >= FRESH_MS)
    lastLook = { at: now, all: processes().map((pid) => ({ pid: Number(pid), ...placeOf(pid) })) };
  return lastLook.all;
}

function familyOf(leader: number, all: readonly PlacedProcess[]): readonly number[] {
  const family = new Set([leader]);
  let before = 0;
  while (family.size > before) {
    before = family.size;
    for (const { pid, parent, group } of all) if (group === leader || family.has(parent)) family.add(pid);
  }
  return [...family];
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The fourth and fifth field of `stat`; the second is a name in brackets, which may have blanks and brackets itself. */
function placeOf(pid: string): { readonly parent: number; readonly group: number } {
  const stat = read(`/proc/${pid}/stat`);
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}

/** Empty if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * What a run leaves only while it lives: temporary folders, and the programs that it started. Both are recorded in one folder
 * a process, with who owns it, so that the next run can sweep what a run left that had no time to.
 */
import {
  accessSync,
  appendFileSync,
  constants,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoRoom, TargetUnavailable } from '../../executor/target.js';

const PREFIX = 'srvspec-run-';
const OWNER = 'owner';
/** One line for each program that was started: process id, and when it began. */
const PROGRAMS = 'programs';
/** Each waits a millisecond longer than the one before: 210 ms in all. */
const REMOVAL_TRIES = 20;

/** Linux: a file system in memory. A disk takes ten times as long to make and remove the thousands of small trees of a run. */
const IN_MEMORY = { path: '/dev/shm', type: 0x01021994 };
/** More than a run ever has at one time. */
const ROOM_BYTES = 2 ** 30;

/** Where the folders of runs are made: the folder that TMPDIR names, else one in memory that has room, else the system's own. */
export function temporaryParent(): string {
  return process.env.TMPDIR === undefined && hasRoomInMemory() ? IN_MEMORY.path : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY.path, constants.R_OK | constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = statfsSync(IN_MEMORY.path);
    return type === IN_MEMORY.type && bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

let own: Promise<string> | undefined;
let ownPath: string | undefined;

/**
 * A new folder, named like `folder-x7Zk2q`, which is removed with all others of this process at its end at the latest.
 * @throws TargetUnavailable when there is no place for temporary files
 */
export async function scratchFolder(): Promise<string> {
  try {
    own ??= openOwn();
    return await mkdtemp(join(await own, 'folder-'));
  } catch (error) {
    throw new TargetUnavailable(`no temporary folder can be made in ${temporaryParent()} ${remedy(error)}`);
  }
}

const remedy = (error: unknown): string => {
  const why = error instanceof Error ? error.message.replace(/, \w+( '.*)?$/s, '') : String(error);
  return `(${why}); set TMPDIR to a folder with room that may be written`;
};

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** The error of a write to a temporary folder as what it means for the target; any other error as it is. */
export function asNoRoom(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && FULL.has(String(error.code)))) return error;
  return new NoRoom(`temporary files cannot be written in ${temporaryParent()} ${remedy(error)}`);
}

/** Records a program of ours, the first of its process group. */
export function recordProgram(pid: number): void {
  const began = beginning(pid);
  if (ownPath === undefined || began === undefined) return;
  try {
    appendFileSync(join(ownPath, PROGRAMS), `${pid} ${began}\n`);
  } catch {
    // The folder is full or gone; what fails because of it says so.
  }
}

async function openOwn(): Promise<string> {
  const parent = temporaryParent();
  // A run may have had another choice.
  for (const one of new Set([parent, tmpdir(), IN_MEMORY.path])) sweep(one);
  const folder = await mkdtemp(join(parent, PREFIX));
  process.once('exit', () => removeWithPrograms(folder));
  writeFileSync(join(folder, OWNER), ownerLine());
  ownPath = folder;
  return folder;
}

/**
 * Ends the programs and removes the folders of runs that are gone. Touched is only what this user owns and a process left that
 * is known to have ended: one of the same machine since it started, and of the same process id namespace.
 */
export function sweep(parent: string): void {
  for (const name of namesIn(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    if (isAbandoned(folder)) removeWithPrograms(folder);
  }
}

/**
 * Ends the programs first, since one that lives on may write into the folder while it is removed; and so may what this process
 * had begun to write when it was killed. So it is tried again, with a listing of its own each time: `rmSync` would
 * list a folder once only.
 */
function removeWithPrograms(folder: string): void {
  for (const line of linesOf(join(folder, PROGRAMS))) endProgram(line);
  for (let tries = 1; tries <= REMOVAL_TRIES; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      // Also where another run sweeps at the same time, or part of it may not be removed: it does no harm.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tries);
    }
  }
}

function isAbandoned(folder: string): boolean {
  const info = lstatSync(folder, { throwIfNoEntry: false });
  if (info?.isDirectory() !== true || info.uid !== process.getuid?.()) return false;
  const [machine, namespace, pid = '', began] = linesOf(join(folder, OWNER))[0]?.split(' ') ?? [];
  const here = machine !== undefined && machine === machineId() && namespace === namespaceId();
  return here && began !== undefined && beginning(Number(pid)) !== began;
}

/** A process id may have been given to another program since; its start time shows that. */
function endProgram(line: string): void {
  const [pid = '', began] = line.split(' ');
  if (!(Number(pid) > 1) || began === undefined || beginning(Number(pid)) !== began) return;
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

const ownerLine = (): string => `${machineId()} ${namespaceId()} ${process.pid} ${beginning(process.pid)}\n`;

/** Names this start of this machine; `undefined` where there is no /proc, and then nothing is swept. */
const machineId = (): string | undefined => linesOf('/proc/sys/kernel/random/boot_id')[0];

function namespaceId(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** When a process began, in clock ticks since the machine did: field 22 of its `stat`, whose second may hold blanks. */
function beginning(pid: number): string | undefined {
  const [line = ''] = linesOf(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

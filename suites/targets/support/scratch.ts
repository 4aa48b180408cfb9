/**
 * Temporary folders and programs of a run. Both are recorded in one folder for each process, with its owner, so that the next run can clean
 * up after an aborted run.
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
import { codeOf } from '../../../spec/reading/file-fault.js';
import { NoSpace, TargetUnavailable } from '../../executor/target.js';

const PREFIX = 'srvspec-run-';
const OWNER = 'owner';
/** One line for each program that was started: process id and start time. */
const PROGRAMS = 'programs';
/** Each wait is a millisecond longer than the one before: 210 ms in total. */
const REMOVAL_TRIES = 20;

/** Linux: a file system in memory. A disk takes ten times as long to make and remove the thousands of small trees of a run. */
const IN_MEMORY = { path: '/dev/shm', type: 0x01021994 };
/** More than a run ever uses. */
const SPACE_BYTES = 2 ** 30;

/** The parent of temporary folders: the folder in TMPDIR, otherwise one in memory with enough space, otherwise the system's own. */
export function temporaryParent(): string {
  return process.env.TMPDIR === undefined && hasSpaceInMemory() ? IN_MEMORY.path : tmpdir();
}

function hasSpaceInMemory(): boolean {
  try {
    accessSync(IN_MEMORY.path, constants.R_OK | constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = statfsSync(IN_MEMORY.path);
    return type === IN_MEMORY.type && bavail * bsize >= SPACE_BYTES;
  } catch {
    return false;
  }
}

let own: Promise<string> | undefined;
let ownPath: string | undefined;

/**
 * A new folder, named like `folder-x7Zk2q`, which is removed at the end of this process at the latest.
 * @throws TargetUnavailable if there is no place for temporary files
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

/** The error of a write to a temporary folder as a failure of the run; any other error unchanged. */
export function asNoSpace(error: unknown): unknown {
  if (!FULL.has(codeOf(error) ?? '')) return error;
  return new NoSpace(`temporary files cannot be written in ${temporaryParent()} ${remedy(error)}`);
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
  // A run may have had another parent folder.
  for (const one of new Set([parent, tmpdir(), IN_MEMORY.path])) sweep(one);
  const folder = await mkdtemp(join(parent, PREFIX));
  process.once('exit', () => removeWithPrograms(folder));
  writeFileSync(join(folder, OWNER), ownerLine());
  ownPath = folder;
  return folder;
}

/**
 * Ends the programs and removes the folders of ended runs. It touches only folders of this user and of a process that is known to have
 * ended. That process ran on the same machine since its start, and in the same process id namespace.
 */
export function sweep(parent: string): void {
  for (const name of namesIn(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    if (isAbandoned(folder)) removeWithPrograms(folder);
  }
}

/**
 * Ends the programs first, since a running one may write into the folder while it is removed. Writes that this process had begun when it
 * was killed may do the same. So removal is tried again, with a new listing each time: `rmSync` would list a folder only once.
 */
function removeWithPrograms(folder: string): void {
  for (const line of linesOf(join(folder, PROGRAMS))) endProgram(line);
  for (let tries = 1; tries <= REMOVAL_TRIES; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      // Another run may sweep at the same time, or part of the folder may not be removable: both are harmless.
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

/** Another program may have got the process id since; its start time shows that. */
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

/** Identifies this start of this machine; `undefined` without /proc, and then nothing is swept. */
const machineId = (): string | undefined => linesOf('/proc/sys/kernel/random/boot_id')[0];

function namespaceId(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** The start time of a process, in clock ticks since the machine started: field 22 of its `stat`, whose second field may have blanks. */
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

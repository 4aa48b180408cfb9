/** Gives each trial on disk a folder of its own while a target evaluates it, and observes what is in it afterwards. */
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Job } from '../../../inside/job.js';
import { encode } from '../../../language/encoding.js';
import { type Disk, FOLDER } from '../../../language/fixture.js';
import type { Observation } from '../../../language/observation.js';
import { lookAt, removeTree } from './look.js';
import { makeTree } from './make.js';
import { textOfName } from './names.js';

/** Where fixtures are made, and whose process uses them. */
export interface Ground {
  /** A folder of this process; a folder for fixtures is made in it, and removed. */
  readonly scratch: string;
  /** Of the target, once it runs; without it the target is taken to be started as this process is. */
  readonly pid?: number;
}

type Evaluate = (jobs: readonly Job[]) => Promise<Observation[][]>;

/** One input with what it has on disk. */
interface Placed {
  readonly path: string;
  readonly disk: Disk;
  /** Why the fixture cannot be made. */
  readonly failure?: string;
}

/** What a target makes of jobs; of those inputs that have something on disk also what is there then. */
export async function evaluateOnDisk(
  jobs: readonly Job[],
  ground: Ground,
  evaluate: Evaluate,
): Promise<Observation[][]> {
  if (jobs.every(({ disks = [] }) => disks.length === 0)) return evaluate(jobs);
  // Without links on the way: `realpath` of a fixture's folder is the folder itself.
  const area = await realpath(await mkdtemp(join(ground.scratch, 'disk-')));
  try {
    const placed: (readonly (Placed | undefined)[])[] = [];
    for (const { disks = [] } of jobs) placed.push(await placeAll(disks, area, placed.length));
    const asked = jobs.map(({ probe, inputs }, j) => ({
      probe,
      inputs: inputs.map((input, i) => inPlace(input, placed[j]?.[i])),
    }));
    const observed = await evaluate(asked);
    const user = userOf(ground);
    return observed.map((of, j) => of.map((one, i) => looked(one, placed[j]?.[i], user)));
  } finally {
    removeTree(area);
  }
}

async function placeAll(
  disks: readonly (Disk | undefined)[],
  area: string,
  job: number,
): Promise<(Placed | undefined)[]> {
  const all: (Placed | undefined)[] = [];
  for (const [i, disk] of disks.entries()) all.push(disk && (await place(disk, area, `${job}-${i}`)));
  return all;
}

async function place(disk: Disk, area: string, name: string): Promise<Placed> {
  const path = join(area, name);
  try {
    const named = textOfName(Buffer.from(path));
    await makeTree(path, disk.tree, { aside: area, placed: (text) => text.replaceAll(FOLDER, named) });
    return { path, disk };
  } catch (error) {
    return { path, disk, failure: `the fixture cannot be made: ${codeOf(error)}` };
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const inPlace = (input: Plain, placed: Placed | undefined): Plain =>
  placed === undefined ? input : replaced(input, FOLDER, placed.path);

function looked(observation: Observation, placed: Placed | undefined, user: User): Observation {
  if (placed === undefined || !isAnswer(observation)) return observation;
  const { path, disk, failure } = placed;
  // Whatever it answers, and be it an error: it was asked about something else.
  if (failure !== undefined) return { kind: 'unobservable', why: failure };
  if (user.isOther) return { kind: 'unobservable', why: 'the target runs as another user than this process' };
  if (observation.kind === 'threw') return observation;
  const gave = replaced(observation.value, path, FOLDER);
  try {
    const entries = encode(lookAt(path, { umask: user.umask, stats: disk.stats ?? false }));
    // Links are told as names are written, and contents as they are.
    const named = replaced(entries, textOfName(Buffer.from(path)), FOLDER);
    return { kind: 'returned', value: { gave, disk: replaced(named, path, FOLDER), bound: user.isBound } };
  } catch (error) {
    return { kind: 'unobservable', why: `what the target left cannot be read: ${codeOf(error)}` };
  }
}

type Answer = Extract<Observation, { readonly kind: 'returned' | 'threw' }>;

const isAnswer = (observation: Observation): observation is Answer =>
  observation.kind === 'returned' || observation.kind === 'threw';

/** A value with one text in place of another, in texts and bytes alike. */
function replaced(value: Plain, from: string, to: string): Plain {
  const hex = { from: Buffer.from(from).toString('hex'), to: Buffer.from(to).toString('hex') };
  const within = (of: Plain): Plain => {
    if (typeof of === 'string') return inBytes(of.replaceAll(from, to), hex);
    if (of === null || typeof of !== 'object') return of;
    if (isList(of)) return of.map(within);
    return Object.fromEntries(Object.entries(of).map(([name, one]) => [name, within(one)]));
  };
  return within(value);
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

/** Bytes are written as digits, two each: a match between two of them is none. */
function inBytes(text: string, { from, to }: { readonly from: string; readonly to: string }): string {
  let at = text.indexOf(from);
  if (at < 0 || !/^(?:[0-9a-f]{2})*$/.test(text)) return text;
  let out = text;
  for (; at >= 0; at = out.indexOf(from, at)) {
    if (at % 2 === 0) out = `${out.slice(0, at)}${to}${out.slice(at + from.length)}`;
    at += at % 2 === 0 ? to.length : 1;
  }
  return out;
}

/** What is known of the user that a target runs as. */
interface User {
  readonly umask: number;
  readonly isOther: boolean;
  /** Permissions of files hold for it. */
  readonly isBound: boolean;
}

/** Linux: the capability that permissions do not hold for. */
const CAP_DAC_OVERRIDE = 2n;

function userOf({ pid }: Ground): User {
  const status = readFileSync(`/proc/${pid ?? 'self'}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  const [, effective] = field('Uid').split(/\s+/);
  return {
    umask: Number.parseInt(field('Umask'), 8),
    isOther: Number(effective) !== process.geteuid?.(),
    isBound: (BigInt(`0x${field('CapEff')}`) & CAP_DAC_OVERRIDE) === 0n,
  };
}

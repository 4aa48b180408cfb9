/** Gives each trial on disk a folder of its own while a target evaluates it, and observes its content afterwards. */

import { readFileSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../spec/reading/file-fault.js';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Job } from '../../../inside/job.js';
import { encode } from '../../../language/encoding.js';
import { type Disk, FOLDER } from '../../../language/fixture.js';
import { textOfName } from '../../../language/names.js';
import type { Observation } from '../../../language/observation.js';
import { isList } from '../../../language/plain.js';
import { UMASK } from '../umask.js';
import { lookAt, removeDiskTree } from './look.js';
import { makeTrees, type TreeToMake } from './make.js';

/** The place of fixtures, and the process that uses them. */
interface FixturePlace {
  /** A folder of this process, in which a folder for fixtures is created and removed. */
  readonly scratch: string;
  /** Process id of the running target; without it the target counts as a program that is started for each evaluation. */
  readonly pid?: number;
}

type Evaluate = (jobs: readonly Job[]) => Promise<Observation[][]>;

interface DiskInput {
  readonly path: string;
  readonly disk: Disk;
  /** Why the fixture cannot be created. */
  readonly failure?: string;
}

/** The results of jobs by a target; for inputs with files, with the files afterwards. */
export async function evaluateOnDisk(
  jobs: readonly Job[],
  place: FixturePlace,
  evaluate: Evaluate,
): Promise<Observation[][]> {
  if (jobs.every(({ disks = [] }) => disks.length === 0)) return evaluate(jobs);
  // Without links in its path: `realpath` of a fixture's folder is the folder itself.
  const area = await realpath(await mkdtemp(join(place.scratch, 'disk-')));
  try {
    const placed = await placeAll(jobs, area);
    const asked = jobs.map(({ probe, inputs }, j) => ({
      probe,
      inputs: inputs.map((input, i) => inPlace(input, placed[j]?.[i])),
    }));
    const observed = await evaluate(asked);
    const user = userOf(place);
    return observed.map((of, j) => of.map((one, i) => looked(one, placed[j]?.[i], user)));
  } finally {
    removeDiskTree(area);
  }
}

/** The inputs of each job, in folders of their own. */
async function placeAll(jobs: readonly Job[], area: string): Promise<(readonly (DiskInput | undefined)[])[]> {
  const asked = jobs.map(({ disks = [] }, j) => disks.map((disk, i) => disk && toMake(disk, join(area, `${j}-${i}`))));
  const trees = asked.flat().filter((one) => one !== undefined);
  const unmade = await makeTrees(trees, area);
  const failure = (one: DiskToMake): Partial<DiskInput> =>
    unmade.has(one) ? { failure: `the fixture cannot be made: ${whyOf(unmade.get(one))}` } : {};
  return asked.map((of) => of.map((one) => one && { path: one.path, disk: one.disk, ...failure(one) }));
}

interface DiskToMake extends TreeToMake {
  readonly disk: Disk;
}

function toMake(disk: Disk, path: string): DiskToMake {
  const named = textOfName(Buffer.from(path));
  return { path, disk, tree: disk.tree, placed: (text) => text.replaceAll(FOLDER, named) };
}

const whyOf = (error: unknown): string => codeOf(error) ?? String(error);

const inPlace = (input: Plain, placed: DiskInput | undefined): Plain =>
  placed === undefined ? input : replaced(input, FOLDER, placed.path);

function looked(observation: Observation, placed: DiskInput | undefined, user: User): Observation {
  if (placed === undefined || !isAnswer(observation)) return observation;
  const { path, disk, failure } = placed;
  // The answer does not count, even if it is an error, since the fixture was incomplete.
  if (failure !== undefined) return { kind: 'unobservable', why: failure };
  if (user.isOther) return { kind: 'unobservable', why: 'the target runs as another user than this process' };
  if (observation.kind === 'threw') return observation;
  const result = replaced(observation.value, path, FOLDER);
  try {
    const entries = encode(lookAt(path, { umask: user.umask, stats: disk.stats ?? false }));
    // Targets of links are written like names, contents like bytes.
    const name = textOfName(Buffer.from(path));
    const named = replaced(entries, name, FOLDER);
    const found = name === path ? named : replaced(named, path, FOLDER);
    return { kind: 'returned', value: { result, disk: found, bound: user.isBound } };
  } catch (error) {
    return { kind: 'unobservable', why: `what the target left cannot be read: ${whyOf(error)}` };
  }
}

type DiskAnswer = Extract<Observation, { readonly kind: 'returned' | 'threw' }>;

const isAnswer = (observation: Observation): observation is DiskAnswer =>
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

/** Bytes are written as two digits each; a match between two of them does not count. */
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

/** Facts about the user of a target. */
interface User {
  readonly umask: number;
  readonly isOther: boolean;
  /** Permissions of files apply to it. */
  readonly isBound: boolean;
}

/** Linux: the capability that bypasses permissions. */
const CAP_DAC_OVERRIDE = 2n;

function userOf({ pid }: FixturePlace): User {
  const status = readFileSync(`/proc/${pid ?? 'self'}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  const [, effective] = field('Uid').split(/\s+/);
  return {
    umask: pid === undefined ? UMASK : Number.parseInt(field('Umask'), 8),
    isOther: Number(effective) !== process.geteuid?.(),
    isBound: (BigInt(`0x${field('CapEff')}`) & CAP_DAC_OVERRIDE) === 0n,
  };
}

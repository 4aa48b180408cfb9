/**
 * What failed in the last run of a target in this folder: `run --last-failed` runs it again. It is kept in the user's cache, a
 * small file for each folder and target, never in the folder itself.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CaseReport, RunReport } from '../../reports/model.js';
import { SEEN_AMONG_OTHERS } from '../executor/confirming.js';
import { WENT_DOWN } from '../executor/losses.js';
import type { Target } from '../executor/target.js';

export interface LastRun {
  readonly seed: number;
  readonly runs: number;
  /** Ids of cases. */
  readonly failed: readonly string[];
}

/** Whose run it was. */
type Ran = Pick<Target, 'options'>;

type Environment = { readonly [name: string]: string | undefined };

/** `XDG_CACHE_HOME`, or where the system keeps what can be made anew. */
export function cacheFolder(env: Environment = process.env, platform: string = process.platform): string {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = env;
  if (XDG_CACHE_HOME !== '') return join(XDG_CACHE_HOME, 'srvspec');
  if (platform === 'win32' && LOCALAPPDATA !== '') return join(LOCALAPPDATA, 'srvspec', 'cache');
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches', 'srvspec') : join(homedir(), '.cache', 'srvspec');
}

/** Options may name accounts and machines, so only their digest is told. */
function fileOf({ options }: Ran): string {
  const key = createHash('sha256')
    .update(JSON.stringify([process.cwd(), options]))
    .digest('hex')
    .slice(0, 32);
  return join(cacheFolder(), 'last-runs', `${key}.json`);
}

/** `undefined` where no run is known. */
export async function lastRunOf(target: Ran): Promise<LastRun | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(fileOf(target), 'utf8'));
    return isLastRun(read) ? read : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isOfSystem(error)) return undefined;
    throw error;
  }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'code' in error;

function isLastRun(read: unknown): read is LastRun {
  if (typeof read !== 'object' || read === null || !('failed' in read && 'seed' in read && 'runs' in read))
    return false;
  const { failed, seed, runs } = read;
  const numbers = Number.isSafeInteger(seed) && Number.isSafeInteger(runs);
  return numbers && Array.isArray(failed) && failed.every((id) => typeof id === 'string');
}

/** Keeps what failed. Where the system does not allow it, nothing is kept: a run is none the worse for it. */
export async function rememberRun(target: Ran, report: RunReport): Promise<void> {
  const { seed, runs } = report;
  const failed = failedAfter(new Set((await lastRunOf(target))?.failed), report);
  try {
    await replaceFile(fileOf(target), JSON.stringify({ seed, runs, failed } satisfies LastRun));
  } catch (error) {
    if (!isOfSystem(error)) throw error;
  }
}

/** Another run may read it meanwhile. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * What counts as failed after a run: what failed in it, and what failed before and was not tried, as when the run was of other cases
 * or was cut short.
 */
export function failedAfter(
  before: ReadonlySet<string>,
  { requirements, staleDeviations, cutShort }: Pick<RunReport, 'requirements' | 'staleDeviations' | 'cutShort'>,
): readonly string[] {
  const failed = new Set(before);
  const stale = new Set(staleDeviations.map(({ id }) => id));
  for (const one of requirements.flatMap(({ cases }) => cases)) {
    if (hasFailed(one) || stale.has(one.id)) failed.add(one.id);
    else if (one.verdict !== 'inconclusive' || cutShort === undefined) failed.delete(one.id);
  }
  return [...failed];
}

/** A violation; one that was seen and not again alone; or what the target's going down kept from being tried. */
const hasFailed = ({ verdict, reason }: CaseReport): boolean =>
  verdict === 'violates' ||
  (verdict === 'inconclusive' && (reason.startsWith(WENT_DOWN) || reason.includes(`; ${SEEN_AMONG_OTHERS}: `)));

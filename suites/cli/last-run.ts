/**
 * The failures of the last run of a target in this folder. `run --last-failed` runs them again, with the seed that showed them. They are
 * kept in the user's cache, a small file for each folder and target, never in the folder itself.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { CaseReport, RunReport } from '../../reports/model.js';
import { isUnconfirmed } from '../../reports/outcome.js';
import { codeOf } from '../../spec/reading/file-fault.js';
import { replaceFile } from '../../spec/reading/replace-file.js';
import { WENT_DOWN } from '../executor/losses.js';
import type { Target } from '../executor/target.js';
import { makeFolder } from '../targets/support/folders.js';

/** The settings on which drawn inputs depend. */
interface DrawnBy {
  readonly seed: number;
  readonly runs: number;
}

/** A case that failed, and the settings of the inputs that failed. */
export interface FailedCase extends DrawnBy {
  readonly id: string;
}

interface LastRun {
  readonly failed: readonly FailedCase[];
}

type Ran = Pick<Target, 'options'>;

type LastRunEnvironment = { readonly [name: string]: string | undefined };

/**
 * `XDG_CACHE_HOME`, or the system's folder for caches; `undefined` if the user has none. A relative path does not count, as in that
 * standard.
 */
export function cacheFolder(
  env: LastRunEnvironment = process.env,
  platform: string = process.platform,
  home = homedir(),
): string | undefined {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = env;
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'srvspec');
  if (platform === 'win32' && LOCALAPPDATA !== '') return join(LOCALAPPDATA, 'srvspec', 'cache');
  if (!isAbsolute(home)) return undefined;
  return platform === 'darwin' ? join(home, 'Library', 'Caches', 'srvspec') : join(home, '.cache', 'srvspec');
}

/** Options may name accounts and machines, so only their digest is kept. */
function fileOf({ options }: Ran): string | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  const key = createHash('sha256')
    .update(JSON.stringify([process.cwd(), options]))
    .digest('hex')
    .slice(0, 32);
  return join(folder, 'last-runs', `${key}.json`);
}

/** `undefined` if no run is known. */
export async function lastRunOf(target: Ran): Promise<LastRun | undefined> {
  const file = fileOf(target);
  if (file === undefined) return undefined;
  try {
    const { failed }: Partial<LastRun> = JSON.parse(await readFile(file, 'utf8'));
    return failed?.every(isFailed) === true ? { failed } : undefined;
  } catch (error) {
    // Any other content is no record of a run.
    if (error instanceof SyntaxError || error instanceof TypeError || codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

const isFailed = ({ id, seed, runs }: Partial<FailedCase>): boolean =>
  typeof id === 'string' && Number.isSafeInteger(seed) && Number.isSafeInteger(runs);

/** Stores the failures. If the system does not allow it, nothing is stored, and the run succeeds all the same. */
export async function rememberRun(target: Ran, report: RunReport): Promise<void> {
  const file = fileOf(target);
  if (file === undefined) return;
  const failed = failedAfter((await lastRunOf(target))?.failed ?? [], report);
  try {
    await makeFolder(dirname(file));
    // Another run may read it meanwhile.
    await replaceFile(file, JSON.stringify({ failed } satisfies LastRun));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/**
 * The failures after a run: its own, and earlier ones that it did not try. It did not try them if it had other cases or inputs, or was cut
 * short.
 */
export function failedAfter(
  before: readonly FailedCase[],
  report: Pick<RunReport, 'requirements' | 'staleDeviations' | 'cutShort' | 'seed' | 'runs'>,
): readonly FailedCase[] {
  const { requirements, staleDeviations, cutShort, seed, runs } = report;
  const failed = new Map(before.map((one) => [one.id, one]));
  const stale = new Set(staleDeviations.map(({ id }) => id));
  for (const one of requirements.flatMap(({ cases }) => cases)) {
    const { id } = one;
    if (hasFailed(one) || stale.has(id)) failed.set(id, { id, seed, runs });
    else if ((one.verdict !== 'inconclusive' || cutShort === undefined) && drewAs(failed.get(id), one, report))
      failed.delete(id);
  }
  return [...failed.values()];
}

/** Whether this run tried the inputs with which a case failed. An example always has the same inputs. */
const drewAs = (before: FailedCase | undefined, { kind }: CaseReport, { seed, runs }: DrawnBy): boolean =>
  before === undefined || kind === 'example' || (before.seed === seed && before.runs <= runs);

/** The failed cases, by the settings on which their inputs depend. */
export function groupsOf(failed: readonly FailedCase[]): readonly (DrawnBy & { readonly ids: ReadonlySet<string> })[] {
  const groups = new Map<string, DrawnBy & { readonly ids: Set<string> }>();
  for (const { id, seed, runs } of failed) {
    const key = `${seed} ${runs}`;
    const group = groups.get(key) ?? { seed, runs, ids: new Set() };
    groups.set(key, group);
    group.ids.add(id);
  }
  return [...groups.values()];
}

/** A violation, an unconfirmed failure, or a case that was not tried because the target went down. */
const hasFailed = (one: CaseReport): boolean =>
  one.verdict === 'violates' ||
  isUnconfirmed(one) ||
  (one.verdict === 'inconclusive' && one.reason.startsWith(WENT_DOWN));

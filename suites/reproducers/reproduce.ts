/** Finds the plainest script that shows a fault by itself, by running it. */
import type { Candidate, SeenFault } from './candidate.js';
import { candidatesOf } from './candidates.js';
import { type ProgramPaths, type TriedScript, tryOnce, type WrittenFiles } from './trying.js';

export interface Reproducer {
  readonly files: WrittenFiles;
  readonly candidate: Candidate;
  /** What was seen in its last run, if anything. */
  readonly actual: string | undefined;
  /** Each run that counts, and whether all of them showed the fault. */
  readonly runs: readonly TriedScript[];
  readonly shows: boolean;
}

/** How often it has to show the fault. */
const RUNS = 2;

/** The first candidate that shows the fault twice; else the last one, with what came of it. */
export async function reproduce(fault: SeenFault, environment: ProgramPaths): Promise<Reproducer> {
  let last: Reproducer | undefined;
  for (const candidate of candidatesOf(fault)) {
    last = await tried(candidate, environment);
    if (last.shows) return last;
  }
  if (last === undefined) throw new Error(`there is no way to write a reproducer of ${fault.of.id}`);
  return last;
}

async function tried(candidate: Candidate, environment: ProgramPaths): Promise<Reproducer> {
  const nothing = Buffer.alloc(0);
  const first = await tryOnce(filesOf(candidate, false, nothing), environment, candidate.ports);
  const actual = first.seen;
  const shown = actual?.toString();
  if (actual === undefined || first.status === 1 || !isAsSeen(candidate, actual))
    return {
      files: filesOf(candidate, false, actual ?? nothing),
      ...{ candidate, actual: shown, runs: [first], shows: false },
    };
  return (
    (await runsOf(candidate, actual, false, environment)) ??
    (await runsOf(candidate, actual, true, environment)) ?? {
      files: filesOf(candidate, false, actual),
      candidate,
      actual: shown,
      runs: [first],
      shows: false,
    }
  );
}

/** Its runs, if all show the fault. */
async function runsOf(
  candidate: Candidate,
  actual: Buffer,
  varies: boolean,
  environment: ProgramPaths,
): Promise<Reproducer | undefined> {
  const files = filesOf(candidate, varies, actual);
  const runs: TriedScript[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await tryOnce(files, environment, candidate.ports));
  return runs.every(({ status }) => status === 0)
    ? { files, candidate, actual: actual.toString(), runs, shows: true }
    : undefined;
}

const filesOf = (candidate: Candidate, varies: boolean, actual: Buffer): WrittenFiles => ({
  ...candidate.files,
  'run.sh': candidate.runScript(varies),
  'actual.txt': actual,
});

/** Whether it is what the suite saw: another fault is no proof of this one. That a program dies is one in any case. */
function isAsSeen({ seen, right }: Candidate, actual: Buffer): boolean {
  const shown = actual.toString();
  if (seen === undefined || /^it died/.test(shown) || actual.equals(Buffer.from(seen))) return true;
  // An error whose name nobody said.
  return seen === 'throws\n' && shown.startsWith('throws ') && right.alternatives.length > 0;
}

/** Proves that a candidate shows a fault: runs its `run.sh` with the target and with the reference. */
import { goesDown, type ObservedFault, type ScriptCandidate } from './candidate.js';
import { masked } from './right.js';
import { expectedFile, type ProgramPaths, type ReproducerFiles, type ScriptRun, tryOnce } from './trying.js';

/** A candidate that shows the fault. */
export interface ProvenScript {
  readonly files: ReproducerFiles;
  readonly candidate: ScriptCandidate;
  /** The observation of its last run. */
  readonly actual: string;
  /** The right result, if it is not only described. */
  readonly expected: readonly string[];
  /** The exit status of each run that counts; all of them showed the fault. */
  readonly statuses: readonly number[];
}

/** Environments of `run.sh`. */
export interface Environments {
  readonly target: ProgramPaths;
  readonly reference: ProgramPaths;
}

/** How often it must show the fault. */
const RUNS = 2;

/** A candidate is no proof; the message has the reason. */
export class NoProof extends Error {}

/** Characters of an output in a reason. */
const MOST_REASON_LENGTH = 300;

/** A text in the format of reasons. */
const shortenedOutput = (text: string | Uint8Array): string => {
  const shown = Buffer.from(text).toString().trim();
  return JSON.stringify(shown.length > MOST_REASON_LENGTH ? `${shown.slice(0, MOST_REASON_LENGTH)}…` : shown);
};

/** Runs a candidate to prove that it shows the fault on the target, and not on the reference. Rejects with `NoProof` if it does not. */
export async function proven(
  fault: ObservedFault,
  candidate: ScriptCandidate,
  environments: Environments,
): Promise<ProvenScript> {
  const run = (files: ReproducerFiles, where: keyof Environments): Promise<ScriptRun> =>
    tryOnce(files, environments[where], candidate.ports);
  const seen = seenOf(candidate, await run(filesOf(candidate, candidate.right.alternatives, '', false), 'target'));
  const right = alternativesOf(fault, candidate) ?? [
    sampleOf(seen, await run(filesOf(candidate, [], seen, false), 'reference')),
  ];
  for (const varies of fault.varies ? [true] : [false, true]) {
    const files = filesOf(candidate, right, seen, varies);
    const statuses: number[] = [];
    for (let i = 0; i < RUNS; i++) statuses.push((await run(files, 'target')).status);
    if (statuses.some((status) => status !== 0)) continue;
    refuseUnlessRight(await run(files, 'reference'));
    const expected = right.map((one) => Buffer.from(one).toString());
    return { files, candidate, actual: seen.toString(), expected, statuses };
  }
  throw new NoProof(`its script does not show the fault in each of ${RUNS} runs`);
}

/** The observation of the script on the target. Another fault than that of the suite proves nothing. */
function seenOf(candidate: ScriptCandidate, { status, seen, printed }: ScriptRun): Buffer {
  if (seen === undefined) throw new NoProof(`its script cannot be run: ${shortenedOutput(printed)}`);
  if (status === 1) throw new NoProof(`its script shows what is right: ${shortenedOutput(seen)}`);
  if (!isSameFault(candidate, seen.toString()))
    throw new NoProof(
      `its script shows ${shortenedOutput(seen)}, where the suite saw ${shortenedOutput(candidate.seen ?? '')}`,
    );
  return seen;
}

/** A crash of a program is always a fault. */
function isSameFault({ seen, right }: ScriptCandidate, shown: string): boolean {
  if (seen === undefined || /^it died/.test(shown) || masked(shown) === masked(Buffer.from(seen).toString()))
    return true;
  // An error without a known name.
  return (
    seen === 'throws\n' && (shown === 'throws \n' || (shown.startsWith('throws ') && right.alternatives.length > 0))
  );
}

type Alternatives = ScriptCandidate['right']['alternatives'];

/** The right results, if they can be listed or are only described; otherwise the result of the same script on the reference. */
function alternativesOf(
  fault: ObservedFault,
  { right: { alternatives, anyError } }: ScriptCandidate,
): Alternatives | undefined {
  if (alternatives.length > 0 || anyError || goesDown(fault)) return alternatives;
  if (fault.right === undefined) throw new NoProof('the reference does not show what is right here');
  return undefined;
}

function sampleOf(wrong: Buffer, { seen, printed }: ScriptRun): Buffer {
  if (seen === undefined) throw new NoProof(`its script cannot be run on the reference: ${shortenedOutput(printed)}`);
  if (seen.equals(wrong)) throw new NoProof(`its script shows the same on the reference: ${shortenedOutput(seen)}`);
  return seen;
}

function refuseUnlessRight({ status, seen, printed }: ScriptRun): void {
  if (status === 1) return;
  const shown = shortenedOutput(seen ?? printed);
  throw new NoProof(
    status === 0
      ? `its script shows the fault on the reference, too: ${shown}`
      : `its script does not show what is right on the reference, but ${shown}`,
  );
}

const filesOf = (
  { files, runScript, right: { description } }: ScriptCandidate,
  right: Alternatives,
  seen: string | Uint8Array,
  varies: boolean,
): ReproducerFiles => ({
  ...files,
  ...(right.length === 0 && { 'expected.txt': `${description}\n` }),
  ...Object.fromEntries(right.map((one, i) => [expectedFile(i), one])),
  'run.sh': runScript({ isListed: right.length > 0, varies }),
  'actual.txt': seen,
});

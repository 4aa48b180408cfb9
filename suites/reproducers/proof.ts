/** Whether a candidate shows a fault: its `run.sh`, run with the target and with the reference. */
import { type Candidate, type Fault, goesDown } from './candidate.js';
import { masked } from './right.js';
import { expectedFile, type Files, type ProgramPaths, type ScriptRun, tryOnce } from './trying.js';

/** A candidate that shows the fault. */
export interface ProvenScript {
  readonly files: Files;
  readonly candidate: Candidate;
  /** What was seen in its last run. */
  readonly actual: string;
  /** What is right, where it is not only described. */
  readonly expected: readonly string[];
  /** The exit status of each run that counts, all of which showed the fault. */
  readonly statuses: readonly number[];
}

/** Environments of `run.sh`. */
export interface Environments {
  readonly target: ProgramPaths;
  readonly reference: ProgramPaths;
}

/** How often it has to show the fault. */
const RUNS = 2;

/** A candidate is no proof; the message says why. */
export class NoProof extends Error {}

/** Characters of an output that a reason holds. */
const MOST_SAID = 300;

/** A text as reasons hold it. */
export const inReason = (text: string | Uint8Array): string => {
  const shown = Buffer.from(text).toString().trim();
  return JSON.stringify(shown.length > MOST_SAID ? `${shown.slice(0, MOST_SAID)}…` : shown);
};

/** The runs that prove that a candidate shows the fault on the target, and not on the reference. */
export class Proof {
  readonly #fault: Fault;
  readonly #candidate: Candidate;
  readonly #environments: Environments;

  constructor(fault: Fault, candidate: Candidate, environments: Environments) {
    this.#fault = fault;
    this.#candidate = candidate;
    this.#environments = environments;
  }

  /** Rejects with `NoProof` where it does not. */
  async proven(): Promise<ProvenScript> {
    const actual = await this.#seenOnTarget();
    const right = await this.#right(actual);
    for (const varies of this.#fault.varies ? [true] : [false, true]) {
      const files = this.#files(right, actual, varies);
      const runs: ScriptRun[] = [];
      for (let i = 0; i < RUNS; i++) runs.push(await this.#run(files, 'target'));
      if (!runs.every(({ status }) => status === 0)) continue;
      await this.#refuseOnReference(files);
      const expected = right.map((one) => Buffer.from(one).toString());
      const statuses = runs.map(({ status }) => status);
      return { files, candidate: this.#candidate, actual: actual.toString(), expected, statuses };
    }
    throw new NoProof(`its script does not show the fault in each of ${RUNS} runs`);
  }

  #run(files: Files, where: keyof Environments): Promise<ScriptRun> {
    return tryOnce(files, this.#environments[where], this.#candidate.ports);
  }

  /** What the script sees on the target; another fault than the one that the suite saw is no proof of it. */
  async #seenOnTarget(): Promise<Buffer> {
    const { right } = this.#candidate;
    const { status, seen, printed } = await this.#run(this.#files(right.alternatives, '', false), 'target');
    if (seen === undefined) throw new NoProof(`its script cannot be run: ${inReason(printed)}`);
    if (status === 1) throw new NoProof(`its script shows what is right: ${inReason(seen)}`);
    if (!this.#isAsSeen(seen))
      throw new NoProof(
        `its script shows ${inReason(seen)}, where the suite saw ${inReason(this.#candidate.seen ?? '')}`,
      );
    return seen;
  }

  /** That a program dies is a fault in any case. */
  #isAsSeen(actual: Buffer): boolean {
    const { seen, right } = this.#candidate;
    const shown = actual.toString();
    if (seen === undefined || /^it died/.test(shown) || masked(shown) === masked(Buffer.from(seen).toString()))
      return true;
    // An error whose name nobody said, or that has none.
    return (
      seen === 'throws\n' && (shown === 'throws \n' || (shown.startsWith('throws ') && right.alternatives.length > 0))
    );
  }

  /** What is right: all of it where that can be listed, else what the same script shows on the reference. */
  async #right(actual: Buffer): Promise<Candidate['right']['alternatives']> {
    const { alternatives, anyError } = this.#candidate.right;
    if (alternatives.length > 0 || anyError || goesDown(this.#fault)) return alternatives;
    if (this.#fault.right === undefined) throw new NoProof('the reference does not show what is right here');
    const { seen, printed } = await this.#run(this.#files([], actual, false), 'reference');
    if (seen === undefined) throw new NoProof(`its script cannot be run on the reference: ${inReason(printed)}`);
    if (seen.equals(actual)) throw new NoProof(`its script shows the same on the reference: ${inReason(seen)}`);
    return [seen];
  }

  async #refuseOnReference(files: Files): Promise<void> {
    const { status, seen, printed } = await this.#run(files, 'reference');
    if (status === 1) return;
    const shown = inReason(seen ?? printed);
    throw new NoProof(
      status === 0
        ? `its script shows the fault on the reference, too: ${shown}`
        : `its script does not show what is right on the reference, but ${shown}`,
    );
  }

  #files(right: Candidate['right']['alternatives'], actual: string | Uint8Array, varies: boolean): Files {
    const { files, runScript, right: described } = this.#candidate;
    return {
      ...files,
      ...(right.length === 0 && { 'expected.txt': `${described.description}\n` }),
      ...Object.fromEntries(right.map((one, i) => [expectedFile(i), one])),
      'run.sh': runScript({ isListed: right.length > 0, varies }),
      'actual.txt': actual,
    };
  }
}

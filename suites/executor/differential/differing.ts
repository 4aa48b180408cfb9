/** Finds where two targets differ in their runs. If an answer of one target varies between its runs, it is no difference. */
import { endingDifference } from '../../../reports/comparison/endings.js';
import type { Blame } from '../../../reports/comparison/model.js';
import type { RunnableCase } from '../planned.js';
import type { Target } from '../target.js';
import type { CaseResult, TrialOutcome, Witness } from './witness.js';

/** A target with the results of its runs: the first run has all cases, later ones may have some. */
export interface TargetRuns {
  readonly target: Target;
  readonly runs: readonly [Witness, ...Witness[]];
}

/** Ids of the cases at which two targets differ in their runs. */
export function differingCases(first: TargetRuns, second: TargetRuns): ReadonlySet<string> {
  return new Set(
    pairsOf(first, second).flatMap((pair) => (heldAgainst(pair).differing.length > 0 ? [pair.of.id] : [])),
  );
}

/** One case on both targets, with the observations of each run. */
export interface PairedCase {
  readonly of: RunnableCase;
  /** The same case as planned for the second target. */
  readonly other: RunnableCase;
  readonly first: readonly CaseResult['seen'][];
  readonly second: readonly CaseResult['seen'][];
}

export function pairsOf(first: TargetRuns, second: TargetRuns): readonly PairedCase[] {
  const listsOf = ({ runs }: TargetRuns, id: string): readonly CaseResult['seen'][] =>
    runs.flatMap(({ cases }) => {
      const seen = cases.get(id)?.seen;
      return seen === undefined ? [] : [seen];
    });
  return [...first.runs[0].cases].flatMap(([id, { of }]): PairedCase[] => {
    const other = second.runs[0].cases.get(id)?.of;
    return other === undefined ? [] : [{ of, other, first: listsOf(first, id), second: listsOf(second, id) }];
  });
}

/** Trials of a case with the same difference and the same blame. */
export interface DifferingTrials {
  readonly of: RunnableCase;
  readonly other: RunnableCase;
  readonly indexes: readonly number[];
  readonly blame: Blame;
  /** See `endingDifference`. */
  readonly apart: string;
  /** The same from the second to the first. */
  readonly back: string;
}

/** Counts of inputs by result; all except `inputs` add up to it. */
export type Counts = Record<'inputs' | 'agreed' | 'differed' | 'dropped' | 'unobserved', number>;

/** The results of the trials of a case; differing ones by blame and by how the answers differ. */
export function heldAgainst({ of, other, first, second }: PairedCase): {
  readonly counts: Counts;
  readonly differing: readonly DifferingTrials[];
} {
  const counts = { inputs: 0, agreed: 0, differed: 0, dropped: 0, unobserved: 0 };
  const differing = new Map<string, DifferingTrials & { readonly indexes: number[] }>();
  for (const [index, seen] of (first[0] ?? []).entries()) {
    const mine = first.flatMap((run) => run[index] ?? []);
    const theirs = second.flatMap((run) => run[index] ?? []);
    const [answer] = theirs;
    counts.inputs += 1;
    if (seen === undefined || second[0]?.[index] === undefined || answer === undefined) counts.unobserved += 1;
    else if (mine.some(({ key }) => key !== seen.key)) counts.dropped += 1;
    else if (answer.key === seen.key) counts.agreed += 1;
    // What the second did as the first at some time is no difference between them.
    else if (theirs.some(({ key }) => key === seen.key)) counts.dropped += 1;
    else {
      counts.differed += 1;
      const [blame, apart] = [blameOf(of, seen, answer), endingDifference(seen.endings, answer.endings)];
      const back = endingDifference(answer.endings, seen.endings);
      const key = JSON.stringify([blame, apart]);
      const known = differing.get(key);
      if (known !== undefined) known.indexes.push(index);
      else differing.set(key, { of, other, indexes: [index], blame, apart, back });
    }
  }
  return { counts, differing: [...differing.values()] };
}

/** Where the documents leave the answer open, only a crash or a hang is wrong. */
export function blameOf({ strength }: RunnableCase, one: TrialOutcome, other: TrialOutcome): Blame {
  const isWrong = ({ wrong }: TrialOutcome): boolean =>
    wrong !== undefined && (strength !== 'open' || wrong !== 'wrong');
  const [mine, theirs] = [isWrong(one), isWrong(other)];
  if (mine && theirs) return 'both';
  if (mine) return 'first';
  if (theirs) return 'second';
  return strength === 'open' ? 'open' : 'neither';
}

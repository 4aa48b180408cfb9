/** The changes from one report to another, the model of every format. The JSON comparison is this model, byte for byte. */
import type { Engine } from '../../spec/types/requirement.js';
import type { CaseSelection, Circumstances, ReportedTarget, VerdictKind, ViolationReason } from '../model.js';

/**
 * The change of one case. A case is
 * - right if it conforms,
 * - wrong if it violates or deviates (a known deviation is as wrong as a new one), and down if that is a crash or a hang,
 * - open if the documents leave it open,
 * - otherwise not observed.
 *
 * Worse:
 * - `regressed`: right before, wrong now
 * - `crashes`: down now and not before
 * - `lost`: observed before, and the feature that it needs is missing now
 * - `removed`: observed before, and the other run was asked for the case but does not have it
 *
 * Undecided:
 * - `undecided`: observed before and not now though nothing is missing, or wrong now and not observed before
 * - `unstable`: worse, but not each time that it was tried again
 *
 * Neither:
 * - `new-failing`: wrong or down now, with nothing to judge before
 * - `fails-differently`: wrong before and now, in another way
 * - `answers-differently`: open, with another answer
 * - `now-skipped`: observed before, does not apply now
 * - `new-open`: open, with nothing to record before
 *
 * Better:
 * - `fixed`: wrong or down before, not now
 * - `new-passing`: right, with nothing to judge before
 *
 * No change:
 * - `ignored`: open, with another answer that a quirk explains
 * - `still-failing`: wrong in the same way
 * - `same`: right, or open with the same answer
 * - `not-compared`: observed in neither, open and tried with different inputs, or varying within one target
 */
export type Change = (typeof CHANGES)[number];

/** In the order of reports. */
export const CHANGES = [
  'crashes',
  'regressed',
  'lost',
  'removed',
  'undecided',
  'unstable',
  'new-failing',
  'fails-differently',
  'answers-differently',
  'now-skipped',
  'fixed',
  'new-passing',
  'new-open',
  'ignored',
  'still-failing',
  'same',
  'not-compared',
] as const;

export const WORSE = ['crashes', 'regressed', 'lost', 'removed'] as const satisfies readonly Change[];
export const UNDECIDED = ['undecided', 'unstable'] as const satisfies readonly Change[];
export const UNCHANGED = ['ignored', 'still-failing', 'same', 'not-compared'] as const satisfies readonly Change[];

/**
 * `worse` if a case got worse, `undecided` if one may have, otherwise `not-worse`. Of two targets, `not-compared` if the planted difference
 * was not found. Reports that cannot be compared have no comparison.
 */
export type ComparisonVerdict = 'worse' | 'undecided' | 'not-worse' | 'not-compared';

/** The result of a case on one side. */
export interface Side {
  readonly verdict: VerdictKind;
  readonly failure?: ViolationReason;
  readonly missing?: boolean;
  readonly reason: string;
  readonly expected?: string;
  readonly observed?: string;
  readonly counterexample?: string;
  readonly replay: string;
}

export interface CaseChange {
  readonly id: string;
  /** Absent if the report has no such case. */
  readonly before?: Side;
  readonly after?: Side;
  readonly requirement: string;
  readonly change: Change;
}

/** Cases with the same change, which probably have one cause. */
export interface ChangeGroup {
  readonly change: Change;
  /** Title of their subject, for example `Shared dictionary`. */
  readonly title: string;
  readonly cause: string;
  readonly cases: readonly CaseChange[];
}

export interface ComparedRun {
  readonly srvspec: string;
  /** What distinguishes this run from the other: the target's name, its version or engine, or the time. */
  readonly label: string;
  readonly circumstances: Circumstances;
  readonly target: ReportedTarget;
  readonly seed: number;
  /** The cases that the run was asked for. */
  readonly selected: CaseSelection;
  readonly cutShort?: string;
  /** Cases of this report that the other run was not asked for. */
  readonly leftOut: number;
  readonly runs: number;
}

export interface ComparedRequirement {
  readonly id: string;
  readonly title: string;
  readonly document: 1 | 2 | 3;
  readonly says: string;
  readonly rows: readonly string[];
}

/** Which target differs from the documents: one, both or neither; `open` if the documents leave it open. */
export type Blame = 'first' | 'second' | 'both' | 'neither' | 'open';

/** An input with different answers of two targets, confirmed alone and shrunk. */
export interface DifferenceExample {
  readonly id: string;
  /** JSON text in the tagged encoding. */
  readonly input: string;
  readonly first: string;
  readonly second: string;
  /** Commands that show the difference again, on each target. */
  readonly replays: readonly [string, string];
}

/** Cases with the same difference. A case with several differences is in several groups. */
export interface DifferenceGroup {
  readonly requirement: string;
  /** Title of their subject. */
  readonly title: string;
  readonly says: string;
  readonly blame: Blame;
  /** The difference between the two answers: `the first returns, the second throws TypeError`, or `other values`. */
  readonly cause: string;
  /** Ids of the cases. */
  readonly cases: readonly string[];
  /** Smallest first; empty if the difference did not happen again alone. */
  readonly examples: readonly DifferenceExample[];
}

/** A known harmless difference, as in a quirks file, with the cases that it explained. */
export interface QuirkUse {
  /** Why it is harmless. */
  readonly reason: string;
  /** The difference between the two answers. */
  readonly cause: string;
  /** Ids of the cases whose difference it explained; empty if none was found. */
  readonly cases: readonly string[];
  /** Ids of cases, or of requirements with all their cases. */
  readonly of: readonly string[];
  /** The engines of the two targets that showed it. */
  readonly engines?: readonly [Engine, Engine];
  /** A row of the documents, or the address of an issue. */
  readonly source: string;
}

/** The answers of two targets to the same inputs. */
export interface Differential {
  /** Inputs with a difference that a quirk explains. */
  readonly ignored: number;
  /** Inputs that both targets were given: the sum of agreed, differing, ignored, dropped and unobserved ones. */
  readonly inputs: number;
  readonly agreed: number;
  readonly differed: number;
  /** Inputs with two different answers of the first target, or for which the second target once answered like the first. */
  readonly dropped: number;
  /** Cases with a differing input, without the ignored ones. */
  readonly differing: number;
  /** Whether the difference that is planted in every run was found and fully shrunk. */
  readonly plantedFound: boolean;
  /** Largest first. */
  readonly groups: readonly DifferenceGroup[];
  /** Inputs that were not observed on one side. */
  readonly unobserved: number;
}

export interface Comparison {
  /** Version of this package. */
  readonly srvspec: string;
  readonly verdict: ComparisonVerdict;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Notes on how far the two can be compared. */
  readonly notes: readonly string[];
  /** Cases, by change. */
  readonly totals: { readonly [C in Change]: number };
  /** Requirements with a changed case. */
  readonly requirements: readonly ComparedRequirement[];
  /** Present if two targets were run for this comparison. */
  readonly differential?: Differential;
  /** The changes in the order of `CHANGES`, the largest groups first. */
  readonly groups: readonly ChangeGroup[];
  /** The quirks that the comparison used. */
  readonly quirks: readonly QuirkUse[];
}

/** What changed from one report to another, as every format is given it. The JSON comparison is this model, byte for byte. */
import type { Engine } from '../../spec/types/requirement.js';
import type { CaseSelection, Circumstances, VerdictKind, ViolationReason } from '../model.js';

/**
 * What became of one case. A case is right where it conforms, wrong where it violates or deviates (a known deviation is as wrong
 * as a new one), down where that is a crash or a hang; open where the documents leave it open; else it was not observed.
 *
 * Worse:
 * - `regressed`: right before, wrong now
 * - `crashes`: down now and not before
 * - `lost`: observed before, and what it asks for is missing now
 * - `removed`: observed before, and the other run has no such case though it was asked for it
 *
 * Undecided:
 * - `undecided`: observed before and not now though nothing is missing, or wrong now and not observed before
 * - `unstable`: worse, and not so each time it was tried again
 *
 * Neither:
 * - `new-failing`: wrong or down now, and there was nothing to judge before
 * - `fails-differently`: wrong before and now, in another way
 * - `answers-differently`: open, and another answer
 * - `now-skipped`: observed before, does not apply now
 * - `new-open`: open, and there was nothing to record before
 *
 * Better:
 * - `fixed`: wrong or down before, not now
 * - `new-passing`: right, and there was nothing to judge before
 *
 * No change:
 * - `ignored`: open, and another answer, as a quirk says
 * - `still-failing`: wrong in the same way
 * - `same`: right, or open with the same answer
 * - `not-compared`: observed in neither, open and tried with different inputs, or varying by itself
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
 * `worse` when something got worse, `undecided` when something may have, `not-worse` else; `not-compared` of two targets where the
 * planted difference was not found. Reports that cannot be compared have no comparison.
 */
export type ComparisonVerdict = 'worse' | 'undecided' | 'not-worse' | 'not-compared';

/** One side's word on a case. */
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
  /** Absent where that report has no such case. */
  readonly before?: Side;
  readonly after?: Side;
  readonly requirement: string;
  readonly change: Change;
}

/** Cases that changed alike, most likely for one reason. */
export interface ChangeGroup {
  readonly change: Change;
  /** Title of what they are about, for example `Shared dictionary`. */
  readonly title: string;
  readonly cause: string;
  readonly cases: readonly CaseChange[];
}

export interface ComparedRun {
  readonly srvspec: string;
  /** What distinguishes it from the other: the target's name, its version or engine, or the time. */
  readonly label: string;
  readonly circumstances: Circumstances;
  readonly target: {
    readonly name: string;
    readonly kind: string;
    readonly host?: string;
    readonly runtimeVersion: string;
    readonly engine: string;
  };
  readonly seed: number;
  /** Which cases it was asked for. */
  readonly selected: CaseSelection;
  readonly cutShort?: string;
  /** Cases of this report that the other was never asked for. */
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

/** Who differs from the documents: one, both, neither of them; `open` where the documents leave it open. */
export type Blame = 'first' | 'second' | 'both' | 'neither' | 'open';

/** One input at which two targets differ, seen again by itself and made small. */
export interface DifferenceExample {
  readonly id: string;
  /** JSON text in the tagged encoding. */
  readonly input: string;
  readonly first: string;
  readonly second: string;
  /** Commands that show it again, on the one target and on the other. */
  readonly replays: readonly [string, string];
}

/** Cases that differ alike; one that differs in several ways is in several groups. */
export interface DifferenceGroup {
  readonly requirement: string;
  /** Title of what they are about. */
  readonly title: string;
  readonly says: string;
  readonly blame: Blame;
  /** What distinguishes the two answers: `the first returns, the second throws TypeError`, or `other values`. */
  readonly cause: string;
  /** Ids of the cases. */
  readonly cases: readonly string[];
  /** Smallest first; none where the difference was not seen again alone. */
  readonly examples: readonly DifferenceExample[];
}

/** A harmless difference that is known, as a quirks file says it, and what of it was ignored. */
export interface QuirkUse {
  /** Why it harms nobody. */
  readonly reason: string;
  /** The difference between the two answers. */
  readonly cause: string;
  /** Ids of the cases at which it was ignored; none where it was looked for and not found. */
  readonly cases: readonly string[];
  /** Ids of cases, or of requirements with all of their cases. */
  readonly of: readonly string[];
  /** Those of the two targets between which it was seen. */
  readonly engines?: readonly [Engine, Engine];
  /** A row of the documents, or the address of an issue. */
  readonly source: string;
}

/** What two targets did with the same inputs. */
export interface Differential {
  /** Inputs at which they differ as a quirk says. */
  readonly ignored: number;
  /** Inputs that both were given: as many as agreed, differed, were ignored, dropped or not observed. */
  readonly inputs: number;
  readonly agreed: number;
  readonly differed: number;
  /** Inputs to which the first target answered in two ways, or the second as the first, at one of several times. */
  readonly dropped: number;
  /** Cases with an input at which they differ, those that were ignored aside. */
  readonly differing: number;
  /** Whether the difference that is planted in every run was found, and made as small as it gets. */
  readonly plantedFound: boolean;
  /** Largest first. */
  readonly groups: readonly DifferenceGroup[];
  /** Inputs with nothing observed on one side. */
  readonly unobserved: number;
}

export interface Comparison {
  /** Version of this package. */
  readonly srvspec: string;
  readonly verdict: ComparisonVerdict;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** What a reader should know of how far the two can be compared. */
  readonly notes: readonly string[];
  /** Cases, by what became of them. */
  readonly totals: { readonly [C in Change]: number };
  /** Requirements with a case that changed. */
  readonly requirements: readonly ComparedRequirement[];
  /** Of two targets that were run for this. */
  readonly differential?: Differential;
  /** What changed, in the order of `CHANGES`, largest groups first. */
  readonly groups: readonly ChangeGroup[];
  /** Quirks that were looked for. */
  readonly quirks: readonly QuirkUse[];
}

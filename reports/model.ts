/** The result of a run, the model of every report format. The JSON report has the shape of this model, byte for byte. */

/**
 * `recorded` is the verdict on cases that the documents leave open: the observation is kept and nothing is claimed. All others are about
 * what the documents define.
 */
export type VerdictKind = 'conforms' | 'recorded' | 'violates' | 'deviates' | 'not-applicable' | 'inconclusive';

/** How a case violates: a wrong answer, or a target that crashed or never answered. */
export type ViolationReason = 'wrong' | 'crash' | 'hang';

export type CaseKind = 'example' | 'property' | 'exchange' | 'stream' | 'model';

export interface CaseReport {
  readonly id: string;
  readonly kind: CaseKind;
  readonly verdict: VerdictKind;
  /** How it fails. For an inconclusive case: how it failed among other cases, which was not confirmed. */
  readonly failure?: ViolationReason;
  /** It was not observed, since the target lacks a feature that it needs; the reason names the feature. */
  readonly missing?: boolean;
  /**
   * `''` if the case conforms or is recorded; `wrong: …`, `crash: …` or `hang: …` for violations; otherwise why it was not judged, or why
   * it is excused.
   */
  readonly reason: string;
  /** Number of inputs tried. */
  readonly inputs: number;
  readonly durationMs: number;
  /** The expectation, rendered for a person; of a recorded case, what was supposed. Absent if it conforms. */
  readonly expected?: string;
  /** The target's answer to `counterexample`, rendered for a person. Absent if it conforms; bounded if it is recorded. */
  readonly observed?: string;
  /** The smallest input found that shows the violation, or an input that was recorded, as JSON text in the tagged encoding. */
  readonly counterexample?: string;
  /** The requests to a service before that, each with the status of its response; of many only the last ones. */
  readonly requests?: readonly string[];
  /** A command that runs this case again. */
  readonly replay: string;
}

export interface RequirementReport {
  readonly id: string;
  /** File of requirements it is in, for example `shared-dict`. */
  readonly object: string;
  /** Title of that file, for people. */
  readonly title: string;
  readonly document: 1 | 2 | 3;
  readonly says: string;
  readonly strength: 'must' | 'open';
  readonly rows: readonly string[];
  /** The worst verdict of its cases: violates, inconclusive, deviates, conforms, recorded, not-applicable, in this order. */
  readonly verdict: VerdictKind;
  readonly cases: readonly CaseReport[];
}

export interface Totals {
  readonly conforms: number;
  readonly recorded: number;
  readonly violates: number;
  readonly deviates: number;
  readonly notApplicable: number;
  readonly inconclusive: number;
}

/**
 * How far a row is covered.
 * - `covered`: a tested requirement cites it, all its facts are mentioned, no pending glob matches it
 * - `untested`: as covered, but none of its requirements was tested
 * - `partly`: cited, but a pending glob matches it or requirements leave out some of its facts
 * - `pending`: not worked on, as a pending glob says
 * - `missing`: no requirement, exclusion or glob mentions it, which `checkSpec` reports
 */
export type RowState = 'covered' | 'untested' | 'partly' | 'excluded' | 'pending' | 'missing';

export interface SectionCoverage {
  readonly document: 1 | 2 | 3;
  /** Chapter and section slugs joined by `/`, for example `endpoints/shareddict-operations`. */
  readonly section: string;
  readonly rows: number;
  readonly covered: number;
  readonly excluded: number;
}

/** What a run learned about a server-management API besides verdicts. */
export interface ServiceFacts {
  /** The places of values in its answers, as JSON pointers, if the documents leave the place open. */
  readonly mapping: readonly { readonly place: string; readonly pointer: string; readonly how: 'found' | 'set' }[];
  /** Records that the run created and left, since the documents show no way to remove them. */
  readonly leftovers: readonly { readonly name: string; readonly resource: 'server' | 'app' }[];
}

/** The cases that a run was asked for; without any field, all. */
export interface CaseSelection {
  /** Absent for a run at full depth. */
  readonly depth?: 'quick' | 'standard';
  readonly document?: 1 | 2 | 3;
  /** A glob of ids. */
  readonly only?: string;
  /** A glob of excluded ids. */
  readonly exclude?: string;
  /** `I/N`: part I of N. */
  readonly shard?: string;
  /** Only the cases that failed in the last run. */
  readonly lastFailed?: boolean;
}

/** When, where and how a run was made. Besides durations, only this part of a report may differ between two runs with one seed. */
export interface Circumstances {
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** Operating system, architecture, processors and release of Node. */
  readonly machine: string;
  /** The command line, without secrets. */
  readonly command: string;
}

/** The outcome of a run: `failed` with a violation or a stale deviation, otherwise `undecided` if something is open. */
export interface RunOutcome {
  readonly verdict: 'passed' | 'failed' | 'undecided';
  /** The run in one sentence. */
  readonly headline: string;
  /** Why the run proves nothing, besides the failures. */
  readonly open: readonly string[];
  /** Cases that failed among others and could not be confirmed. */
  readonly unconfirmed: number;
}

export interface ReportedTarget {
  readonly name: string;
  readonly kind: string;
  /** The host around the runtime and its version, such as `nginx 1.30.6`, if the target names it. */
  readonly host?: string;
  readonly runtimeVersion: string;
  readonly engine: string;
}

export interface RunReport {
  /** Version of this package. */
  readonly srvspec: string;
  readonly circumstances: Circumstances;
  readonly documents: readonly { readonly id: 1 | 2 | 3; readonly title: string; readonly sha256: string }[];
  readonly target: ReportedTarget;
  readonly seed: number;
  readonly runs: number;
  readonly selected: CaseSelection;
  /** SHA-256 of the deviations that were given for the run; absent if it used those recorded for the target. */
  readonly deviations?: string;
  /** The least number of observed cases: a number, or a percentage of those that apply. */
  readonly required?: string;
  /** The outcome of the run, in a written report: computed from the rest. */
  readonly outcome?: RunOutcome;
  readonly durationMs: number;
  /** Cases, by verdict. */
  readonly totals: Totals;
  readonly requirements: readonly RequirementReport[];
  /** Deviations recorded for this target that did not happen; each fails the run. */
  readonly staleDeviations: readonly { readonly id: string; readonly why: string }[];
  readonly service?: ServiceFacts;
  /** Why the run ended before all cases were tried: it was interrupted, or the target was lost. */
  readonly cutShort?: string;
  readonly coverage: {
    readonly rows: { readonly total: number; readonly covered: number; readonly excluded: number };
    readonly requirements: { readonly total: number; readonly tested: number };
    readonly sections: readonly SectionCoverage[];
  };
}

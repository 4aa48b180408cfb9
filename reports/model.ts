/**
 * What a run found, as every report format is given it. The shape of the JSON report is this model, byte for byte.
 */

/**
 * `recorded` is the verdict on what the documents leave open: what was observed is kept and nothing is claimed. All others are
 * about what the documents say.
 */
export type VerdictKind = 'conforms' | 'recorded' | 'violates' | 'deviates' | 'not-applicable' | 'inconclusive';

/** Why a case violates: a wrong answer, or a target that went down or never answered. */
export type ViolationReason = 'wrong' | 'crash' | 'hang';

export type CaseKind = 'example' | 'property' | 'exchange' | 'stream' | 'model';

export interface CaseReport {
  readonly id: string;
  readonly kind: CaseKind;
  readonly verdict: VerdictKind;
  /** How it fails; on an inconclusive case: how it failed among others, which was not confirmed. */
  readonly failure?: ViolationReason;
  /** It was not observed, since the target lacks what it asks for; the reason says what. */
  readonly missing?: boolean;
  /**
   * `''` when it conforms or is recorded; `wrong: …`, `crash: …`, `hang: …` for violations; else why it was not judged or is
   * excused.
   */
  readonly reason: string;
  /** Number of inputs tried. */
  readonly inputs: number;
  readonly durationMs: number;
  /** What the clause asks for, rendered for a person; of a recorded case, what was supposed. Absent where it conforms. */
  readonly expected?: string;
  /** What the target did with `counterexample`, rendered for a person. Absent where it conforms; bounded where it is recorded. */
  readonly observed?: string;
  /** The smallest input found that shows the violation, or an input that was recorded, as JSON text in the tagged encoding. */
  readonly counterexample?: string;
  /** What a service was asked before that, each request with the status of its answer; the last ones of many. */
  readonly requests?: readonly string[];
  /** A command that shows this case again. */
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
 * - `covered`: a tested requirement cites it, nothing of it is left out, no pending glob matches it
 * - `untested`: as covered, but none of its requirements was tested
 * - `partly`: cited, but a pending glob matches it or requirements leave something of it out
 * - `pending`: not worked on, as a pending glob says
 * - `missing`: nothing speaks of it, which `checkSpec` complains about
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

/** What a run learned of a server-management API besides verdicts. */
export interface ServiceFacts {
  /** Where in its answers the values are whose place the documents leave open, as JSON pointers. */
  readonly mapping: readonly { readonly place: string; readonly pointer: string; readonly how: 'found' | 'set' }[];
  /** Records that the run created and left, since the documents show no way to remove them. */
  readonly leftovers: readonly { readonly name: string; readonly resource: 'server' | 'app' }[];
}

/** Which cases a run was asked for; all when nothing is said. */
export interface CaseSelection {
  /** Absent of a run at full depth. */
  readonly depth?: 'quick' | 'standard';
  readonly document?: 1 | 2 | 3;
  /** A glob of ids. */
  readonly only?: string;
  /** A glob of the ids that are left out. */
  readonly exclude?: string;
  /** `I/N`: the I-th of N parts. */
  readonly shard?: string;
  /** Those alone that failed in the last run. */
  readonly lastFailed?: boolean;
}

/** When, where and how a run was made: the part of a report, beside durations, that two runs with one seed need not share. */
export interface Circumstances {
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** Operating system, architecture, processors and release of Node. */
  readonly machine: string;
  /** The command line, without anything secret. */
  readonly command: string;
}

/** What a run comes to: `failed` with a violation or a stale deviation, `undecided` where something is open besides. */
export interface RunOutcome {
  readonly verdict: 'passed' | 'failed' | 'undecided';
  /** The run in one sentence. */
  readonly headline: string;
  /** Why the run is no proof that all is well, besides what fails it. */
  readonly open: readonly string[];
  /** Cases that were seen to fail among others, and could not be confirmed. */
  readonly unconfirmed: number;
}

export interface RunReport {
  /** Version of this package. */
  readonly srvspec: string;
  readonly circumstances: Circumstances;
  readonly documents: readonly { readonly id: 1 | 2 | 3; readonly title: string; readonly sha256: string }[];
  readonly target: {
    readonly name: string;
    readonly kind: string;
    /** The host around the runtime and its version, such as `nginx 1.30.6`, where the target names it. */
    readonly host?: string;
    readonly runtimeVersion: string;
    readonly engine: string;
  };
  readonly seed: number;
  readonly runs: number;
  readonly selected: CaseSelection;
  /** SHA-256 of the deviations that were named for the run; absent where it took those recorded for the target. */
  readonly deviations?: string;
  /** How many cases must be observed: a number, or a percentage of those that apply. */
  readonly required?: string;
  /** What the run comes to, in a written report: computed from the rest. */
  readonly outcome?: RunOutcome;
  readonly durationMs: number;
  /** Cases, by verdict. */
  readonly totals: Totals;
  readonly requirements: readonly RequirementReport[];
  /** Deviations recorded for this target that did not happen, each a failure of the run. */
  readonly staleDeviations: readonly { readonly id: string; readonly why: string }[];
  readonly service?: ServiceFacts;
  /** Why the run ended before all was tried: it was interrupted, or the target was lost. */
  readonly cutShort?: string;
  readonly coverage: {
    readonly rows: { readonly total: number; readonly covered: number; readonly excluded: number };
    readonly requirements: { readonly total: number; readonly tested: number };
    readonly sections: readonly SectionCoverage[];
  };
}

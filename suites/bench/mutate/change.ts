/** A change of the text of one source file, which makes the reference wrong. */

export interface SourceChange {
  /** Identifies it in excuses and reports, even after edits elsewhere. */
  readonly id: string;
  readonly source: 'fault' | 'mutant';
  /** From the root of the package. */
  readonly file: string;
  /** Replaced characters of the file: start and exclusive end. */
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
  /** Glob of the ids of requirements or cases that must see it; absent for mutants, whose cases follow from the rows of their file. */
  readonly seen?: string;
  /** Its description. */
  readonly says: string;
  /** 1-based, in the file. */
  readonly line: number;
}

/** The depths that a run of the suite can have. */
export type RunDepth = 'standard' | 'full';

/** Cases that are tried together; the next stage only runs if none of them violates. */
export interface Stage {
  readonly depth: RunDepth;
  readonly cases: readonly string[];
  /** Of the runtime; by default the newest. */
  readonly version?: string | undefined;
}

export interface ChangeOutcome {
  /** `undecided`: only cases that the documents leave open show it. */
  readonly verdict: 'killed' | 'survived' | 'timed out' | 'undecided' | 'invalid';
  /** The case that saw or shows it. */
  readonly by?: string;
  readonly depth?: RunDepth;
  /** Why it is invalid, or how it was seen if no case names it. */
  readonly why?: string;
  readonly milliseconds: number;
  /** Processor time of the cases at each depth, in milliseconds. */
  readonly processor: { readonly [of in RunDepth]: number };
}

/** The messages to a worker of the bench. */
export interface ChangeOrder {
  readonly change: SourceChange;
  readonly stages: readonly Stage[];
}

export type FromWorker =
  | { readonly kind: 'ready' }
  /** Another round of cases is done. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'outcome'; readonly outcome: ChangeOutcome }
  | { readonly kind: 'failed'; readonly why: string };

/** The text of the file with the change. */
export const applyChange = (text: string, { from, to, replacement }: SourceChange): string =>
  text.slice(0, from) + replacement + text.slice(to);

/** The 1-based number of the line with the character. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

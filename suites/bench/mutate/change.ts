/** A change of the text of one source file, which makes the reference wrong. */

export interface SourceChange {
  /** Names it in excuses and reports, also after edits elsewhere. */
  readonly id: string;
  readonly source: 'fault' | 'mutant';
  /** From the root of the package. */
  readonly file: string;
  /** Characters of the file that are replaced: from the first one to before the second one. */
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
  /** Glob of the ids of requirements or cases that must see it; absent for mutants, which the rows of their file find. */
  readonly seen?: string;
  /** What it is, for people. */
  readonly says: string;
  /** 1-based, in the file. */
  readonly line: number;
}

/** The depths that a run of the suite can have. */
export type RunDepth = 'standard' | 'full';

/** Cases that are tried together; the next ones only when none of them violates. */
export interface Stage {
  readonly depth: RunDepth;
  readonly cases: readonly string[];
  /** Of the runtime; the newest unless one is given. */
  readonly version?: string | undefined;
}

/** What became of a change. */
export interface ChangeOutcome {
  /** `undecided`: only cases that the documents leave open show it. */
  readonly verdict: 'killed' | 'survived' | 'timed out' | 'undecided' | 'invalid';
  /** The case that saw or shows it. */
  readonly by?: string;
  readonly depth?: RunDepth;
  /** Why it is invalid, or how it was seen where no case names it. */
  readonly why?: string;
  readonly milliseconds: number;
  /** Processor time of the cases at each depth, in milliseconds. */
  readonly processor: { readonly [of in RunDepth]: number };
}

/** The text of the file with the change in it. */
export const applyChange = (text: string, { from, to, replacement }: SourceChange): string =>
  text.slice(0, from) + replacement + text.slice(to);

/** The number of the line that the character is in, 1-based. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

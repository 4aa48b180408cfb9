/** Our decisions where the documents do not say enough. */

/** A decision where the documents are silent, ambiguous or say that something is not shown. */
export interface Ruling {
  readonly id: string;
  readonly rows: readonly string[];
  readonly question: string;
  readonly decision: string;
  readonly why: string;
  /** What is not judged as a consequence. */
  readonly unjudged?: string;
}

export interface RulingFile {
  readonly rulings: readonly Ruling[];
}

/** What workers of the bench are sent, and what they answer. */
import type { ChangeOutcome, SourceChange, Stage } from './change.js';

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

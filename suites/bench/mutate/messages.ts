/** What workers of the bench are sent, and what they answer. */
import type { Change, Outcome, Stage } from './change.js';

export interface Order {
  readonly change: Change;
  readonly stages: readonly Stage[];
}

export type FromWorker =
  | { readonly kind: 'ready' }
  /** Another round of cases is done. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly why: string };

import type { ArgumentCheck } from './inert-checks.js';

/** Directives that are alike. */
export interface InertDirectives {
  readonly contexts: readonly string[];
  /** Least and greatest number of words where it is not one. */
  readonly arity?: readonly [number, number];
  readonly check?: ArgumentCheck;
  readonly repeats?: boolean;
  /** Whether a block of any entries follows. */
  readonly opens?: 'list';
  readonly names: readonly string[];
}

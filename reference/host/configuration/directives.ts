import { coreDirectives } from './directives-core.js';
import { httpDirectives } from './directives-http.js';
import { scriptDirectives } from './directives-script.js';
import type { BlockDraft, ConfigurationDraft, Context } from './draft.js';
import type { Place } from './error.js';

/** What a directive is given when it is read: its words, its place, its block and the whole. */
export interface Reading {
  readonly words: readonly string[];
  readonly place: Place;
  readonly block: BlockDraft;
  readonly draft: ConfigurationDraft;
}

/** One row of the table of directives. */
export interface DirectiveRule {
  readonly contexts: readonly Context[];
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  /** The context of its block; a directive without it ends in a semicolon. */
  readonly opens?: Context | 'list';
  /** May stand once in a block. */
  readonly once?: boolean;
  /** Absent where there is nothing to do but to accept the directive. */
  readonly read?: (reading: Reading) => void;
}

/** Every directive the host knows. */
export const directives: ReadonlyMap<string, DirectiveRule> = new Map([
  ...Object.entries(coreDirectives),
  ...Object.entries(httpDirectives),
  ...Object.entries(scriptDirectives),
]);

import type { Directive } from '../../host/support/settings/directive.js';

/** The features of the real host that this one replaces, whether or not this one has them. */
export interface RealHost {
  /** Kinds of blocks that may contain a directive; `undefined` for a name that this host has or that neither has. */
  readonly contextsOf: (directive: string) => readonly string[] | undefined;
  /** A use of a directive in a kind of block, among its neighbours, that only the real host supports. */
  readonly lacking: (
    directive: Directive,
    context: string,
    neighbours: readonly Directive[],
  ) => LackingFeature | undefined;
  /** Whether `http` or `stream` has a variable with a lower-case name. */
  readonly hasVariable: (context: string, variable: string) => boolean;
}

/** A feature that the real host has and this one lacks. */
export interface LackingFeature {
  /** Its name in messages. */
  readonly text: string;
  /** Whether neither scripts nor clients see the effect of the directive. */
  readonly canSkip: boolean;
}

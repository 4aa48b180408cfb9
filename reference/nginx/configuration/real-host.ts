import type { Directive } from '../../host/support/settings/directive.js';

/** What the host that this one stands in for has, whether or not this one does. */
export interface RealHost {
  /** Kinds of blocks that a directive may stand in; `undefined` for a name that this host has or that neither knows. */
  readonly contextsOf: (directive: string) => readonly string[] | undefined;
  /** What a directive asks for in a kind of block, among its neighbours, that the real host alone has there. */
  readonly lacking: (
    directive: Directive,
    context: string,
    neighbours: readonly Directive[],
  ) => LackingFeature | undefined;
  /** Whether there is a variable of a lower-case name in `http` or `stream`. */
  readonly hasVariable: (context: string, variable: string) => boolean;
}

/** What the real host has and this one has not. */
export interface LackingFeature {
  /** How messages call it. */
  readonly text: string;
  /** Whether neither scripts nor clients see what the directive changes. */
  readonly canSkip: boolean;
}

/** What the host that this one stands in for has, whether or not this one does. */
export interface RealHost {
  readonly name: string;
  /** Kinds of blocks that a directive may stand in; `undefined` for a name that it does not know either. */
  readonly contextsOf: (directive: string) => readonly string[] | undefined;
  /** Whether a script or a client sees what a directive changes. */
  readonly isSeen: (directive: string) => boolean;
  /** Whether there is a variable of a lower-case name in `http` or `stream`. */
  readonly hasVariable: (context: string, variable: string) => boolean;
}

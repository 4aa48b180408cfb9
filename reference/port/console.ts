export type ConsoleLevel = 'info' | 'warn' | 'error';

/** The host side of `console`. */
export interface ConsolePort {
  /** Each message is separate; the host decides whether several share a line. */
  readonly write: (level: ConsoleLevel, ...messages: string[]) => void;
  /** Milliseconds, with fractions, since an arbitrary start. */
  readonly now: () => number;
}

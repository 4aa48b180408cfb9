export type ConsoleLevel = 'info' | 'warn' | 'error';

/** Behind `console`. */
export interface ConsolePort {
  /** Messages are separate; whether they share a line is the host's affair. */
  readonly write: (level: ConsoleLevel, ...messages: string[]) => void;
  /** Milliseconds from an arbitrary start, with fractions. */
  readonly now: () => number;
}

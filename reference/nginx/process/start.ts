import type { StartOptions } from '../messages.js';
import type { HostCommandLine } from './command-line.js';
import type { Errors } from './errors.js';
import type { ProgramDefaults } from './program-defaults.js';

/** How a program was started, besides its command line. */
export interface StartContext {
  readonly defaults: ProgramDefaults;
  /** Exit status for an invalid command line; 1 by default. */
  readonly usageStatus?: number;
  /** Present in a background process, whose standard error is a log: prints for the process that waits for the start. */
  readonly print?: (text: string) => void;
}

/** What a program needs after its command line was accepted. */
export interface ProgramContext extends StartContext {
  readonly words: readonly string[];
  readonly given: HostCommandLine;
  readonly options: StartOptions;
  readonly errors: Errors;
}

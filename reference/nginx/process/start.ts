import type { StartOptions } from '../messages.js';
import type { HostCommandLine } from './command-line.js';
import type { Errors } from './errors.js';
import type { ProgramDefaults } from './program-defaults.js';

/** How a program was started besides its words. */
export interface StartContext {
  readonly defaults: ProgramDefaults;
  /** Exit status for words that make no sense; 1 unless it is given. */
  readonly usageStatus?: number;
  /** Set in the background, where the standard error is a log already: prints for whoever waits for the start. */
  readonly print?: (text: string) => void;
}

/** All that a program needs once its command line makes sense. */
export interface ProgramContext extends StartContext {
  readonly words: readonly string[];
  readonly given: HostCommandLine;
  readonly options: StartOptions;
  readonly errors: Errors;
}

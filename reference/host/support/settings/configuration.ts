import type { Block } from './block.js';
import type { Warning } from './directive.js';

/** A configuration that was read. The settings of the modules contain the values of its directives. */
export interface Configuration {
  readonly file: string;
  /** The folder of relative paths such as those of logs; it ends in a slash, like the next one. */
  readonly prefix: string;
  /** The folder of the configuration file, and of relative inclusions and scripts. */
  readonly configurationPrefix: string;
  readonly main: Block;
  /** The text of each configuration file. */
  readonly files: ReadonlyMap<string, string>;
  /** Warnings about a valid configuration. */
  readonly warnings: readonly Warning[];
}

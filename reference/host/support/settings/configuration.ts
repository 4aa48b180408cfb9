import type { Block } from './block.js';
import type { Warning } from './directive.js';

/** A configuration that was read. What its directives say, the settings of their modules know. */
export interface Configuration {
  readonly file: string;
  /** Folder of relative paths such as those of logs; ends in a slash, as the next one. */
  readonly prefix: string;
  /** Folder of the configuration file, of inclusions and scripts. */
  readonly configurationPrefix: string;
  readonly main: Block;
  /** The text of each file that it was read from. */
  readonly files: ReadonlyMap<string, string>;
  /** What is to be said of it although it is accepted. */
  readonly warnings: readonly Warning[];
}

import { serving } from '../nginx/process/manners.js';
import { launch } from './launch.js';

/** Exit status for words on the command line that make no sense. */
const usageStatus = 2;

/**
 * Serves until a signal ends it, in the foreground unless the configuration says otherwise; takes nginx's command line, and `--srv NAME`
 * and `--rt NAME`, which give the two globals other names, `--runtime-version V`, which makes the runtime an older one, and `--watch`.
 * Returns the exit status.
 */
export function serve(words: readonly string[]): Promise<number> {
  return launch(words, { manners: serving, usageStatus });
}

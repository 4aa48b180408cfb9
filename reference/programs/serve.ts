import { serveDefaults } from '../nginx/process/program-defaults.js';
import { launch } from './launch.js';

/** Exit status for a command line that was rejected. */
const usageStatus = 2;

/**
 * Serves until a signal ends it, in the foreground unless the configuration says otherwise. Returns the exit status.
 * Accepts nginx's command line, and further options: `--srv NAME` and `--rt NAME` rename the two globals, `--runtime-version V` selects an
 * older runtime, and `--watch` reloads after changes.
 */
export function serve(words: readonly string[]): Promise<number> {
  return launch(words, { defaults: serveDefaults, usageStatus });
}

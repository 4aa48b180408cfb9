/**
 * The first step of the build: generates the cases from `spec`, and removes compiled files whose sources are gone. It runs from a bundle,
 * since nothing of ours is compiled yet. `srvspec generate` writes the committed files.
 */
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { UserError } from '../../spec/reading/user-error.js';
import { builtFiles } from '../emit/built.js';
import { writeGenerated } from '../emit/files.js';
import { removeStale } from './stale.js';

try {
  writeGenerated(PACKAGE_ROOT, builtFiles(PACKAGE_ROOT).built);
  removeStale(PACKAGE_ROOT);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitStatus;
}

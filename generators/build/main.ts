/**
 * What the build does before it compiles: it generates the cases from `spec`, and removes what was
 * compiled of sources that are gone. Run from a bundle, since nothing of ours is compiled yet; `srvspec generate` writes what is
 * committed.
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

/**
 * What the build generates before it compiles: the cases, from the specification as it stands in `spec`. Run from a bundle,
 * since nothing of ours is compiled yet; `srvspec generate` writes what is committed.
 */
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { UserError } from '../../spec/reading/user-error.js';
import { builtFiles } from '../emit/built.js';
import { writeGenerated } from '../emit/files.js';

try {
  writeGenerated(PACKAGE_ROOT, builtFiles(checkedSpec(PACKAGE_ROOT)).built);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitStatus;
}

/**
 * What the build generates before it compiles: the cases, from the specification as it stands in `spec`. Run from a bundle,
 * since nothing of ours is compiled yet; `srvspec generate` writes what is committed.
 */
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { builtFiles } from '../emit/built.js';
import { writeGenerated } from '../emit/files.js';

try {
  writeGenerated(PACKAGE_ROOT, builtFiles(checkedSpec(PACKAGE_ROOT)).built);
} catch (error) {
  // Complaints about the specification, each with its place; anything else is a fault of ours and shows where.
  const isComplaint = error instanceof Error && /^(Spec|Planning)Error$/.test(error.constructor.name);
  process.stderr.write(`${error instanceof Error ? (isComplaint ? error.message : error.stack) : error}\n`);
  process.exitCode = 1;
}

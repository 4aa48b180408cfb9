/** Parts of the host that programs start with, each bundled into one file. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { builtUrl } from '../host/support/built-file.js';
import { type CodeFile, compiled } from '../host/support/loading/compiled.js';

/** The exports of each bundle. */
interface Bundles {
  readonly exec: typeof import('../exec/exec.js');
  readonly program: typeof import('../nginx/process/program.js');
  /** A thread's bundle exports nothing. */
  readonly 'script-worker': object;
}

export const BUNDLES: readonly (keyof Bundles)[] = ['exec', 'program', 'script-worker'];

/** The file of a bundle. Its URL is its name, as for other modules. */
export function bundleFile(name: keyof Bundles): CodeFile {
  const url = builtUrl(`bundled/${name}.cjs`);
  return { url, name: url.href, parameters: ['require', '__filename', 'module'], end: 'return module.exports;' };
}

/** Evaluates a bundle. */
export function loadBundle<N extends keyof Bundles>(name: N): Bundles[N] {
  const file = bundleFile(name);
  const evaluate = compiled(file).runInThisContext();
  return evaluate(createRequire(file.url), fileURLToPath(file.url), {});
}

/** What the compiler wrote for sources that are there no more: it leaves it, and tests of former days would be run. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Removes it; the paths below `dist`, without their endings. */
export function removeStale(root: string): readonly string[] {
  const dist = join(root, 'dist');
  const stale = staleOutputs(readdirSync(dist, { recursive: true, encoding: 'utf8' }), (source) =>
    existsSync(join(root, source)),
  );
  for (const path of stale) for (const ending of ['.js', '.d.ts']) rmSync(join(dist, `${path}${ending}`));
  return stale;
}

/**
 * Outputs without a source, without their endings. The compiler writes a script and its types side by side; a bundle has no types, and
 * what is compiled for its types alone has no script.
 */
export function staleOutputs(outputs: readonly string[], isSource: (path: string) => boolean): readonly string[] {
  const all = new Set(outputs);
  return outputs.flatMap((path) => {
    if (!path.endsWith('.d.ts')) return [];
    const name = path.slice(0, -'.d.ts'.length);
    return all.has(`${name}.js`) && !isSource(`${name}.ts`) ? [name.replaceAll(sep, '/')] : [];
  });
}

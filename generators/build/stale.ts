/** Removes compiled files whose sources are gone. The compiler leaves them, and tests that were deleted would still run. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Removes stale outputs; returns their paths below `dist`, without extensions. */
export function removeStale(root: string): readonly string[] {
  const dist = join(root, 'dist');
  const stale = staleOutputs(readdirSync(dist, { recursive: true, encoding: 'utf8' }), (source) =>
    existsSync(join(root, source)),
  );
  for (const path of stale) for (const ending of ['.js', '.d.ts']) rmSync(join(dist, `${path}${ending}`));
  return stale;
}

/**
 * Outputs without a source, without extensions. The compiler writes a script and its types side by side. A bundle has no types, and a
 * source that is compiled for its types alone has no script.
 */
function staleOutputs(outputs: readonly string[], isSource: (path: string) => boolean): readonly string[] {
  const all = new Set(outputs);
  return outputs.flatMap((path) => {
    if (!path.endsWith('.d.ts')) return [];
    const name = path.slice(0, -'.d.ts'.length);
    return all.has(`${name}.js`) && !isSource(`${name}.ts`) ? [name.replaceAll(sep, '/')] : [];
  });
}

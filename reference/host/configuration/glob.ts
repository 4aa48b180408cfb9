import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files that a path with `*` or `?` in its last part names, in order; the path itself when it has neither. */
export function expand(path: string): readonly string[] {
  const pattern = basename(path);
  if (!/[*?]/.test(pattern)) return [path];
  const matcher = new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  );
  const directory = dirname(path);
  return entries(directory)
    .filter((name) => !name.startsWith('.') && matcher.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/** A pattern in a folder that is not there names nothing. */
function entries(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files that a path with `*` or `?` in its last part names, in order; the path itself when it has neither. */
export function expand(path: string): readonly string[] {
  const pattern = basename(path);
  if (!/[*?]/.test(pattern)) return [path];
  const directory = dirname(path);
  return entries(directory)
    .filter((name) => !name.startsWith('.') && matches(name, pattern))
    .sort()
    .map((name) => join(directory, name));
}

/** Whether a name is what a pattern says. Of the stars, the last one that was met takes one character more where it goes no further. */
export function matches(name: string, pattern: string): boolean {
  let [at, of] = [0, 0];
  let star: { readonly of: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = pattern.charAt(of);
    if (wanted === '*') {
      star = { of, at };
      of += 1;
    } else if (wanted === '?' || wanted === name.charAt(at)) {
      at += 1;
      of += 1;
    } else {
      if (star === undefined) return false;
      star.at += 1;
      at = star.at;
      of = star.of + 1;
    }
  }
  return /^\**$/.test(pattern.slice(of));
}

/** A pattern in a folder that is not there names nothing. */
function entries(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

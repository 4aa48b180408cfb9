import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a path is a pattern instead of the name of one file. */
export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** Files that match an absolute path with wildcards in any of its parts, in the order of their bytes. */
export function expand(path: string): readonly string[] {
  let found: readonly string[] = ['/'];
  for (const part of path.split('/').filter((each) => each !== '')) {
    found = isPattern(part)
      ? found.flatMap((folder) => inFolder(folder, part))
      : found.map((folder) => join(folder, part.replace(/\\(.)/g, '$1'))).filter(exists);
  }
  return [...found].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

/** A leading dot must be matched by a literal dot. */
function inFolder(folder: string, pattern: string): readonly string[] {
  return entries(folder)
    .filter((name) => (name.startsWith('.') ? pattern.startsWith('.') : true) && matchesGlob(name, pattern))
    .map((name) => join(folder, name));
}

/** Whether a name matches a pattern. After a mismatch, the last star takes one more character. */
export function matchesGlob(name: string, pattern: string): boolean {
  const parts = partsOf(pattern);
  let [at, of] = [0, 0];
  let star: { readonly of: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = parts[of];
    if (wanted === '*') {
      star = { of, at };
      of += 1;
    } else if (wanted?.(name.charAt(at)) === true) {
      at += 1;
      of += 1;
    } else {
      if (star === undefined) return false;
      star.at += 1;
      at = star.at;
      of = star.of + 1;
    }
  }
  return parts.slice(of).every((part) => part === '*');
}

/** The items of a pattern. */
type GlobPart = '*' | ((character: string) => boolean);

function partsOf(pattern: string): readonly GlobPart[] {
  const parts: GlobPart[] = [];
  const form = /\*|\?|\[(?<not>[!^]?)(?<set>\]?(?:\\.|[^\]\\])*)\]|\\?(?<plain>[\s\S])/g;
  for (const { 0: text, groups } of pattern.matchAll(form)) {
    const { not, set, plain } = groups ?? {};
    if (text === '*') parts.push('*');
    else if (text === '?') parts.push(() => true);
    else if (set !== undefined) parts.push(oneOf(set, not !== ''));
    else parts.push((character) => character === plain);
  }
  return parts;
}

function oneOf(set: string, negated: boolean): (character: string) => boolean {
  const ranges = [...set.matchAll(/\\?([\s\S])(?:-\\?([\s\S]))?/g)].map(
    ([, from = '', to = from]) => [from, to] as const,
  );
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== negated;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A pattern in a missing folder matches nothing. */
function entries(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

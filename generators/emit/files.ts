/** Writes generated files only if they differ, so that the compiler does not read them again. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file to be written; `path` is relative to the package root. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Folders with generated files alone: a file that is no longer generated is removed. */
const GENERATED_FOLDERS = ['suites/cases/generated', 'suites/language/generated'] as const;

/** Writes the files that differ and removes those whose source is gone; returns the paths of both. */
export function writeGenerated(
  root: string,
  files: readonly GeneratedFile[],
): { changed: string[]; removed: string[] } {
  const changed = files.filter((file) => isStale(root, file));
  for (const { path, text } of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const removed = leftovers(root, files);
  for (const path of removed) rmSync(join(root, path));
  return { changed: changed.map(({ path }) => path), removed };
}

/** Whether the file is missing or differs. */
export function isStale(root: string, { path, text }: GeneratedFile): boolean {
  return !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text;
}

function leftovers(root: string, files: readonly GeneratedFile[]): string[] {
  const known = new Set(files.map(({ path }) => path));
  return GENERATED_FOLDERS.flatMap((folder) => {
    if (!existsSync(join(root, folder)) || !files.some(({ path }) => path.startsWith(`${folder}/`))) return [];
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
  }).filter((path) => !known.has(path));
}

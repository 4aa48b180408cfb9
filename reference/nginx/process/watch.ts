import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Reports a change of one of some files. Their folders are watched, because editors replace files. A file has changed if its time, size or
 * inode differs from the last check.
 */
export class FileWatch {
  readonly #onChange: () => void;
  #watchers: readonly FSWatcher[] = [];
  #seen = new Map<string, string>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these files instead of the previous ones. */
  follow(files: readonly string[]): void {
    this.close();
    this.#seen = new Map(files.map((file) => [file, stateOf(file)]));
    const folders = grouped(files);
    this.#watchers = [...folders].map(([folder, inside]) => {
      const names = new Set(inside.map((file) => basename(file)));
      const watcher = watch(folder, (_, name) => {
        if (name === null || names.has(name)) this.#look();
      });
      // A removed folder reports no more changes.
      return watcher.on('error', () => undefined);
    });
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  #look(): void {
    const now = new Map([...this.#seen.keys()].map((file) => [file, stateOf(file)]));
    const changed = [...now].some(([file, state]) => this.#seen.get(file) !== state);
    this.#seen = now;
    if (changed) this.#onChange();
  }
}

function grouped(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  return folders;
}

function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return 'not there';
  }
}

import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Tells when one of some files changes. Their folders are watched, since editors put new files in the place of old ones; a file counts as
 * changed where its time, its size or its number differs from what was seen last.
 */
export class FileWatch {
  readonly #onChange: () => void;
  #watchers: readonly FSWatcher[] = [];
  #seen = new Map<string, string>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these files instead of those before. */
  follow(files: readonly string[]): void {
    this.close();
    this.#seen = new Map(files.map((file) => [file, stateOf(file)]));
    const folders = grouped(files);
    this.#watchers = [...folders].map(([folder, inside]) => {
      const names = new Set(inside.map((file) => basename(file)));
      const watcher = watch(folder, (_, name) => {
        if (name === null || names.has(name)) this.#look();
      });
      // A folder that is taken away has nothing more to tell.
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

import type { Place } from './complaints.js';
import type { Path, Source } from './sources.js';

interface ValueOrigin {
  readonly source: Source;
  readonly path: Path;
}

/** Records the file and the path that each object and array of the specification was read from. */
export class Places {
  readonly #origins = new WeakMap<object, ValueOrigin>();

  /** Records everything inside a source's data. */
  record(source: Source, value: unknown = source.data, path: Path = []): void {
    if (typeof value !== 'object' || value === null) return;
    this.#origins.set(value, { source, path });
    for (const [key, inner] of Object.entries(value)) this.record(source, inner, [...path, key]);
  }

  /** Records that a value was derived from a read one and has its place. */
  derive(value: object, from: object): void {
    const origin = this.#origins.get(from);
    if (origin === undefined) return;
    this.#origins.set(value, origin);
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && inner !== null) this.#origins.set(inner, origin);
  }

  /** Records that a value has the place of another; values inside it keep their own. */
  moved<T extends object>(value: T, from: object): T {
    const origin = this.#origins.get(from);
    if (origin !== undefined) this.#origins.set(value, origin);
    return value;
  }

  /** Place of `value`, or of the value at `path` inside it. */
  of(value: object, ...path: Path): Place {
    const origin = this.#origins.get(value);
    if (origin === undefined) throw new Error('a place was requested for a value that was not read from a file');
    return origin.source.at([...origin.path, ...path]);
  }
}

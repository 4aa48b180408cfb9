/** 3/file-system-module/read-sync and similar ones: views of every kind, of all their memory or a part of it. */
import type { ViewKind } from '../../support/arbitraries.js';
import { scripted, widthOf } from './descriptor-model.js';
import type { FdForm, FdScript, MemoryView } from './descriptor-steps.js';

const MEMORY = Uint8Array.from({ length: 64 }, (_, i) => 48 + i);
const CONTENT = 'abcdefghijklmnopqrstuvwxyz';

/** The size of the views: all of a memory, its end, a part of it, or a part of a part. */
const BYTES = 16;
const WAYS: { readonly [way: string]: (kind: ViewKind | 'DataView') => MemoryView } = {
  whole: (kind) => ({ kind, memory: MEMORY.slice(0, BYTES), from: 0, length: BYTES / widthOf(kind) }),
  end: (kind) => ({ kind, memory: MEMORY, from: 48, length: BYTES / widthOf(kind) }),
  part: (kind) => ({ kind, memory: MEMORY, from: 8, length: BYTES / widthOf(kind) }),
  partOfPart: (kind) => ({
    kind,
    memory: MEMORY,
    from: 16,
    length: 32 / widthOf(kind),
    within: [8 / widthOf(kind), 24 / widthOf(kind)],
  }),
};

interface ViewRow {
  readonly form: FdForm;
  readonly kind: ViewKind | 'DataView';
  readonly way: string;
}

/** Offsets and lengths count bytes, whatever the element size. */
const PLACES: readonly (readonly unknown[])[] = [
  [0], [0, 16], [0, 1], [3], [3, 5], [15], [15, 1], [16], [16, 0], [0, 0], [8, undefined, 2], [1, 2, 24], [5, 11, 20], [2, 4, 6], [0, undefined, null],
]; // biome-ignore format: a table

const scripts = (action: 'read' | 'write', places: readonly (readonly unknown[])[]) =>
  scripted(({ form, kind, way }: ViewRow): FdScript => {
    const view = WAYS[way]?.(kind);
    return {
      form,
      files: { a: CONTENT },
      steps: [['open', 'f', 'a', 'r+'], ...places.map((args) => [action, 'f', view, ...args])],
    };
  });

const withLength = PLACES.map(([offset, length = BYTES - Number(offset), ...position]) => [
  offset,
  length,
  ...position,
]);

export const reads = scripts('read', withLength);
export const writes = scripts('write', withLength);
export const readsRest = scripts('read', PLACES);
// Only a write may have no offset.
export const writesRest = scripts('write', [...PLACES, []]);

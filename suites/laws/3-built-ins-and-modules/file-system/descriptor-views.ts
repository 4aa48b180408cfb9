/** 3/file-system-module/read-sync and similar ones: views of every kind, of all their memory or a part of it. */
import type { ViewKind } from '../../support/arbitraries.js';
import { scripted, widthOf } from './descriptor-model.js';
import type { FdForm, FdScript, MemoryView } from './descriptor-steps.js';

const MEMORY = Uint8Array.from({ length: 64 }, (_, i) => 48 + i);
const CONTENT = 'abcdefghijklmnopqrstuvwxyz';

/** Views of 16 bytes: all of a memory, its end, a part of it, or a part of a part. */
const WAYS: { readonly [way: string]: (kind: ViewKind | 'DataView') => MemoryView } = {
  whole: (kind) => ({ kind, memory: MEMORY.slice(0, 16), from: 0, length: 16 / widthOf(kind) }),
  end: (kind) => ({ kind, memory: MEMORY, from: 48, length: 16 / widthOf(kind) }),
  part: (kind) => ({ kind, memory: MEMORY, from: 8, length: 16 / widthOf(kind) }),
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
  [0], [0, 16], [0, 1], [3], [3, 5], [15], [15, 1], [16], [16, 0], [0, 0], [8, undefined, 2], [1, 2, 24], [5, 11, 20], [0, undefined, null],
]; // biome-ignore format: a table

const scriptOf = (action: 'read' | 'write', { form, kind, way }: ViewRow): FdScript => {
  const view = WAYS[way]?.(kind);
  const steps = [
    ['open', 'f', 'a', 'r+'],
    ...PLACES.map((args) => [action, 'f', view, ...args]),
    // Only a write may have no offset.
    ...(action === 'write' ? [['write', 'f', view]] : []),
  ];
  return { form, files: { a: CONTENT }, steps };
};

export const reads = scripted((data: ViewRow) => scriptOf('read', data));
export const writes = scripted((data: ViewRow) => scriptOf('write', data));

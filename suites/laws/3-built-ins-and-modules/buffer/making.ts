/** Buffer objects and how they are made: 3/buffer-objects and the static members of 3/buffer-module. */
import fc from 'fast-check';
import { type ViewKind, viewOf } from '../../support/arbitraries.js';
import { differential, differentialExample } from '../../support/differential.js';
import { parts } from './parts.js';

export { atSizes } from '../../support/sizes.js';
export { onViews } from '../../support/views.js';
export { concatenates } from './concat.js';
export * from './from.js';

type Source = 'list' | 'array-buffer' | 'buffer' | 'object' | 'string';

interface Made {
  readonly making: 'alloc' | 'alloc-unsafe' | 'concat' | 'subarray' | 'slice' | `from-${Source}`;
  readonly look: 'bytes' | 'length' | 'isBuffer' | 'memory';
}

/** Buffers made in every way with the same bytes, which are ASCII so that they may be a text too. */
export const made = differential(
  (data: Made) =>
    fc
      .array(fc.nat({ max: 127 }), { minLength: 1, maxLength: 12 })
      .map((list) => ({ ...data, list, text: String.fromCharCode(...list) })),
  ({ making, look, list, text }) => {
    const set = (buf: Buffer) => {
      for (let i = 0; i < list.length; i++) buf[i] = list[i] || 0;
      return buf;
    };
    const around = Buffer.from([1, 2].concat(list).concat([3]));
    const makers = {
      alloc: () => set(Buffer.alloc(list.length)),
      'alloc-unsafe': () => set(Buffer.allocUnsafe(list.length)),
      concat: () => Buffer.concat([Buffer.from(list.slice(0, 1)), Buffer.from(list.slice(1))]),
      'from-list': () => Buffer.from(list),
      'from-array-buffer': () => set(Buffer.from(new ArrayBuffer(list.length + 2), 1, list.length)),
      'from-buffer': () => Buffer.from(around.subarray(2, list.length + 2)),
      'from-object': () => Buffer.from({ valueOf: () => text }),
      'from-string': () => Buffer.from(text),
      subarray: () => around.subarray(2, list.length + 2),
      slice: () => around.slice(2, list.length + 2),
    };
    const maker = makers[making];
    const buf = maker();
    if (look === 'length') return buf.length;
    if (look === 'isBuffer') return Buffer.isBuffer(buf);
    if (look === 'bytes') return list.map((_, i) => buf[i]);
    buf[0] = 251;
    return [buf.buffer instanceof ArrayBuffer, new Uint8Array(buf.buffer, buf.byteOffset, buf.length)];
  },
);

type Look =
  | 'bytes'
  | 'lengths'
  | 'memory'
  | 'offset'
  | 'copy'
  | 'apart'
  | `byteLength${'' | 'OfArrayBuffer' | 'OfDataView'}`;

/** What is seen of a part of a memory. */
export const sees = differential(
  ({ look }: { look: Look }) => parts.map((part) => ({ ...part, look })),
  ({ memory, from, to, look }) => {
    const part = memory.subarray(from, to);
    const onThird = Buffer.from(new ArrayBuffer(memory.length + 3), 3);
    const copy = Buffer.from(part);
    const looks = {
      bytes: () => {
        const list = [];
        for (let i = 0; i < part.length; i++) list.push(part[i]);
        return list;
      },
      lengths: () => [part.length, memory.length],
      memory: () => new Uint8Array(part.buffer, part.byteOffset, part.length),
      offset: () => [onThird.byteOffset, onThird.subarray(from, to).byteOffset],
      /** Changes of either are not seen in the other. */
      copy: () => {
        if (to > from) copy[0] = 251;
        if (to > from) memory[to - 1] = 252;
        return { copy, memory };
      },
      apart: () => copy.buffer === part.buffer && copy.byteOffset === part.byteOffset,
      byteLength: () => Buffer.byteLength(part),
      byteLengthOfArrayBuffer: () => Buffer.byteLength(new ArrayBuffer(to)),
      byteLengthOfDataView: () => Buffer.byteLength(new DataView(new ArrayBuffer(memory.length), from, to - from)),
    };
    const seen = looks[look];
    return seen();
  },
);

interface Setting {
  readonly value: number;
  readonly index?: number;
  /** So many values, one after the other, from the index on. */
  readonly count?: number;
}

const set = ({ index, values }: { index: number; values: readonly number[] }): unknown => {
  const buf = Buffer.alloc(values.length + 2);
  values.forEach((value, i) => {
    buf[index + i] = value;
  });
  return [buf, values.map((_, i) => buf[index + i])];
};

const settingOf = ({ index = 1, value, count = 1 }: Setting) => ({
  index,
  values: Array.from({ length: count }, (_, i) => value + i),
});

export const sets = differentialExample(settingOf, set);

/** A byte of a Buffer that begins anywhere in its memory. */
export const setsAny = differential(
  (_: object) => fc.record({ part: parts, drawn: fc.nat(), value: fc.nat({ max: 255 }) }),
  ({ part, drawn, value }) => {
    const buf = part.memory.subarray(part.from, part.to);
    if (buf.length > 0) buf[drawn % buf.length] = value;
    return [buf, part.memory];
  },
);

export const isNoBuffer = differential(
  (_: object) => fc.jsonValue(),
  (value) => Buffer.isBuffer(value),
);

export const byteLengthOfView = differential(
  ({ kind }: { kind: ViewKind }) => viewOf(kind),
  (view, t) => t.invoke(Buffer, 'byteLength', [view]),
);

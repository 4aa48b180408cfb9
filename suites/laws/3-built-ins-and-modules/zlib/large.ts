/** 3/zlib-module: streams of a few bytes that hold a great many, and data that fill many thousand chunks. */
import { attempted, either, record, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Inflater } from './streams.js';

/**
 * One dynamic block: a zero, and then matches of 258 bytes, each of two bits that are zero. The last byte but those of zeros
 * begins with the end of the block.
 */
const HEAD = Buffer.from('edc0810000000080a0fda917a900', 'hex');
const TAIL = Buffer.from('06', 'hex');
/** Matches in the head, and in each byte of zeros between head and tail. */
const IN_HEAD = 4;
const IN_BYTE = 4;

/** So many bytes of zeros between head and tail. */
interface Bomb {
  readonly bytes: number;
}

const sizeOf = ({ bytes }: Bomb): number => 1 + (IN_HEAD + bytes * IN_BYTE) * 258;

/** A few places are looked at, and the memory is free again for the next call, which must do as well as ever. */
export const endures = example({
  input: ({ bytes }: Bomb) => ({ head: HEAD, bytes, tail: TAIL, small: Buffer.from('cb48cdc9c90700', 'hex') }),
  probe: ({ head, bytes, tail, small }, t) => {
    const raw = new Uint8Array(head.length + bytes + tail.length);
    raw.set(head);
    raw.set(tail, head.length + bytes);
    const large = t.attempt(() => {
      const data = t.zlib.inflateRawSync(Buffer.from(raw.buffer));
      let sum = 0;
      for (let i = 0; i < 1000; i++) sum += data[Math.floor((data.length - 1) * (i / 999))] || 0;
      return [data.length, sum];
    });
    return { large, after: t.zlib.inflateRawSync(small).toString() };
  },
  expect: (of) => record({ large: either(attempted(throws()), attempted([sizeOf(of), 0])), after: 'hello' }),
});

/** What is compressed is decompressed again; its size and a sum of all of its bytes are told. */
export const comesBack = example({
  input: ({
    size,
    ...of
  }: {
    readonly size: number;
    readonly member: 'deflateSync' | 'deflateRawSync';
    readonly level: number;
  }) => ({ size, ...of, back: BACK[of.member] }),
  probe: ({ size, member, level, back }, t) => {
    const data = Buffer.alloc(size);
    let state = 7;
    for (let i = 0; i < size; i++) {
      state = (state * 171 + 11) % 30269;
      data[i] = state;
    }
    const result = t.invoke(t.zlib, back, [t.invoke(t.zlib, member, [data, { level }])]);
    let wrong = 0;
    if (!(result instanceof Uint8Array)) return { length: -1, wrong: -1 };
    for (let i = 0; i < size; i++) if (result[i] !== data[i]) wrong++;
    return { length: result.length, wrong };
  },
  expect: ({ size }) => record({ length: size, wrong: 0 }),
});

const BACK: { readonly deflateSync: Inflater; readonly deflateRawSync: Inflater } = {
  deflateSync: 'inflateSync',
  deflateRawSync: 'inflateRawSync',
};

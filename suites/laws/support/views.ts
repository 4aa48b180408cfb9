/**
 * One axis for all that takes bytes by a view: views of every width of a whole memory, of parts of it and of parts of parts.
 * One trial tries an operation on all views of several kinds, and tells by kind and way what came of each.
 */
import { type Expectation, either, record } from '../../language/expectation.js';
import { example } from '../../language/law.js';
import type { Law } from '../../language/trial.js';
import { copied, TOOLS, type Tools } from './differential.js';

/** By the width of their elements. Not every runtime has those of eight bytes that hold integers. */
const KINDS = {
  uint8: ['Uint8Array'],
  bytes: ['Uint8Array', 'Buffer'],
  narrow: ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Buffer'],
  wide: ['Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'],
  integers: ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  widest: ['BigInt64Array', 'BigUint64Array'],
} as const;

interface Viewed {
  readonly does: Operation;
  readonly kinds: keyof typeof KINDS;
  /** Views are copied by their own slice first. */
  readonly copies?: boolean;
}

type Operation =
  | ('byteLength' | 'from' | 'shares' | 'concat' | 'sought' | 'compared' | 'fills' | 'target')
  | ('digest' | 'key' | 'decode' | 'encodeInto');

interface Order {
  readonly does: Operation;
  readonly kinds: readonly string[];
  readonly copies: boolean;
  /** What the memory holds: no byte twice, all of them ASCII. */
  readonly memory: Uint8Array;
}

const orderOf = ({ does, kinds, copies = false }: Viewed): Order => {
  return { does, copies, kinds: KINDS[kinds], memory: Uint8Array.from({ length: 64 }, (_, i) => 33 + i) };
};

type View = Uint8Array & { subarray(from?: number, to?: number): View; slice(from?: number, to?: number): View };
type Ways = { readonly [way: string]: unknown };

const tryViews = (input: Order, t: Tools): { [kind: string]: Ways } => {
  const globals: { readonly [name: string]: unknown } = Object(globalThis);
  const canMake = (of: unknown): of is new (...args: unknown[]) => View => typeof of === 'function';
  const viewOf = (kind: string, memory: ArrayBuffer, from: number, length?: number): View => {
    if (kind === 'Buffer') return Buffer.from(memory, from, length);
    const Kind = globals[kind];
    if (!canMake(Kind)) throw new Error(`there is no ${kind}`);
    return length === undefined ? new Kind(memory, from) : new Kind(memory, from, length);
  };
  const sizes: { readonly [way: string]: (kind: string, memory: ArrayBuffer) => View } = {
    whole: (kind, memory) => viewOf(kind, memory, 0),
    part: (kind, memory) => viewOf(kind, memory, 8, 3),
    tail: (kind, memory) => viewOf(kind, memory, 40),
    partOfPart: (kind, memory) => viewOf(kind, memory, 8, 5).subarray(1, 4),
    partOfTail: (kind, memory) => viewOf(kind, memory, 16).subarray(2),
    endOfPart: (kind, memory) => viewOf(kind, memory, 8, 5).subarray(-2),
    partOfPartOfPart: (kind, memory) => viewOf(kind, memory, 8, 6).subarray(1).subarray(1, 4).subarray(1),
    none: (kind, memory) => viewOf(kind, memory, 8, 5).subarray(2, 2),
  };
  const seen = (view: View): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // Byte by byte: not every engine copies views that begin inside their memory.
  const asItIs = (view: View): Uint8Array => {
    const bytes = seen(view);
    const now = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) now[i] = bytes[i] || 0;
    return now;
  };
  const buf = Buffer.from('*+,-./0123456789:;<=>?@ABC');
  const operations: { readonly [does in Operation]: (view: View, memory: ArrayBuffer) => unknown } = {
    byteLength: (view) => t.invoke(Buffer, 'byteLength', [view]),
    from: (view, memory) => {
      const made: unknown = t.invoke(Buffer, 'from', [view]);
      // A copy, of which nothing is seen in the view.
      if (made instanceof Uint8Array && made.length > 0) made[0] = 7;
      return [made, new Uint8Array(memory)];
    },
    shares: (view, memory) => {
      const over = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
      const before = asItIs(view);
      if (over.length > 0) over[over.length - 1] = 251;
      const changed = asItIs(view);
      seen(view).fill(252);
      return [before, changed, over, new Uint8Array(memory)];
    },
    concat: (view) => t.invoke(Buffer, 'concat', [[view, Buffer.from('>'), view]]),
    sought: (view) => ['indexOf', 'includes'].map((member) => t.invoke(buf, member, [view])),
    compared: (view) => [
      ['compare', 'equals'].map((member) => t.invoke(Buffer.from(asItIs(view)), member, [view])),
      ['compare', 'equals'].map((member) => t.invoke(buf, member, [view])),
      t.invoke(Buffer, 'compare', [view, Buffer.from(asItIs(view))]),
    ],
    fills: (view) => view.length === 0 || t.invoke(Buffer.alloc(2 * view.byteLength + 1), 'fill', [view]),
    target: (view, memory) => {
      buf.copy(view, 0);
      return [asItIs(view), new Uint8Array(memory)];
    },
    digest: (view) => t.crypto.createHash('sha256').update(view).digest('hex'),
    key: (view) => t.crypto.createHmac('sha256', view).update('message').digest('hex'),
    decode: (view) => new TextDecoder().decode(view),
    encodeInto: (view, memory) => {
      const result = new TextEncoder().encodeInto('ab€', view);
      return [result.read, result.written, new Uint8Array(memory)];
    },
  };
  const came: { [kind: string]: Ways } = {};
  input.kinds.forEach((kind) => {
    const ways: { [way: string]: unknown } = {};
    const has = kind === 'Buffer' || canMake(globals[kind]);
    Object.keys(sizes).forEach((way) => {
      const make = sizes[way];
      if (!has || make === undefined) return;
      const memory = new Uint8Array(input.memory).buffer;
      ways[way] = t.attempt(() => {
        const view = make(kind, memory);
        return operations[input.does](input.copies ? view.slice() : view, memory);
      });
    });
    came[kind] = ways;
  });
  return came;
};

const eachWay = (ways: Ways): Expectation => record(ways);

/** The oracles are the same functions of this process. */
export const onViews: Law<Viewed> = example({
  input: orderOf,
  probe: tryViews,
  expect: (data) => {
    const came = tryViews(copied(orderOf(data)), TOOLS);
    const kinds = Object.entries(came).map(([kind, ways]) => {
      return [kind, data.kinds === 'widest' ? either({}, eachWay(ways)) : eachWay(ways)];
    });
    return record(Object.fromEntries(kinds));
  },
});

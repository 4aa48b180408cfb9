/**
 * One axis for bytes in a view. `$view` has elements of every width. It shows a whole memory, a part of it, or a part of a
 * part; or it is a copy, or shows the memory of a Buffer.
 */
import { orderOf, type StepOrder, type StepsRow } from '../../language/steps.js';
import type { Law } from '../../language/trial.js';
import { ran, through } from './steps.js';

/** By the width of their elements. Some runtimes lack those of eight bytes that hold integers. */
const KINDS = {
  uint8: ['Uint8Array'],
  bytes: ['Uint8Array', 'Buffer'],
  narrow: ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Buffer'],
  wide: ['Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'],
  integers: ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  widest: ['BigInt64Array', 'BigUint64Array'],
  data: ['DataView'],
} as const;

/** The kinds of views, whether they are copied by their own slice first, and whether an empty one is omitted. */
type ViewsRow = StepsRow & { readonly kinds: keyof typeof KINDS; readonly copies?: boolean; readonly some?: boolean };

/** A step that makes a view of a kind over a memory. */
type Over = (memory: string, ...bounds: readonly (number | string)[]) => unknown;

const sub = (...bounds: readonly number[]) => ['$view', 'subarray', ...bounds];
const copy = (...bounds: readonly number[]) => ['$view', 'slice', ...bounds];

/** Ways to create a view. The first step makes the whole or a part of the memory; each other is called on the result. */
const WAYS: { readonly [way: string]: (over: Over) => readonly unknown[] } = {
  whole: (over) => [over('$memory', 0)],
  part: (over) => [over('$memory', 8, 3)],
  tail: (over) => [over('$memory', 40)],
  ofBuffer: (over) => [over('$held.buffer', '$held.byteOffset', 2)],
  tailOfBuffer: (over) => [over('$tail.buffer', '$tail.byteOffset')],
  ofView: (over) => [over('$memory', 8, 5), over('$view.buffer', '$view.byteOffset+8', 2)],
  partOfPart: (over) => [over('$memory', 8, 5), sub(1, 4)],
  partOfTail: (over) => [over('$memory', 16), sub(2)],
  endOfPart: (over) => [over('$memory', 8, 5), sub(-2)],
  partOfPartOfPart: (over) => [over('$memory', 8, 6), sub(1), sub(1, 4), sub(1)],
  copyOfPart: (over) => [over('$memory', 8, 5), copy(1, 4)],
  partOfCopy: (over) => [over('$memory', 8, 5), copy(), sub(1, 3)],
  copyOfCopy: (over) => [over('$memory', 8, 5), copy(1), copy(-2)],
  none: (over) => [over('$memory', 8, 5), sub(2, 2)],
};
const OF_DATA_VIEWS: readonly string[] = ['whole', 'part', 'tail', 'ofBuffer', 'tailOfBuffer', 'ofView'];

function waysOf(kind: string, some: boolean): readonly string[] {
  if (kind === 'DataView') return OF_DATA_VIEWS;
  return Object.keys(WAYS).filter((way) => !(kind === 'Buffer' && /copy/i.test(way)) && !(some && way === 'none'));
}

/** The content of the memory: every byte once, all of them ASCII. */
const memory = Uint8Array.from({ length: 64 }, (_, i) => 33 + i).buffer;
const HELD: StepOrder['make'] = [
  ['held', ['Buffer', 'from', '$memory', 16, 24]],
  ['tail', ['Buffer', 'from', '$memory', 48]],
];

/** The bytes of a view made in this process. */
function bytesOf(first: StepOrder['make']): Uint8Array {
  const copy = { steps: [{ make: ['bytes', '$view'] }] };
  const [[, bytes]] = Object(ran({ it: orderOf(copy, { memory }, first) }).it);
  return Uint8Array.from(bytes);
}

function ordersOf({ kinds, copies = false, some = false, ...doing }: ViewsRow): {
  readonly [kindAndWay: string]: StepOrder;
} {
  const orders = KINDS[kinds].flatMap((kind) => {
    const over: Over = (...args) => (kind === 'Buffer' ? ['Buffer', 'from', ...args] : { new: [kind, ...args] });
    return waysOf(kind, some).map((way): [string, StepOrder] => {
      const made = [...(WAYS[way]?.(over) ?? []), ...(copies ? [['$view', 'slice']] : [])];
      const first = [...HELD, ...made.map((step) => ['view', step] as const)];
      // Other requirements judge slices of Buffers and of the engine's own views, and whether views of eight bytes exist.
      const isJudged = copies || !(/copy/i.test(way) || kind.startsWith('Big'));
      const presumed = isJudged ? {} : { presumed: { after: first.length, bytes: bytesOf(first) } };
      return [`${kind} ${way}`, { ...orderOf(doing, { memory }, first), ...presumed }];
    });
  });
  return Object.fromEntries(orders);
}

export const onViews: Law<ViewsRow> = through(ordersOf);

/** Where numbers stand in Buffers: what the laws of integers and of floats share. */
import fc from 'fast-check';
import { type Expectation, equal } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { bytes } from '../../support/arbitraries.js';

/** A method of a Buffer that begins some bytes into its memory. */
export interface Call {
  readonly memory: Buffer;
  /** Bytes of memory before the Buffer. */
  readonly skipped: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Place = Pick<Call, 'memory' | 'skipped'> & { readonly offset: number };

/** Content with bytes around it, in a Buffer that begins among those before it. */
export const placed = (content: fc.Arbitrary<Buffer>): fc.Arbitrary<Place> =>
  fc.tuple(bytes(5), content, bytes(5), fc.nat()).map(([before, held, after, drawn]) => {
    const skipped = drawn % (before.length + 1);
    return { memory: Buffer.concat([before, held, after]), skipped, offset: before.length - skipped };
  });

export const called = (input: Call, t: World): unknown =>
  t.invoke(input.memory.subarray(input.skipped), input.method, input.args);

/** All memory after the call. */
export const memoryAfter = (input: Call, t: World): unknown => {
  t.invoke(input.memory.subarray(input.skipped), input.method, input.args);
  return input.memory;
};

/** Memory in which `content` was put at a place. */
export function withContent({ memory, skipped, offset }: Place, content: Uint8Array): Buffer {
  const after = Buffer.from(memory);
  after.set(content, skipped + offset);
  return after;
}

/** Arguments that must be refused, and the same but for one that is right, to show that this one is what is refused. */
export interface Refusal {
  readonly memory: Buffer;
  readonly method: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const tryBoth = (input: Refusal, t: World): unknown => {
  const good = t.attempt(() => t.invoke(Buffer.from(input.memory), input.method, input.good));
  const bad = t.attempt(() => t.invoke(input.memory, input.method, input.bad));
  return { good: good[0], bad: bad[0] === 'threw' ? 'threw' : bad, memory: input.memory };
};

const refused = ({ memory }: Refusal): Expectation => equal({ good: 'returned', bad: 'threw', memory });

/** The bad call throws an error of any type and changes nothing. */
export const refusal = <D>(input: (data: D) => Refusal): Law<D> =>
  example({ input, probe: tryBoth, expect: (data) => refused(input(data)) });

export const refusals = <D>(inputs: (data: D) => fc.Arbitrary<Refusal>): Law<D> =>
  property({ inputs, probe: tryBoth, expect: refused });

/** A Buffer of at least `byteLength` bytes, and an offset from which not so many are left in it. */
export const placeOutside = (byteLength: number): fc.Arbitrary<{ memory: Buffer; offset: number }> =>
  bytes(6).chain((more) => {
    const memory = Buffer.concat([Buffer.alloc(byteLength, 0xee), more]);
    return offsetOutside(memory.length - byteLength).map((offset) => ({ memory, offset }));
  });

const offsetOutside = (last: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: last + 1, max: last + 10 }) },
    { weight: 2, arbitrary: fc.integer({ min: -9, max: -1 }) },
    { weight: 1, arbitrary: fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, -(2 ** 31), Number.POSITIVE_INFINITY) },
  );

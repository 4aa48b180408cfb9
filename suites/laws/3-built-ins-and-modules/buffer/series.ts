/** Calls made one after the other on a Buffer that is a part of its memory, which is looked at in the end. */
import fc from 'fast-check';
import { record } from '../../../language/expectation.js';
import { property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { bytes } from '../../support/arbitraries.js';
import { type Order, type Orders, ran, run } from '../../support/steps.js';

/** Steps find the Buffer as `$buf`, and a DataView of its bytes as `$view`. */
export interface Series extends Pick<Order, 'steps'> {
  readonly memory: Buffer;
  /** Where in its memory the Buffer begins. */
  readonly skipped: number;
  readonly returned?: boolean;
}

const MAKE: Order['make'] = [
  ['buf', '$memory', 'subarray', '$skipped'],
  ['view', 'new', 'DataView', '$buf.buffer', '$buf.byteOffset', '$buf.length'],
];

export const orderOf = ({ memory, skipped, steps, returned = false }: Series): Orders => ({
  it: {
    subjects: { memory, skipped },
    make: MAKE,
    steps: [...steps, ['$memory']],
    ...{ returned, named: false, sums: false },
  },
});

/** Series that are drawn. */
export const inSeries = <D>(series: (data: D) => fc.Arbitrary<Series>): Law<D> =>
  property({
    inputs: (data: D) => series(data).map(orderOf),
    probe: run,
    expect: (orders) => record(ran(orders)),
  });

export type ViewPlace = Pick<Series, 'memory' | 'skipped'> & { readonly offset: number };

/** Content with bytes around it, in a Buffer that begins among those before it. */
export const placed = (content: fc.Arbitrary<Uint8Array>): fc.Arbitrary<ViewPlace> =>
  fc.tuple(bytes(5), content, bytes(5), fc.nat()).map(([before, held, after, drawn]) => {
    const skipped = drawn % (before.length + 1);
    return { memory: Buffer.concat([before, held, after]), skipped, offset: before.length - skipped };
  });

/** A place for so many bytes, which holds others. */
export const placeFor = (length: number): fc.Arbitrary<ViewPlace> =>
  placed(fc.uint8Array({ minLength: length, maxLength: length }));

/** What laws of floating-point numbers have beside those of all numbers: rounding and NaN. */
import fc from 'fast-check';
import { anything, list, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { run } from '../../support/steps.js';
import { anywhere, besideView, type NumberMember } from './numbers.js';
import { inSeries, orderOf } from './series.js';

/** Doubles that mostly lie between two floats, out of a float's range, or half-way. */
const anyDouble = fc.oneof(
  fc.double({ noNaN: true }),
  fc.double({ noNaN: true, min: -1e39, max: 1e39 }),
  fc.double({ noNaN: true, min: -1e-37, max: 1e-37 }),
  fc.integer({ min: 2 ** 24, max: 2 ** 26 }),
);

export const nearest = inSeries((of: NumberMember) => anywhere(of, anyDouble));

/** A DataView reads every encoding of NaN. */
export const writesNaN = example({
  input: (of: NumberMember) => orderOf({ memory: Buffer.alloc(8), skipped: 0, steps: besideView(of, Number.NaN, 0) }),
  probe: run,
  expect: () => record({ it: list(['returned'], ['returned', Number.NaN], anything) }),
});

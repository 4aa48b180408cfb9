/** What laws of integers have beside those of all numbers: 3/limits/byte-length, and values that do not fit. */
import fc from 'fast-check';
import { anything, list, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { run } from '../../support/steps.js';
import { calling, type NumberMember, type Of, sizeOf } from './numbers.js';
import { inSeries, orderOf, type Series } from './series.js';

/** A wrong size behind a right one, where the number stands already: 0, which no size is too small for. */
const sized = (of: NumberMember, byteLength: number): Series => ({
  memory: Buffer.from('0000030405060708090a0b0c', 'hex'),
  skipped: 0,
  steps: [2, byteLength].map((size) => calling({ ...of, byteLength: size }, 0, 0)),
});

export const refusesSize = inSeries((of: NumberMember & { readonly byteLength: number }) =>
  fc.constant(sized(of, of.byteLength)),
);

export const refusesAnySize = inSeries((of: NumberMember) =>
  fc.oneof(fc.integer({ min: 7, max: 1000 }), fc.integer({ min: -1000, max: -1 })).map((size) => sized(of, size)),
);

/** The first values on either side that the bytes cannot hold. */
export const refusesValues = example({
  input: (of: Of<NumberMember>) => {
    const least = of.type.startsWith('U') ? 0 : -(2 ** (8 * sizeOf(of) - 1));
    const wrong = [least - 1, least + 2 ** (8 * sizeOf(of))];
    return orderOf({ memory: Buffer.alloc(6), skipped: 0, steps: wrong.map((value) => calling(of, value, 0)) });
  },
  probe: run,
  expect: () => record({ it: list(['threw'], ['threw'], anything) }),
});

/** 3/rt/rt-memory-stats */
import { satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** The number of held values, and the least bytes for one: Math.random draws 52 bits, or some fewer. */
const HELD = 2_000_000;
const BYTES_EACH = 6;

export const coversHeld = example({
  input: () => ({ count: HELD }),
  probe: ({ count }: { readonly count: number }, t) => {
    if (t.rt.memoryStats === undefined) t.lacking('rt.memoryStats is missing');
    const held: number[] = [];
    for (let i = 0; i < count; i++) held.push(Math.random());
    const size = t.at('rt.memoryStats.size');
    // They are in use until here.
    return [size, held.length, held[0] === held[count - 1]];
  },
  expect: () =>
    satisfies(`a size of ${HELD * BYTES_EACH} bytes or more`, (seen) => {
      const [bytes] = Array.isArray(seen) ? seen : [];
      return (typeof bytes === 'number' && bytes >= HELD * BYTES_EACH) || String(bytes);
    }),
});

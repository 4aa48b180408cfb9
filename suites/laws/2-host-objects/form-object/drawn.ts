/** How drawn bodies are cut: as a whole, into a few pieces, into many small ones, or as chunks. */
import fc from 'fast-check';
import type { Framing } from './sent.js';

/** Sizes of pieces, over and over; none for a whole. */
export interface Cuts {
  readonly chunked: boolean;
  readonly sizes: readonly number[];
}

export const drawnFraming: fc.Arbitrary<Cuts> = fc.record({
  chunked: fc.boolean(),
  sizes: fc.oneof(
    fc.constant([]),
    fc.constant([1]),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
  ),
});

/** What the client sends as a whole by itself needs no framing. */
export const framingOf = ({ chunked, sizes }: Cuts): Framing | undefined =>
  !chunked && sizes.length === 0 ? undefined : { chunked, pieces: (body) => cut(body, sizes) };

function cut(body: Buffer, sizes: readonly number[]): Buffer[] {
  if (sizes.length === 0) return [body];
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(body.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

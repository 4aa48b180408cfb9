/** Parts of Buffers, drawn for several laws. */
import fc from 'fast-check';
import { bytes } from '../../support/arbitraries.js';

/** Bytes, and the bounds of a part of them. */
export interface Part {
  readonly memory: Buffer;
  readonly from: number;
  readonly to: number;
}

export const parts = (_: object): fc.Arbitrary<Part> =>
  fc.tuple(bytes(24), fc.nat(), fc.nat()).map(([drawn, a, b]) => {
    const [from = 0, to = 0] = [a, b].map((bound) => bound % (drawn.length + 1)).sort((x, y) => x - y);
    return { memory: Buffer.from(drawn), from, to };
  });

export const partOf = ({ memory, from, to }: Part): number[] => [...memory].slice(from, to);

/** What is looked for in Buffers, and the plainest model of finding it. */
import fc from 'fast-check';
import { bytes } from '../../support/arbitraries.js';

/** Every index at which the bytes sought stand. */
const occurrences = (haystack: Uint8Array, sought: Uint8Array): number[] =>
  Array.from(haystack, (_, at) => at).filter((at) => sought.every((byte, i) => haystack[at + i] === byte));

/** Index of the first occurrence that begins at or after `from`, or -1. */
export const firstFrom = (haystack: Uint8Array, sought: Uint8Array, from: number): number =>
  occurrences(haystack, sought).find((at) => at >= from) ?? -1;

/** Index of the last occurrence that begins at or before `to`, or -1. */
export const lastTo = (haystack: Uint8Array, sought: Uint8Array, to: number): number =>
  occurrences(haystack, sought).findLast((at) => at <= to) ?? -1;

/** Bytes among which those sought stand whole up to three times, and their beginning and end besides. */
export const haystackFor = (sought: Uint8Array): fc.Arbitrary<Buffer> => {
  const piece = fc.oneof(
    { weight: 2, arbitrary: bytes(4) },
    { weight: 2, arbitrary: fc.constant(sought) },
    { weight: 1, arbitrary: fc.constant(sought.subarray(1)) },
    { weight: 1, arbitrary: fc.constant(sought.subarray(0, -1)) },
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => Buffer.concat(pieces));
};

/** Bytes for decoders of UTF-8. None is a byte order mark. */
import fc from 'fast-check';

/** Whole characters of each length, and what is left of them or was never one. */
const PARTS = [
  '61', 'c3a9', 'e282ac', 'f09f9880', 'ed9fbf', 'ee8080', 'f48fbfbf', '00',
  'c3', 'e2', 'e282', 'f0', 'f09f', 'f09f98', 'ed', 'ef', 'e0', 'f4',
  '80', 'bf', 'a0', 'c0', 'c1', 'f5', 'fe', 'ff', 'eda080', 'c080', 'e09fbf', 'f08080', 'f49080',
] as const; // biome-ignore format: a table

const part = fc.oneof(
  fc.constantFrom(...PARTS),
  fc.integer({ min: 0x100, max: 0x1ff }).map((n) => n.toString(16).slice(1)),
);

export const tangledBytes: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc
  .array(part, { maxLength: 12 })
  .map((parts) => Uint8Array.from(Buffer.from(parts.join('').replaceAll('efbbbf', '61'), 'hex')));

/** Damages of bytes, at every position. */

export const changed = (of: Buffer, at: number, bits: number): Buffer =>
  Buffer.of(...of.subarray(0, at), (of[at] ?? 0) ^ bits, ...of.subarray(at + 1));

/** Bytes truncated at the end, zeros added there, and flipped bits of a byte, counted from the end if negative. */
export interface Damage {
  readonly cut?: number;
  readonly more?: number;
  readonly at?: number;
  readonly bits?: number;
}

export function damaged(whole: Buffer, { cut = 0, more = 0, at, bits = 1 }: Damage): Buffer {
  const sized = Buffer.concat([whole.subarray(0, whole.length - cut), Buffer.alloc(more)]);
  return at === undefined ? sized : changed(sized, (at + sized.length) % sized.length, bits);
}

const places = (of: Buffer): readonly number[] => [...of.keys()];
const TRAILERS = ['00', 'ff', '0300', '00000000', '07'.repeat(1023), '07'.repeat(1024), '01'.repeat(5000)];

export const EVERYWHERE: { readonly [damage: string]: (of: Buffer) => readonly Buffer[] } = {
  cut: (of) => places(of).map((at) => of.subarray(0, at)),
  flipped: (of) => places(of).flatMap((at) => [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => changed(of, at, bit))),
  removed: (of) => places(of).map((at) => Buffer.concat([of.subarray(0, at), of.subarray(at + 1)])),
  doubled: (of) => places(of).map((at) => Buffer.concat([of.subarray(0, at + 1), of.subarray(at)])),
  followed: (of) => TRAILERS.map((trailer) => Buffer.concat([of, Buffer.from(trailer, 'hex')])),
};

/** Allocates `length` bytes of the realm's memory for the host to fill. */
export type Allocate = (length: number) => Uint8Array;

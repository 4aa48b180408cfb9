/** Gives the host `length` bytes of the realm's memory to write into. */
export type Allocate = (length: number) => Uint8Array;

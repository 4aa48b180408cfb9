import type { Allocate } from './bytes.js';
import type { PortOutcome } from './outcome.js';

/**
 * The host side of the zlib module. A stream is raw, or has the header and the checksum of RFC 1950. An empty dictionary means that there
 * is none.
 */
export interface ZlibPort {
  readonly deflate: (
    isRaw: boolean,
    data: Uint8Array,
    allocate: Allocate,
    level: number,
    memLevel: number,
    strategy: number,
    windowBits: number,
    dictionary: Uint8Array,
  ) => PortOutcome<Uint8Array>;
  readonly inflate: (
    isRaw: boolean,
    data: Uint8Array,
    allocate: Allocate,
    windowBits: number,
    dictionary: Uint8Array,
  ) => PortOutcome<Uint8Array>;
}

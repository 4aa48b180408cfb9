import type { ByteString } from '../../../host/support/byte-string.js';

/** Values of addresses. */
export interface GeoTable {
  /** Gives addresses a value. Returns `false` for a text that names none, or the complaint where they clash with others. */
  add(written: string, value: ByteString, warn: (message: string) => void): boolean | string;
  /** Takes addresses away. Returns `false` for a text that names none. */
  delete(written: string, warn: (message: string) => void): boolean;
  /** The value of an address, given as bits; of what is no address where it is `undefined`. */
  find(address: string | undefined): ByteString;
}

import type { ByteString } from '../../../host/support/byte-string.js';

/** Values of addresses. */
export interface GeoTable {
  /** Gives addresses a value. Returns `false` for an invalid text, or the complaint if they conflict with others. */
  add(written: string, value: ByteString, warn: (message: string) => void): boolean | string;
  /** Removes addresses. Returns `false` for an invalid text. */
  delete(written: string, warn: (message: string) => void): boolean;
  /** The value of an address, given as bits; `undefined` is a text that is not an address. */
  find(address: string | undefined): ByteString;
}

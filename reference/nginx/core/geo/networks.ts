import type { ByteString } from '../../../host/support/byte-string.js';
import { networkOf, unmapped } from '../network.js';
import type { GeoTable } from './table.js';

/** Addresses of networks: the longest prefix of an address counts. */
export class GeoNetworks implements GeoTable {
  readonly #values = new Map<string, ByteString>();
  #lengths: readonly number[] = [];

  add(written: string, value: ByteString, warn: (message: string) => void): boolean {
    const keys = keysOf(written, warn);
    if (keys === undefined) return false;
    for (const key of keys) {
      const old = this.#values.get(key);
      if (old !== undefined) warn(`duplicate network "${written}", value: "${value}", old value: "${old}"`);
      this.#values.set(key, value);
    }
    this.#count();
    return true;
  }

  delete(written: string, warn: (message: string) => void): boolean {
    const keys = keysOf(written, warn);
    if (keys === undefined) return false;
    const deleted = keys.map((key) => this.#values.delete(key));
    if (deleted.includes(false)) warn(`no network "${written}" to delete`);
    this.#count();
    return true;
  }

  /** What is no address counts as the last one of IPv4. */
  find(address: string | undefined): ByteString {
    const bits = unmapped(address ?? noAddress);
    for (const length of this.#lengths) {
      const found = this.#values.get(keyOf(bits.length, bits.slice(0, length)));
      if (found !== undefined) return found;
    }
    return '';
  }

  #count(): void {
    const lengths = new Set([...this.#values.keys()].map((key) => key.length - familyDigits));
    this.#lengths = [...lengths].sort((a, b) => b - a);
  }
}

const noAddress = '1'.repeat(32);

/** Digits of a key that say how long an address is. */
const familyDigits = 3;

function keyOf(length: number, prefix: string): string {
  return `${String(length).padStart(familyDigits, '0')}${prefix}`;
}

/** What stands for a network, or for both families where it is the default. */
function keysOf(written: string, warn: (message: string) => void): readonly string[] | undefined {
  if (written === 'default') return [keyOf(32, ''), keyOf(128, '')];
  const network = networkOf(written);
  if (network === undefined) return undefined;
  if (network.hasFurtherBits) warn(`low address bits of ${written} are meaningless`);
  return [keyOf(network.family === 4 ? 32 : 128, network.prefix)];
}

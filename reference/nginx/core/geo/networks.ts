import type { ByteString } from '../../../host/support/byte-string.js';
import { networkOf, unmapped } from '../network.js';
import type { GeoTable } from './table.js';

/** Values of networks: the longest matching prefix of an address applies. */
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

  /** A text that is not an address counts as the last address of IPv4. */
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

/** Digits of a key that give the length of an address. */
const familyDigits = 3;

function keyOf(length: number, prefix: string): string {
  return `${String(length).padStart(familyDigits, '0')}${prefix}`;
}

/** The keys of a network, or of both families for the default. */
function keysOf(written: string, warn: (message: string) => void): readonly string[] | undefined {
  if (written === 'default') return [keyOf(32, ''), keyOf(128, '')];
  const network = networkOf(written);
  if (network === undefined) return undefined;
  if (network.hasFurtherBits) warn(`low address bits of ${written} are meaningless`);
  return [keyOf(network.family === 4 ? 32 : 128, network.prefix)];
}

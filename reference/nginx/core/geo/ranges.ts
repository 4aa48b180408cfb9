import type { ByteString } from '../../../host/support/byte-string.js';
import { bitsOf, textOfBits, unmapped } from '../network.js';
import type { GeoTable } from './table.js';

/** IPv4 addresses from one to another, both included. */
interface AddressRange {
  readonly from: number;
  readonly to: number;
  readonly value: ByteString;
}

/** Values of address ranges, which do not overlap; a range inside another one takes precedence over it. */
export class GeoRanges implements GeoTable {
  /** In ascending order. */
  readonly #ranges: AddressRange[] = [];
  #default: ByteString | undefined;

  add(written: string, value: ByteString, warn: (message: string) => void): boolean | string {
    if (written === 'default') {
      if (this.#default !== undefined)
        warn(`duplicate default geo range value: "${value}", old value: "${this.#default}"`);
      this.#default = value;
      return true;
    }
    const range = rangeOf(written);
    if (range === undefined) return false;
    const at = this.#firstFrom(range.from);
    const old = this.#ranges[at];
    if (old === undefined || range.to < old.from) {
      this.#ranges.splice(at, 0, { ...range, value });
      return true;
    }
    if (range.from < old.from || range.to > old.to) return `range "${written}" overlaps "${textOf(old)}"`;
    if (range.from === old.from && range.to === old.to)
      warn(`duplicate range "${written}", value: "${value}", old value: "${old.value}"`);
    const before = { ...old, to: range.from - 1 };
    const after = { ...old, from: range.to + 1 };
    const parts = [before, { ...range, value }, after].filter(({ from, to }) => from <= to);
    this.#ranges.splice(at, 1, ...parts);
    return true;
  }

  delete(written: string, warn: (message: string) => void): boolean {
    const range = written === 'default' ? undefined : rangeOf(written);
    if (written === 'default') this.#default = undefined;
    if (written !== 'default' && range === undefined) return false;
    if (range === undefined) return true;
    const at = this.#ranges.findIndex(({ from, to }) => from === range.from && to === range.to);
    if (at < 0) warn(`no address range "${written}" to delete`);
    else this.#ranges.splice(at, 1);
    return true;
  }

  find(address: string | undefined): ByteString {
    const bits = unmapped(address ?? '1'.repeat(32));
    const number = bits.length === 32 ? Number.parseInt(bits, 2) : 0xffffffff;
    const range = this.#ranges[this.#firstFrom(number)];
    return (range !== undefined && range.from <= number ? range.value : this.#default) ?? '';
  }

  /** The index of the first range that does not end before an address. */
  #firstFrom(address: number): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranges[middle]?.to ?? 0) < address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function rangeOf(written: string): { readonly from: number; readonly to: number } | undefined {
  const [first = '', last = '', ...more] = written.split('-');
  const [from, to] = [bitsOf(first), bitsOf(last)];
  if (from?.length !== 32 || to?.length !== 32 || more.length > 0 || from > to) return undefined;
  return { from: Number.parseInt(from, 2), to: Number.parseInt(to, 2) };
}

function textOf({ from, to }: AddressRange): string {
  return [from, to].map((number) => textOfBits(number.toString(2).padStart(32, '0'))).join('-');
}

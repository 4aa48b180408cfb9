/** 3/global-crypto/crypto-get-random-values and random-uuid. The bounds fail by chance once in 10^9 runs. */
import { satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { checked, demand } from '../../support/demands.js';

const WIDTHS = { Int8Array: 1, Uint8Array: 1, Int16Array: 2, Uint16Array: 2, Int32Array: 4, Uint32Array: 4 } as const;

interface RandomFillRow {
  readonly kind: keyof typeof WIDTHS;
  /** Elements of the array, and of those before and after it in the same memory. */
  readonly elements: number;
  readonly around: number;
}

/** Two arrays of a kind in a larger memory are filled, differently, and returned; the bytes around them do not change. */
export const fillsArrays = example({
  input: (of: RandomFillRow) => of,
  probe: ({ kind, elements, around }, t) => {
    const arrays = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array };
    const filled = () => {
      const width = arrays[kind].BYTES_PER_ELEMENT;
      const memory = new ArrayBuffer((elements + 2 * around) * width);
      const array = new arrays[kind](memory, around * width, elements);
      // Called directly, because apply returns nothing in the oldest host.
      const back = t.webCrypto().getRandomValues(array);
      return [back === array, new Uint8Array(memory)];
    };
    return [filled(), filled()];
  },
  expect: ({ kind, elements, around }) =>
    checked('two arrays of random bytes', (observed) => {
      const all: readonly (readonly unknown[])[] = Array.isArray(observed) ? observed : [];
      const [from, length] = [around * WIDTHS[kind], elements * WIDTHS[kind]];
      const [a = Buffer.of(), b = a] = all.map(([isSame, memory]) => {
        demand(isSame === true, 'what comes back is another array');
        demand(memory instanceof Uint8Array && memory.length === length + 2 * from, 'the memory has another size');
        const outside = [...memory.subarray(0, from), ...memory.subarray(from + length)];
        demand(
          outside.every((byte) => byte === 0),
          'something is written around the array',
        );
        return Buffer.from(memory.subarray(from, from + length));
      });
      demand(all.length === 2, 'no two arrays are filled');
      demand(length < 8 || !a.equals(b), 'two arrays are filled alike');
      const ends = [...a.subarray(-3), ...b.subarray(-3)];
      demand(length < 8 || ends.some((byte) => byte !== 0), 'the last three bytes are not filled');
      if (length >= 256) demandRandom(a);
    }),
});

/** No bias, and no part that was not filled. */
function demandRandom(bytes: Uint8Array): void {
  const deviation = Math.sqrt(bytes.length) / 2;
  for (let bit = 0; bit < 8; bit++) {
    const set = bytes.filter((byte) => (byte >> bit) & 1).length;
    const isNear = Math.abs(set - bytes.length / 2) <= 6.5 * deviation;
    demand(isNear, `bit ${bit} is set in ${set} of ${bytes.length} bytes`);
  }
  for (let at = 0; at + 8 <= bytes.length; at += 8)
    demand(
      bytes.subarray(at, at + 8).some((byte) => byte !== 0),
      `eight bytes at ${at} are not filled`,
    );
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const mean = bytes.length / 256;
  // With 255 degrees of freedom; few bytes prove nothing here.
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  const isSpread = mean < 16 || (squares <= 420 && squares >= 140);
  demand(isSpread, `values are not spread as chance spreads them: ${Math.round(squares)}`);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** UUIDs of version 4, all different, whose digits have a random distribution. */
export const makesUuids = example({
  input: (of: { readonly count: number }) => of,
  probe: ({ count }, t) => {
    const crypto = t.webCrypto();
    const all: string[] = [];
    for (let i = 0; i < count; i++) all.push(`${crypto.randomUUID()}`);
    return all;
  },
  expect: ({ count }) =>
    satisfies('random UUIDs of version 4', (value) => {
      const all: readonly string[] = Array.isArray(value) ? value.map(String) : [];
      const wrong = all.find((uuid) => !UUID.test(uuid));
      if (wrong !== undefined) return `${wrong} is no UUID of version 4`;
      const different = new Set(all).size;
      if (different !== count) return `${different} of ${count} are different`;
      return Array.from({ length: 36 }, (_, place) => biasAt(all, place)).find((text) => text !== undefined) ?? true;
    }),
});

/** Each digit is at each index of the first 1024 as often as expected: 64 times, and 256 times where two bits are fixed. */
function biasAt(all: readonly string[], place: number): string | undefined {
  if ([8, 13, 14, 18, 23].includes(place)) return undefined;
  const digits = place === 19 ? '89ab' : '0123456789abcdef';
  const some = all.slice(0, 1024);
  const mean = some.length / digits.length;
  const countOf = (digit: string): number => some.filter((uuid) => uuid[place] === digit).length;
  const off = [...digits].find((digit) => Math.abs(countOf(digit) - mean) > 7 * Math.sqrt(mean));
  return off === undefined ? undefined : `digit ${off} is ${countOf(off)} times at place ${place}`;
}

/** 3/global-crypto/crypto-get-random-values and random-uuid. What is random is judged by bounds that chance leaves once in 10^9 runs. */
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

type IntegerArrayKind = 'Int8Array' | 'Int16Array' | 'Uint16Array' | 'Int32Array' | 'Uint32Array' | 'Uint8Array';

interface RandomFillRow {
  readonly kind: IntegerArrayKind;
  /** Elements of the array, and of those that lie before and behind it in the same memory. */
  readonly elements: number;
  readonly around: number;
}

/** Whether what was given comes back, and all bytes of the memory afterwards. */
interface RandomFill {
  readonly same: unknown;
  readonly memory: Uint8Array;
  readonly other: Uint8Array;
}

const WIDTHS = { Int8Array: 1, Uint8Array: 1, Int16Array: 2, Uint16Array: 2, Int32Array: 4, Uint32Array: 4 } as const;

const isTold = (value: unknown): value is RandomFill =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, 'memory') instanceof Uint8Array &&
  Reflect.get(value, 'other') instanceof Uint8Array;

const judged = (name: string, wrongOf: (told: RandomFill) => string | undefined): Expectation =>
  satisfies(name, (value) => (isTold(value) ? (wrongOf(value) ?? true) : 'nothing is told of the memory'));

/** Two arrays of a kind within other memory are filled: they come back, what is around them stays, and no two are alike. */
export const fills = example({
  input: (of: RandomFillRow) => of,
  probe: ({ kind, elements, around }, t) => {
    const arrays = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array };
    const filled = () => {
      const Kind = arrays[kind];
      const width = Kind.BYTES_PER_ELEMENT;
      const memory = new ArrayBuffer((elements + 2 * around) * width);
      const array = new Kind(memory, around * width, elements);
      const back = t.webCrypto().getRandomValues(array);
      return { same: back === array, memory: new Uint8Array(memory) };
    };
    const first = filled();
    const second = filled();
    return { same: first.same ? second.same : false, memory: first.memory, other: second.memory };
  },
  expect: ({ kind, elements, around }) =>
    judged('an array of random bytes', ({ same, memory, other }) => {
      const [from, length] = [around * WIDTHS[kind], elements * WIDTHS[kind]];
      if (same !== true) return 'what comes back is another array';
      if (memory.length !== length + 2 * from || other.length !== memory.length) return 'the memory has another size';
      const outside = [...memory.subarray(0, from), ...memory.subarray(from + length)];
      if (outside.some((byte) => byte !== 0)) return 'something is written around the array';
      const [a, b] = [memory.subarray(from, from + length), other.subarray(from, from + length)];
      if (length >= 8 && Buffer.from(a).equals(b)) return 'two arrays are filled alike';
      return length >= 256 ? wrongIn(a) : undefined;
    }),
});

/** A bias, or a part that nobody filled. */
function wrongIn(bytes: Uint8Array): string | undefined {
  const deviation = Math.sqrt(bytes.length) / 2;
  for (let bit = 0; bit < 8; bit++) {
    const set = bytes.filter((byte) => (byte >> bit) & 1).length;
    if (Math.abs(set - bytes.length / 2) > 6.5 * deviation)
      return `bit ${bit} is set in ${set} of ${bytes.length} bytes`;
  }
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    if (bytes.subarray(at, at + 8).every((byte) => byte === 0)) return `eight bytes at ${at} are not filled`;
  }
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const mean = bytes.length / 256;
  // With 255 degrees of freedom; few bytes say nothing here.
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  if (mean >= 16 && (squares > 420 || squares < 140))
    return `values are not spread as chance spreads them: ${Math.round(squares)}`;
  return undefined;
}

/** So many UUIDs: how many are different, those that have another form, and how often each digit stands at each place. */
export const makesUuids = example({
  input: (of: { readonly count: number }) => of,
  probe: ({ count }, t) => {
    const crypto = t.webCrypto();
    const seen: { [uuid: string]: boolean } = {};
    const wrong: string[] = [];
    const digits = '0123456789abcdef';
    const places: number[][] = [];
    for (let p = 0; p < 36; p++) places.push([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for (let i = 0; i < count; i++) {
      const uuid = crypto.randomUUID();
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid)) wrong.push(`${uuid}`);
      seen[uuid] = true;
      if (i < 1024) {
        for (let p = 0; p < 36; p++) {
          const digit = digits.indexOf(uuid.charAt(p));
          const place = places[p];
          if (place !== undefined && digit >= 0) place[digit] = (place[digit] || 0) + 1;
        }
      }
    }
    return { wrong: wrong.slice(0, 3), different: Object.keys(seen).length, places };
  },
  expect: ({ count }) =>
    satisfies('random UUIDs of version 4', (value) => {
      const told: unknown[] = ['wrong', 'different', 'places'].map((name) => Reflect.get(Object(value), name));
      const [wrong, different, places] = told;
      if (!Array.isArray(wrong) || !Array.isArray(places)) return 'nothing is told of the UUIDs';
      if (wrong.length > 0) return `${wrong[0]} is no UUID of version 4`;
      if (different !== count) return `${different} of ${count} are different`;
      return places.map(wrongAt).find((text) => text !== undefined) ?? true;
    }),
});

/** Each digit stands at each place as often as chance has it: 64 times of 1024, and 256 times where two bits are fixed. */
function wrongAt(counts: unknown, place: number): string | undefined {
  if (!Array.isArray(counts) || [8, 13, 14, 18, 23].includes(place)) return undefined;
  const most = place === 19 ? [8, 9, 10, 11] : Array.from({ length: 16 }, (_, digit) => digit);
  const mean = 1024 / most.length;
  const off = most.find((digit) => Math.abs(Number(counts[digit]) - mean) > 7 * Math.sqrt(mean));
  return off === undefined ? undefined : `digit ${off.toString(16)} stands ${counts[off]} times at place ${place}`;
}

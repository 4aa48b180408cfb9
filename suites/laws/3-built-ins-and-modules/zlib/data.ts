/** What is compressed: data of any size that are the same on every run, each made for something that compressors do. */

/** A row of numbers that look random, the same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  };
}

const WORDS =
  'the quick brown fox jumps over lazy dogs while été naïve Ünïcode € 😀 compressors find what comes again'.split(' ');

function words(size: number): Buffer {
  const next = numbers(7);
  let text = '';
  while (text.length <= size) text += `${WORDS[next() % WORDS.length]} `;
  return whole(Buffer.from(text), size);
}

/** Characters are not cut: what is left of one is filled up. */
function whole(bytes: Buffer, size: number): Buffer {
  let end = size;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Buffer.concat([bytes.subarray(0, end), Buffer.alloc(size - end, '.')]);
}

function noise(size: number, seed = 1): Buffer {
  const next = numbers(seed);
  return Buffer.from(Array.from({ length: size }, () => next() & 0xff));
}

/** The same byte from once to forty times. */
function runs(size: number): Buffer {
  const next = numbers(3);
  const all: number[] = [];
  while (all.length < size) all.push(...Array<number>(1 + (next() % 40)).fill(next() & 0xff));
  return Buffer.from(all.slice(0, size));
}

/** Four bytes that came before, and then one that did not come behind them: no long match. */
function short(size: number): Buffer {
  const next = numbers(5);
  const known = Array.from({ length: 48 }, () => [next(), next(), next(), next()]);
  const all: number[] = [];
  while (all.length < size) all.push(...(known[next() % known.length] ?? []), next());
  return Buffer.from(all.slice(0, size).map((byte) => byte & 0xff));
}

/** Parts of one text that changes now and then, so that the longest match is found by who looks longest. */
function copies(size: number): Buffer {
  const next = numbers(13);
  const letter = () => 97 + (next() % 4);
  const text = Array.from({ length: 400 }, letter);
  const all: number[] = [];
  while (all.length < size) {
    const from = next() % 300;
    all.push(...text.slice(from, from + 20 + (next() % 60)), letter());
    if (next() % 3 === 0) text[next() % 400] = letter();
  }
  return Buffer.from(all.slice(0, size));
}

/** Two letters in any order, and behind them long parts of what stood there long before: short matches hide the long ones. */
function deep(size: number): Buffer {
  const next = numbers(17);
  const letter = () => 97 + ((next() >> 3) & 1);
  const all = Array.from({ length: 24_000 }, letter);
  while (all.length < size) {
    const from = all.length - 24_000 + (next() % 1500);
    all.push(...all.slice(from, from + 200), letter(), letter());
  }
  return Buffer.from(all.slice(0, size));
}

/** Three letters in any order. */
function letters(size: number): Buffer {
  const next = numbers(11);
  return Buffer.from(Array.from({ length: size }, () => 97 + (next() % 3)));
}

const KINDS = {
  words,
  noise,
  runs,
  short,
  copies,
  deep,
  letters,
  zeros: (size: number) => Buffer.alloc(size),
} as const;

export type DataKind = keyof typeof KINDS;

const made = new Map<string, Buffer>();

/** The same object each time. */
export function dataOf(kind: DataKind, size: number): Buffer {
  const name = `${kind} ${size}`;
  const data = made.get(name) ?? KINDS[kind](size);
  made.set(name, data);
  return data;
}

/** Noise so long, over and over. */
export const again = (period: number, times: number): Buffer => {
  const piece = noise(period, 21);
  return Buffer.concat(Array<Buffer>(times).fill(piece));
};

/** Data to compress: of any size, the same in every run, each kind made for a feature of compressors. */

/** Numbers that look random. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  };
}

/** This number of bytes, created piece by piece. */
function filled(size: number, piece: (all: readonly number[]) => readonly number[], all: number[] = []): Buffer {
  while (all.length < size) all.push(...piece(all));
  return Buffer.from(all.slice(0, size).map((byte) => byte & 0xff));
}

const WORDS =
  'the quick brown fox jumps over lazy dogs while été naïve Ünïcode € 😀 compressors find what comes again'.split(' ');

/** Text; a character that would be truncated is replaced by dots. */
function words(size: number): Buffer {
  const next = numbers(7);
  const text = filled(size + 4, () => [...Buffer.from(`${WORDS[next() % WORDS.length]} `)]);
  const end = [size, size - 1, size - 2, size - 3].find((at) => ((text[at] ?? 0) & 0xc0) !== 0x80) ?? 0;
  return text.fill('.', end).subarray(0, size);
}

/** Parts of one text that changes now and then: only a long search finds the longest match. */
function copies(size: number): Buffer {
  const next = numbers(13);
  const letter = () => 97 + (next() % 4);
  const text = Array.from({ length: 400 }, letter);
  return filled(size, () => {
    const from = next() % 300;
    const piece = [...text.slice(from, from + 20 + (next() % 60)), letter()];
    if (next() % 3 === 0) text[next() % 400] = letter();
    return piece;
  });
}

/** Two letters in any order, and then long parts of much earlier data: short matches hide the long ones. */
function deep(size: number): Buffer {
  const next = numbers(17);
  const letter = () => 97 + ((next() >> 3) & 1);
  const begin = Array.from({ length: 24_000 }, letter);
  const piece = (all: readonly number[]) => {
    const from = all.length - 24_000 + (next() % 1500);
    return [...all.slice(from, from + 200), letter(), letter()];
  };
  return filled(size, piece, begin);
}

/**
 * For a window of this size: noise that is repeated at nearly half of it, because compressors reserve part of it for the
 * data ahead. Other noise is repeated beyond it.
 */
function windowed(window: number): Buffer {
  const next = numbers(1);
  const noise = (size: number) => filled(size, () => [next()]);
  const [within, behind] = [noise(Math.floor(0.45 * window)), noise(window + 5)];
  return Buffer.concat([within, within, within, behind, behind]);
}

const drawn =
  (seed: number, piece: (next: () => number) => readonly number[]) =>
  (size: number): Buffer => {
    const next = numbers(seed);
    return filled(size, () => piece(next));
  };

const SHORT = numbers(5);
const KNOWN = Array.from({ length: 48 }, () => [SHORT(), SHORT(), SHORT(), SHORT()]);

const KINDS = {
  words,
  copies,
  deep,
  windowed,
  noise: drawn(1, (next) => [next()]),
  /** The same byte, once to forty times. */
  runs: drawn(3, (next) => Array<number>(1 + (next() % 40)).fill(next())),
  /** Four bytes that occurred before, and then one that never followed them: no long match. */
  short: drawn(6, (next) => [...(KNOWN[next() % KNOWN.length] ?? []), next()]),
  /** Three letters in any order. */
  letters: drawn(11, (next) => [97 + (next() % 3)]),
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

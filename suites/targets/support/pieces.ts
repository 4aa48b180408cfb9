import { setTimeout as after } from 'node:timers/promises';

/** The number of pieces of a body that arrives slowly, and milliseconds after each. */
const PIECES = 8;
const BETWEEN_MS = 4;

/** Pieces end anywhere, even within characters. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  for (let from = 0; from < bytes.length; from += size) {
    yield bytes.subarray(from, from + size);
    await after(BETWEEN_MS);
  }
}

import { writeSync } from 'node:fs';

/** Writes a whole text or all bytes to a descriptor, even if that is a pipe that is currently full. */
export function writeAll(descriptor: number, data: string | Uint8Array): void {
  let rest = typeof data === 'string' ? Buffer.from(data) : data;
  while (rest.length > 0) rest = rest.subarray(writeSome(descriptor, rest));
}

const pause = new Int32Array(new SharedArrayBuffer(4));

function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    // The reader is slower; a synchronous call cannot wait for an event.
    Atomics.wait(pause, 0, 0, 1);
    return 0;
  }
}

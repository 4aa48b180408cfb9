import { readSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { writeAll } from '../../host/support/write-all.js';

/** Bytes before each message that give its length. */
export const lengthBytes = 4;

/** A buffer for an answer of the usual length; calls are made one after the other. */
const received = Buffer.alloc(4096);

export function framedCall(value: unknown): Buffer {
  const bytes = serialize(value);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** A worker's end of the socket over which it calls the master, which never waits for a worker. */
export class CallSocket {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Sends a call and waits for its answer. */
  ask<Answer>(call: unknown): Answer {
    this.send(call);
    const answer: Answer = deserialize(this.#received());
    return answer;
  }

  /** Sends a call that has no answer. */
  send(call: unknown): void {
    writeAll(this.#descriptor, framedCall(call));
  }

  /** Reads one answer, nearly always at once: no other data follows before the next call. */
  #received(): Buffer {
    let bytes = received;
    let length = this.#readInto(bytes, 0);
    while (length < lengthBytes) length += this.#readInto(bytes, length);
    const end = lengthBytes + bytes.readUInt32LE();
    if (end > bytes.length) bytes = Buffer.concat([bytes], end);
    while (length < end) length += this.#readInto(bytes, length);
    return bytes.subarray(lengthBytes, end);
  }

  #readInto(bytes: Buffer, at: number): number {
    const read = readSync(this.#descriptor, bytes, at, bytes.length - at, null);
    // The master has ended, and all shared state with it.
    if (read === 0) process.exit(1);
    return read;
  }
}

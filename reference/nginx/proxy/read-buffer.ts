/** The buffer that a response is read into. Where it ends, a part of the body ends for filters. */
export class ReadBuffer {
  readonly #size: number;
  #room: number;
  #bytes: Buffer = Buffer.alloc(0);

  /** `first`: how much of the first buffer is left. */
  constructor(first: number, size: number) {
    this.#room = Math.max(1, first);
    this.#size = size;
  }

  /** Bytes that wait for more. */
  get length(): number {
    return this.#bytes.length;
  }

  /** The buffers that these bytes fill. */
  take(bytes: Buffer): readonly Buffer[] {
    const full: Buffer[] = [];
    let left = Buffer.concat([this.#bytes, bytes]);
    for (; left.length >= this.#room; this.#room = this.#size) {
      full.push(left.subarray(0, this.#room));
      left = left.subarray(this.#room);
    }
    this.#bytes = left;
    return full;
  }

  /** What waits for more; what comes next is read into another buffer. */
  rest(): Buffer {
    const bytes = this.#bytes;
    if (bytes.length > 0) this.#room = this.#size;
    this.#bytes = Buffer.alloc(0);
    return bytes;
  }
}

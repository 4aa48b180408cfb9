/** Divides the bytes of a stream into lines. */

/** The most bytes of a line. */
const LINE_BYTES = 64 * 1024 * 1024;

export class LineCutter {
  readonly #most: number;
  #pieces: Buffer[] = [];
  #kept = 0;

  constructor(most = LINE_BYTES) {
    this.#most = most;
  }

  /**
   * The lines that end in the piece, without their line feeds.
   * @throws RangeError if a line is too long
   */
  *add(piece: Buffer): Generator<Buffer> {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      this.#keep(piece.subarray(from, end));
      from = end + 1;
      yield this.#take();
    }
    this.#keep(piece.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#kept += part.length;
    if (this.#kept > this.#most) throw new RangeError(`a line of more than ${this.#most} bytes`);
    if (part.length > 0) this.#pieces.push(part);
  }

  #take(): Buffer {
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#kept = 0;
    return line;
  }
}

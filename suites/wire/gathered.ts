/** Bytes that arrive in pieces of any size. Small ones are copied together, since each kept by itself takes far more memory than it has bytes. */

const SMALL = 4096;
const BLOCK = 65_536;

export class ByteGatherer {
  readonly #pieces: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  /** Bytes of the block that are in use, the first of them are among the pieces already. */
  #used = 0;
  #reported = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Takes bytes, which must not be changed afterwards. */
  add(piece: Buffer): void {
    this.#length += piece.length;
    if (piece.length >= SMALL) {
      this.#tell();
      this.#pieces.push(piece);
      return;
    }
    if (this.#used + piece.length > this.#block.length) this.#begin();
    piece.copy(this.#block, this.#used);
    this.#used += piece.length;
  }

  /** All of them, without a copy where they came in one large piece. */
  bytes(): Buffer {
    this.#tell();
    const [first] = this.#pieces;
    return first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#length);
  }

  #begin(): void {
    this.#tell();
    this.#block = Buffer.allocUnsafe(BLOCK);
    this.#used = 0;
    this.#reported = 0;
  }

  #tell(): void {
    if (this.#used > this.#reported) this.#pieces.push(this.#block.subarray(this.#reported, this.#used));
    this.#reported = this.#used;
  }
}

/** An element whose end has not come yet; what was added is neither copied nor searched again with each piece. */
export class UnfinishedElement {
  #room: Buffer = Buffer.alloc(0);
  #length = 0;
  #searched = 0;

  /** What there is, with these bytes behind it. */
  with(bytes: Buffer): Buffer {
    if (this.#length === 0) return bytes;
    this.#append(bytes);
    return this.#room.subarray(0, this.#length);
  }

  /** Keeps what `with` gave, or what is left of it. */
  keep(rest: Buffer): void {
    if (this.#length === rest.length) return;
    this.#length = 0;
    this.#room = Buffer.alloc(0);
    this.#append(rest);
  }

  /** The element was complete: its bytes are never changed again. */
  clear(): void {
    this.#room = Buffer.alloc(0);
    this.#length = 0;
    this.#searched = 0;
  }

  /** Where a mark is in `rest`, or -1. */
  find(rest: Buffer, mark: Buffer): number {
    const at = rest.indexOf(mark, Math.max(0, this.#searched - mark.length + 1));
    this.#searched = at < 0 ? rest.length : 0;
    return at;
  }

  #append(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#room.length) {
      const room = Buffer.allocUnsafe(2 * length);
      this.#room.copy(room, 0, 0, this.#length);
      this.#room = room;
    }
    bytes.copy(this.#room, this.#length);
    this.#length = length;
  }
}

/**
 * Collects bytes that arrive in pieces of any size. Small ones are copied together, since each separate piece takes far more memory than
 * its bytes.
 */

const SMALL = 4096;
const BLOCK = 65_536;

export class ByteGatherer {
  readonly #pieces: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  /** Used bytes of the block; the first of them are already among the pieces. */
  #used = 0;
  #reported = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds bytes, which must not change afterwards. */
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

  /** All bytes, without a copy if they came in one large piece. */
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

/** An element whose end has not arrived yet. Its earlier bytes are neither copied nor searched again with each piece. */
export class UnfinishedElement {
  #room: Buffer = Buffer.alloc(0);
  #length = 0;
  #searched = 0;

  /** The present bytes with these appended. */
  with(bytes: Buffer): Buffer {
    if (this.#length === 0) return bytes;
    this.#append(bytes);
    return this.#room.subarray(0, this.#length);
  }

  /** Stores the result of `with`, or its remainder. */
  keep(rest: Buffer): void {
    if (this.#length === rest.length) return;
    this.#length = 0;
    this.#room = Buffer.alloc(0);
    this.#append(rest);
  }

  /** The element was complete: its bytes never change again. */
  clear(): void {
    this.#room = Buffer.alloc(0);
    this.#length = 0;
    this.#searched = 0;
  }

  /** The place of a mark in `rest`, or -1. */
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

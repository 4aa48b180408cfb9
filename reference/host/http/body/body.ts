/**
 * 2/http-request-object/r-request-buffer, 2/http-request-object/r-request-text, 2/limits/body-held-in-memory: a
 * request body that was read.
 */
import type { TemporaryFile } from '../../support/temporary-file.js';

/** Bytes of a file that are read at once, for those who pass them on. */
const piece = 64 * 1024;

const nothing = Buffer.alloc(0);

/** A request body that was read: in memory, or in a temporary file. */
export class RequestBody {
  readonly file: TemporaryFile | undefined;
  /** What is in memory: all of it, or nothing. */
  readonly memory: Buffer;

  constructor(kept: Buffer | TemporaryFile) {
    this.file = Buffer.isBuffer(kept) ? undefined : kept;
    this.memory = Buffer.isBuffer(kept) ? kept : nothing;
  }

  get length(): number {
    return this.file?.size ?? this.memory.length;
  }

  /** All of it, wherever it is. */
  whole(): Buffer {
    return this.file?.read(0, this.file.size) ?? this.memory;
  }

  /** What is in the file, one piece after the other; the file lasts until that is read, or the reading is given up. */
  pieces(): Iterable<Buffer> {
    this.file?.hold();
    return piecesOf(this.file);
  }
}

function* piecesOf(file: TemporaryFile | undefined): Generator<Buffer, void, void> {
  if (file === undefined) return;
  try {
    for (let at = 0; at < file.size; at += piece) yield file.read(at, piece);
  } finally {
    file.release();
  }
}

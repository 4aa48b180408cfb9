/**
 * 2/http-request-object/r-request-buffer, 2/http-request-object/r-request-text, 2/limits/body-held-in-memory: a
 * request body that was read.
 */
import type { TemporaryFile } from '../../support/temporary-file.js';

/** Bytes of a file that are read at once by code that forwards the body. */
const piece = 64 * 1024;

const nothing = Buffer.alloc(0);

/** A request body that was read: in memory, or in a temporary file. */
export class RequestBody {
  readonly file: TemporaryFile | undefined;
  /** The complete body, or nothing if the body is in a file. */
  readonly memory: Buffer;

  constructor(kept: Buffer | TemporaryFile) {
    this.file = Buffer.isBuffer(kept) ? undefined : kept;
    this.memory = Buffer.isBuffer(kept) ? kept : nothing;
  }

  get length(): number {
    return this.file?.size ?? this.memory.length;
  }

  /** The complete body, wherever it is. */
  whole(): Buffer {
    return this.file?.read(0, this.file.size) ?? this.memory;
  }

  /** The content of the file, in pieces. The file lasts until it is read to its end, or the iteration is stopped. */
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

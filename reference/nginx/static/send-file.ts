import { completeType, hasBody } from '../../host/http/filters.js';
import type { HttpRequest } from '../../host/http/request.js';
import { abandon, finish, sendHeader, sendPart } from '../../host/http/sending.js';
import type { StaticFile } from './files.js';
import { type BodyPiece, chosenPieces, isUnsatisfiable } from './ranges.js';
import { staticSettings } from './settings.js';

/** Reading a file with fewer bytes is too fast to be worth a turn of the event loop. */
const small = 256 * 1024;

/** Sends a file or the requested parts of it, no faster than the client reads, and closes it. */
export async function sendFile(request: HttpRequest, file: StaticFile): Promise<void> {
  try {
    request.logContext.doing = 'sending response to client';
    completeType(request);
    sendHeader(request, file.size);
    if (request.response.finished || isUnsatisfiable(request)) return;
    const hasOutput = request.route.method !== 'HEAD' && hasBody(request.response.status);
    const pieces = hasOutput ? chosenPieces(request, file) : [];
    const portion = staticSettings.outputBuffers.of(request.block).size;
    let last: Buffer | undefined;
    for (const piece of pieces) {
      for await (const part of partsOf(file, piece, portion)) {
        if (part.length === 0 || !(await goesOn(request, last))) return abandon(request);
        last = part;
      }
    }
    finish(request, last);
  } finally {
    file.close();
  }
}

/** Sends a part that is not the last one; returns whether more can follow. */
async function goesOn(request: HttpRequest, part: Buffer | undefined): Promise<boolean> {
  if (part === undefined) return true;
  sendPart(request, part);
  const isReady = request.output.ready?.() ?? true;
  return typeof isReady === 'boolean' ? isReady : await isReady;
}

/** The parts of a piece, of a limited size; an empty one if the file has become shorter. */
async function* partsOf(file: StaticFile, piece: BodyPiece, portion: number): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(piece)) {
    yield piece;
    return;
  }
  const isSmall = piece.to - piece.from < small;
  for (let at = piece.from; at < piece.to; ) {
    const count = Math.min(portion, piece.to - at);
    const bytes = isSmall ? file.readNow(at, count) : await file.read(at, count);
    yield bytes;
    if (bytes.length === 0) return;
    at += bytes.length;
  }
}

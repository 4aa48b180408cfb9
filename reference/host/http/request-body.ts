/**
 * 2/http-request-object-methods/r-read-request-text, 2/http-request-object-methods/r-read-request-form, 2/limits/request-body-size: reads
 * the body of a request once, for all handlers.
 */
import { type ByteString, byteStringOf } from '../support/byte-string.js';
import { continueWith, type Eventual } from '../support/eventual.js';
import { answered, declined } from '../support/phases.js';
import { systemFailure } from '../support/system-errors.js';
import type { TemporaryFile } from '../support/temporary-file.js';
import { RequestBody } from './body/body.js';
import { ReceivedBody } from './body/receiving.js';
import {
  bodyFolder,
  bodyInFileOnly,
  clientBodyBufferSize,
  clientBodyTimeout,
  clientMaxBodySize,
  type FileUse,
} from './body/settings.js';
import { type BodyDecision, type BodyReadResult, exceeds } from './body/source.js';
import type { HttpRequest } from './request.js';
import { invalidChunks } from './sending.js';

/** Refuses a body that exceeds the location's limit, by the header or after reading. */
export function limitBody(request: HttpRequest): BodyDecision {
  if (request.body.isDiscarded) return declined;
  const length = announcedLength(request);
  if (!exceeds(length, clientMaxBodySize.of(request.block))) return declined;
  if (!request.body.isRead) {
    // Nothing of it remains for an error page.
    request.body.isDiscarded = true;
    request.body.content = new RequestBody(Buffer.alloc(0));
  }
  return tooLarge(request, `client intended to send too large body: ${length} bytes`);
}

/** A subrequest with its own body has that length, whatever the client's header says. */
function announcedLength({ arrival, headersIn, body: { content: body }, parent }: HttpRequest): number {
  const own = arrival.given?.isOwn === true;
  const declared = own ? undefined : headersIn.first('content-length');
  return Number(declared ?? body?.length ?? (own ? 0 : (parent?.body.content?.length ?? 0)));
}

/** A body that the header announces counts as present, even if it is empty. */
function isAnnounced({ headersIn }: HttpRequest): boolean {
  return headersIn.has('content-length') || headersIn.has('transfer-encoding');
}

/** Reads the request body, once for all handlers. */
export function readBody(request: HttpRequest): Eventual<BodyDecision> {
  if (request.body.isRead || request.body.isDiscarded) return declined;
  if (request.body.reading !== undefined) return request.body.reading;
  const { block, arrival } = request;
  const limits = { bufferSize: clientBodyBufferSize.of(block), limit: clientMaxBodySize.of(block) };
  const received = new ReceivedBody(limits, () => createFile(request));
  const source = arrival.body.read(received, clientBodyTimeout.of(block));
  const reading = continueWith(source, (read) => haveRead(request, received, read));
  if (!(reading instanceof Promise)) return reading;
  request.body.reading = reading.catch((error: unknown) => unstored(request, error));
  return request.body.reading;
}

/** Whether the body must be written to a file, by the current location or by one that the request was in before. */
function fileUseOf(request: HttpRequest): FileUse {
  const here = bodyInFileOnly.of(request.block);
  return here === 'off' ? request.route.bodyFileUse : here;
}

function createFile(request: HttpRequest): TemporaryFile {
  const { environment, block, cleanups } = request;
  const use = fileUseOf(request);
  const kind = use === 'off' ? 'nameless' : use === 'on' ? 'kept' : 'removed';
  const file = environment.temporaryFiles.create(bodyFolder.of(block), kind);
  request.body.file = file;
  cleanups.push(() => file.release());
  const level = bodyInFileOnly.of(block) === 'off' ? 'warn' : 'notice';
  request.logLine(level, `a client request body is buffered to a temporary file ${byteStringOf(file.path)}`);
  return file;
}

/** There is no file, or no space for it. */
function unstored(request: HttpRequest, error: unknown): BodyDecision {
  request.body.reading = undefined;
  request.body.isRead = true;
  const path = error instanceof Error && 'path' in error ? String(error.path) : (request.body.file?.path ?? '');
  const call = error instanceof Error && 'syscall' in error ? String(error.syscall) : 'open';
  request.logLine('crit', byteStringOf(systemFailure(call, `"${path}"`, error)));
  return { kind: 'refused', status: 500 };
}

function haveRead(request: HttpRequest, received: ReceivedBody, read: BodyReadResult): BodyDecision {
  request.body.reading = undefined;
  request.body.isRead = true;
  switch (read.kind) {
    case 'read':
      return keep(request, received);
    case 'gone':
      request.logLine('info', 'client prematurely closed connection');
      // No page is sent; the log reports it, unless the client has already received something.
      if ((request.arrival.bytesAhead?.() ?? 0) === 0) request.response.status = 400;
      return answered;
    case 'timed out':
      return { kind: 'refused', status: 408 };
    case 'malformed':
      request.logLine('error', invalidChunks);
      return { kind: 'refused', status: 400 };
    case 'too large':
      return tooLarge(request, tooLargeChunk(read.received, read.chunk));
  }
}

function keep(request: HttpRequest, received: ReceivedBody): BodyDecision {
  if (!isAnnounced(request) && received.isEmpty) return declined;
  try {
    request.body.content = received.end(fileUseOf(request) !== 'off');
    return declined;
  } catch (error) {
    return unstored(request, error);
  }
}

/** Log message for a chunk that is too large together with the received ones. */
export function tooLargeChunk(received: number, chunk: number): ByteString {
  return `client intended to send too large chunked body: ${received}+${chunk} bytes`;
}

function tooLarge(request: HttpRequest, message: ByteString): BodyDecision {
  request.body.isRead = true;
  request.logLine('error', message);
  return { kind: 'refused', status: 413 };
}

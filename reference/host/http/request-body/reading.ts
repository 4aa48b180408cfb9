import { answered, declined } from '../../core/phases.js';
import { type Eventual, goOnWith } from '../../eventual.js';
import { clientBodyBufferSize, clientMaxBodySize } from '../directives.js';
import type { HttpRequest } from '../request.js';
import { invalidChunks } from '../response.js';
import { wireOf } from '../wire/settings.js';
import { type BodyDecision, type BodyRead, exceeds } from './source.js';

/** Refuses a body that the header announces as larger than the location allows, or that was read and is larger. */
export function limitBody(request: HttpRequest): BodyDecision {
  const announced = Number(request.headersIn.first('content-length') ?? request.body?.bytes.length ?? 0);
  return exceeds(announced, clientMaxBodySize.of(request.block)) ? tooLarge(request, `: ${announced} bytes`) : declined;
}

/** A body that the header speaks of is there, even if it is empty. */
function isAnnounced({ headersIn }: HttpRequest): boolean {
  return headersIn.has('content-length') || headersIn.has('transfer-encoding');
}

/** Reads the request body, once for all handlers. */
export function readBody(request: HttpRequest): Eventual<BodyDecision> {
  if (request.bodyRead) return declined;
  if (request.reading !== undefined) return request.reading;
  const source = request.arrival.body.read(limitOf(request), wireOf(request.block).timeouts.body);
  const reading = goOnWith(source, (read) => haveRead(request, read));
  if (reading instanceof Promise) request.reading = reading;
  return reading;
}

function haveRead(request: HttpRequest, read: BodyRead): BodyDecision {
  request.reading = undefined;
  request.bodyRead = true;
  if (read.kind === 'gone') {
    request.logLine('info', 'client prematurely closed connection');
    request.streamedBytes = read.length;
    // Nobody gets a page, but the log tells of it, unless the client has got something already.
    if ((request.arrival.bytesAhead?.() ?? 0) === 0) request.status = 400;
    return answered;
  }
  if (read.kind === 'malformed') {
    request.logLine('error', invalidChunks);
    return { kind: 'refused', status: 400 };
  }
  if (read.kind === 'too large') return tooLarge(request, '');
  const inFile = read.bytes.length > clientBodyBufferSize.of(request.block);
  // An empty body of a subrequest is none, whatever its client announced.
  const isThere = read.bytes.length > 0 || (request.parent === undefined && isAnnounced(request));
  if (isThere) request.body = { bytes: read.bytes, inFile };
  return declined;
}

/** 2/http-request-object-methods/r-internal-redirect: what comes to a named location is not checked by its announced length. */
function limitOf(request: HttpRequest): number {
  const isNamed = request.match?.location.pattern.kind === 'named';
  return isNamed && request.headersIn.first('content-length') !== undefined ? 0 : clientMaxBodySize.of(request.block);
}

function tooLarge(request: HttpRequest, length: string): BodyDecision {
  request.bodyRead = true;
  request.logLine('error', `client intended to send too large body${length}`);
  return { kind: 'refused', status: 413 };
}

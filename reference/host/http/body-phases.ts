import { answered, declined } from '../core/phases.js';
import { exceeds } from './body-source.js';
import { clientBodyBufferSize, clientMaxBodySize } from './directives.js';
import type { HttpDecision } from './phases.js';
import type { HttpRequest } from './request.js';

/** Refuses a body that the header announces as larger than the location allows. */
export function limitBody(request: HttpRequest): HttpDecision {
  const announced = Number(request.headersIn.first('content-length') ?? 0);
  return exceeds(announced, clientMaxBodySize.of(request.block)) ? tooLarge(request) : declined;
}

/** Reads the request body, once for all handlers. */
export async function readBody(request: HttpRequest): Promise<HttpDecision> {
  const read = await request.arrival.body.read(clientMaxBodySize.of(request.block));
  if (read.kind === 'gone') return answered;
  if (read.kind === 'malformed') return { kind: 'refused', status: 400 };
  if (read.kind === 'too large') return tooLarge(request);
  const inFile = read.bytes.length > clientBodyBufferSize.of(request.block);
  if (read.bytes.length > 0) request.body = { bytes: read.bytes, inFile };
  return declined;
}

function tooLarge(request: HttpRequest): HttpDecision {
  request.logLine('error', 'client intended to send too large body');
  return { kind: 'refused', status: 413 };
}

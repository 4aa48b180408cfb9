import { extname } from 'node:path/posix';
import { type ByteString, byteStringOf } from '../byte-string.js';
import { defaultType, types } from './directives.js';
import type { HttpRequest } from './request.js';
import type { Sink } from './sink.js';

/** A response on its way through the filters; its header is the number of body bytes, `undefined` while it is unknown. */
export type Output = Sink<number | undefined>;

/** One step of the way: changes the header or the body of a request's response and hands it on. */
export type OutputFilter = (request: HttpRequest, next: Output) => Output;

/** The chain of filters in front of `end`. */
export function filtered(request: HttpRequest, filters: readonly OutputFilter[], end: Output): Output {
  return filters.reduceRight((next, filter) => filter(request, next), end);
}

/** Codes whose response has no body. */
const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Whether a response has a body, whatever the method of the request. */
export function hasBody(status: number): boolean {
  return status >= 200 && !bodiless.has(status);
}

/** Completes the headers that say what follows. */
export const describingBody: OutputFilter = (request, next) => ({
  ...passedTo(next),
  header: (length) => {
    const { headersOut } = request;
    if (!hasBody(request.status)) {
      headersOut.set('Content-Type', []);
      headersOut.set('Content-Length', []);
      return next.header(undefined);
    }
    if (headersOut.all('Content-Type').length === 0) headersOut.set('Content-Type', [contentType(request)]);
    if (length !== undefined) headersOut.set('Content-Length', [String(length)]);
    return next.header(length);
  },
});

/** Leaves the body out of responses that have none. */
export const omittingBody: OutputFilter = (request, next) => {
  const { method, httpVersion } = request.arrival;
  // HTTP/0.9 has no header that could come alone.
  const isSent = () => (method !== 'HEAD' || httpVersion === '0.9') && hasBody(request.status);
  return {
    ...passedTo(next),
    write: (part) => {
      if (isSent()) next.write(part);
    },
    end: (part) => next.end(isSent() ? part : undefined),
  };
};

export function passedTo<Header>(next: Sink<Header>): Sink<Header> {
  return {
    header: (header) => next.header(header),
    write: (part) => next.write(part),
    end: (part) => next.end(part),
    abort: () => next.abort(),
  };
}

function contentType(request: HttpRequest): ByteString {
  const extension = extname(request.uri).slice(1).toLowerCase();
  return types.of(request.block).get(extension) ?? byteStringOf(defaultType.of(request.block));
}

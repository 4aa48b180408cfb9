import { byteStringOf } from '../byte-string.js';
import { defaultType, types } from './directives.js';
import type { HttpRequest } from './request.js';
import { serverTokensOf } from './server-tokens.js';
import type { Sink } from './wire/sink.js';

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
  return !bodiless.has(status);
}

/** Takes the headers that say what follows from a response with the status 204. */
export function dropContent({ receivedStatus, status, parent, headersOut }: HttpRequest): void {
  // What another server sent keeps its headers, also without a body. A subrequest's response goes nowhere that must not be told of one.
  if (status !== 204 || receivedStatus?.status === status || parent !== undefined) return;
  headersOut.set('Content-Type', []);
  headersOut.set('Content-Length', []);
}

/** Completes the headers that say what follows. */
export const describingBody: OutputFilter = (request, next) => ({
  ...passedTo(next),
  header: (length) => {
    if (length !== undefined) request.headersOut.setLength(length);
    return next.header(length);
  },
});

/** Leaves the body out of responses that have none. */
export const omittingBody: OutputFilter = (request, next) => {
  const { method, httpVersion } = request.arrival;
  // Without a head there is none that could come alone.
  const isHeadAlone = () => method === 'HEAD' && httpVersion !== '0.9' && !request.headless;
  const isSent = () => !isHeadAlone() && hasBody(request.status);
  return {
    ...passedTo(next),
    write: (part, more) => {
      if (isSent()) next.write(part, more);
    },
    end: (part) => next.end(isSent() ? part : undefined),
  };
};

export function passedTo<Header>(next: Sink<Header>): Sink<Header> {
  return {
    ready: () => next.ready?.() ?? true,
    header: (header) => next.header(header),
    write: (part, more) => next.write(part, more),
    end: (part) => next.end(part),
    abort: () => next.abort(),
  };
}

/**
 * Sends the built-in page of a code instead of a response whose header has not gone; takes what follows of that. As with real hosts
 * the connection ends behind it, whatever the header says.
 */
export function replacedByPage(request: HttpRequest, status: number, next: Output): Output {
  const page = request.environment.pages.page(status, serverTokensOf(request)) ?? [];
  request.status = status;
  request.forcedStatus = status;
  request.headersOut.clear();
  request.headersOut.set('Content-Type', ['text/html']);
  request.terminated = true;
  request.finished = true;
  next.header(page.reduce((length, part) => length + part.length, 0));
  for (const part of page.slice(0, -1)) if (!request.broken) next.write(part, true);
  // A filter may break the page off.
  if (!request.broken) next.end(page.at(-1));
  return {
    ...passedTo(next),
    header: () => undefined,
    write: () => undefined,
    end: () => undefined,
    abort: () => undefined,
  };
}

/** The ending of a file's name; what begins with a dot has none by that, nor has a folder. */
const endingOf = /[^/]\.([^./]*)$/;

/** Gives a response without a type the one that the name of what is asked for stands for. */
export function completeType({ uri, block, headersOut }: HttpRequest): void {
  if (headersOut.has('content-type')) return;
  const extension = endingOf.exec(uri)?.[1]?.toLowerCase() ?? '';
  const type = types.of(block).get(extension) ?? byteStringOf(defaultType.of(block));
  if (type !== '') headersOut.set('Content-Type', [type]);
}

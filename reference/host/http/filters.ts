/** 2/http-request-object-methods/r-send-buffer, 2/http-request-object-methods/r-done: the filters that a response passes through. */
import type { Sink } from '../support/sink.js';
import type { HttpRequest } from './request.js';

/** A response on its way through the filters. Its header is the number of body bytes, or `undefined` while it is unknown. */
export type Output = Sink<number | undefined>;

/** One filter: changes the header or the body of a response and forwards it. */
export type OutputFilter = (request: HttpRequest, next: Output) => Output;

/** Statuses whose response has no body. */
const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Whether a response has a body, whatever the method of the request. */
export function hasBody(status: number): boolean {
  return !bodiless.has(status);
}

/** A filter that forwards everything; subclasses change what they need. Each request has all filters, so they have to be cheap. */
export class OutputStep implements Output {
  // Only declared: in objects of many classes, defining a field takes an engine much longer than assigning it.
  protected declare readonly request: HttpRequest;
  protected declare readonly next: Output;

  constructor(request: HttpRequest, next: Output) {
    this.request = request;
    this.next = next;
  }

  header(length: number | undefined): void {
    this.next.header(length);
  }

  write(part: Buffer, more?: boolean): void {
    this.next.write(part, more);
  }

  end(part?: Buffer): void {
    this.next.end(part);
  }

  ready(): boolean | Promise<boolean> {
    return this.next.ready?.() ?? true;
  }

  abort(): void {
    this.next.abort();
  }
}

/** Removes the headers that describe a body from a response with the status 204. */
export function dropContent({ response: { receivedStatus, status, headers: headersOut }, parent }: HttpRequest): void {
  // A response of another server keeps its headers, also without a body. The response of a subrequest is not sent, so it needs no change.
  if (status !== 204 || receivedStatus?.status === status || parent !== undefined) return;
  headersOut.set('Content-Type', []);
  headersOut.set('Content-Length', []);
}

/** Adds the headers that describe the body. */
export const describingBody: OutputFilter = (request, next) => new DescribingBody(request, next);

class DescribingBody extends OutputStep {
  override header(length: number | undefined): void {
    if (length !== undefined) this.request.response.headers.setLength(length);
    this.next.header(length);
  }
}

/**
 * Omits the body of responses that have none. The body of a subrequest's response is kept, unless it is complete and the method is HEAD.
 */
export const omittingBody: OutputFilter = (request, next) => {
  if (request.parent === undefined) return new OmittingBody(request, next);
  return request.route.method === 'HEAD' ? new OmittingWhole(request, next) : next;
};

class OmittingBody extends OutputStep {
  get #isSent(): boolean {
    const { arrival } = this.request;
    const { headless, status } = this.request.response;
    // Without a head, a response to HEAD has nothing to send.
    const isHeadAlone = arrival.method === 'HEAD' && arrival.httpVersion !== '0.9' && !headless;
    return !isHeadAlone && hasBody(status);
  }

  override write(part: Buffer, more?: boolean): void {
    if (this.#isSent) this.next.write(part, more);
  }

  override end(part?: Buffer): void {
    this.next.end(this.#isSent ? part : undefined);
  }
}

/** Omits a body whose length is known when the header is sent. */
class OmittingWhole extends OutputStep {
  #isWhole = false;

  override header(length: number | undefined): void {
    this.#isWhole = length !== undefined;
    this.next.header(length);
  }

  override write(part: Buffer, more?: boolean): void {
    if (!this.#isWhole) this.next.write(part, more);
  }

  override end(part?: Buffer): void {
    this.next.end(this.#isWhole ? undefined : part);
  }
}

/** A response without a type gets the media type of the requested file name. */
export function completeType({
  environment,
  route: { uri },
  block,
  response: { headers: headersOut },
}: HttpRequest): void {
  if (headersOut.has('content-type')) return;
  const type = environment.rules.mediaType(uri, block);
  if (type !== '') headersOut.set('Content-Type', [type]);
}

/**
 * 2/http-request-object-methods/r-send-buffer, 2/http-request-object-methods/r-done: the filters that a response
 * passes through.
 */
import type { Sink } from '../support/sink.js';
import type { HttpRequest } from './request.js';

/** A response on its way through the filters; its header is the number of body bytes, `undefined` while it is unknown. */
export type Output = Sink<number | undefined>;

/** One step of the way: changes the header or the body of a request's response and hands it on. */
export type OutputFilter = (request: HttpRequest, next: Output) => Output;

/** Codes whose response has no body. */
const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Whether a response has a body, whatever the method of the request. */
export function hasBody(status: number): boolean {
  return !bodiless.has(status);
}

/** A step that hands everything on; what it changes, a subclass says. Each request has all of them, so they have to be cheap. */
export class OutputStep implements Output {
  // Declared alone: to define a field takes an engine much longer than to assign one, where objects of many classes have it.
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

/** Takes the headers that say what follows from a response with the status 204. */
export function dropContent({ response: { receivedStatus, status, headers: headersOut }, parent }: HttpRequest): void {
  // What another server sent keeps its headers, also without a body. A subrequest's response goes nowhere that must not be told of one.
  if (status !== 204 || receivedStatus?.status === status || parent !== undefined) return;
  headersOut.set('Content-Type', []);
  headersOut.set('Content-Length', []);
}

/** Completes the headers that say what follows. */
export const describingBody: OutputFilter = (request, next) => new DescribingBody(request, next);

class DescribingBody extends OutputStep {
  override header(length: number | undefined): void {
    if (length !== undefined) this.request.response.headers.setLength(length);
    this.next.header(length);
  }
}

/** Leaves the body out of responses that have none. That of a subrequest is kept as it comes, unless it is whole and for HEAD. */
export const omittingBody: OutputFilter = (request, next) => {
  if (request.parent === undefined) return new OmittingBody(request, next);
  return request.route.method === 'HEAD' ? new OmittingWhole(request, next) : next;
};

class OmittingBody extends OutputStep {
  get #isSent(): boolean {
    const { arrival } = this.request;
    const { headless, status } = this.request.response;
    // Without a head there is none that could come alone.
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

/** Leaves out a body whose length is known when the header goes out. */
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

/** Gives a response without a type the one that the name of what is asked for stands for. */
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

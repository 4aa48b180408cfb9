import type { HttpRequest } from '../../host/http/request.js';
import { abandon, finish, sendHeader, sendPart } from '../../host/http/sending.js';
import { headerValues } from '../../host/support/raw-headers.js';
import type { UpstreamConnection } from '../upstream/connection.js';
import { proxySettings } from './directives.js';
import { failureLine, type ProxyActivity } from './failures.js';
import type { ProxyAttempt, UpstreamRecord } from './record.js';
import { ResponseBody } from './response-body.js';
import type { FoundHead } from './response-head.js';
import { applyHead } from './response-headers.js';

/** A response whose head was read. */
export interface Incoming extends FoundHead {
  readonly connection: UpstreamConnection;
  readonly attempt: ProxyAttempt;
  readonly record: UpstreamRecord;
}

/** Forwards a response to the client. Returns whether its connection can be used again. */
export async function relayResponse(request: HttpRequest, incoming: Incoming): Promise<boolean> {
  const { head, framing } = incoming;
  applyHead(request, head, announced(incoming));
  const body = new ResponseBody(framing, { keepsTrailers: proxySettings.passTrailers.of(request.block) });
  if (proxySettings.passTrailers.of(request.block) && framing.length === 'chunked')
    request.response.headers.trailers = () => body.trailers;
  sendHeader(request, undefined);
  // A filter may have aborted it.
  if (request.response.broken) return false;
  if (isHeaderAlone(request, incoming)) {
    finish(request);
    return framing.keepAlive && framing.length === 0;
  }
  const isWhole = await new BodyRelay(request, incoming, body).run();
  if (!isWhole) {
    // The received part of a subrequest's body is its response, unless it is malformed.
    if (request.parent === undefined || body.isInvalid) abandon(request);
    else finish(request);
    return false;
  }
  if (proxySettings.passTrailers.of(request.block)) incoming.record.trailers = body.trailers;
  finish(request);
  return framing.keepAlive && body.excess.length === 0;
}

/** Whether no one receives a body, so that the host does not wait for one. The response of a detached subrequest is read to its end. */
function isHeaderAlone(
  { parent, route: { method }, response: { status, headless }, arrival }: HttpRequest,
  { early }: Incoming,
): boolean {
  if (parent !== undefined) return arrival.isHeaderAlone === true;
  if (headless || arrival.httpVersion === '0.9') return false;
  if (method === 'HEAD') return true;
  // Excess data that arrived with the header is reported.
  return (status === 204 || status === 304) && early.length === 0;
}

/** The announced length of the body, even if the body is not sent. */
export function announced({ head, framing }: Incoming): number | undefined {
  if (typeof framing.length !== 'number') return undefined;
  const [length] = headerValues(head.headers, 'content-length');
  return length === undefined ? undefined : Number(length);
}

const invalidChunks = 'upstream sent invalid chunked response';

/** Forwards a body to the client. */
class BodyRelay {
  readonly #request: HttpRequest;
  readonly #incoming: Incoming;
  readonly #body: ResponseBody;
  readonly #holds: boolean;
  readonly #buffer: ReadBuffer;
  /** What the host is doing, in the words of its log. Without buffering it immediately forwards the data that arrived with the head. */
  #doing: ProxyActivity;

  constructor(request: HttpRequest, incoming: Incoming, body: ResponseBody) {
    this.#request = request;
    this.#incoming = incoming;
    this.#body = body;
    this.#holds = request.response.receivedStatus?.isHeld ?? true;
    const first = proxySettings.bufferSize.of(request.block);
    // The first buffer also contains the head.
    this.#buffer = new ReadBuffer(
      first - incoming.headSize,
      this.#holds ? proxySettings.buffers.of(request.block).size : first,
    );
    this.#doing = this.#holds ? 'reading upstream' : 'reading response header from upstream';
  }

  /** Returns whether the client received all of it. */
  async run(): Promise<boolean> {
    const { connection, early } = this.#incoming;
    let bytes = early;
    // Filters are notified that no data arrived with the head.
    if (!this.#holds && early.length === 0) sendPart(this.#request, early);
    for (;;) {
      if (bytes.length > 0) await this.#take(bytes);
      if (this.#request.response.broken) return false;
      if (this.#body.isDone) return this.#complete();
      if (this.#body.isInvalid) return this.#fail(invalidChunks);
      if (!this.#holds) await this.#request.output.ready?.();
      if (!this.#holds) this.#doing = bytes === early && early.length > 0 ? 'sending to client' : 'reading upstream';
      const read = await connection.read(proxySettings.readTimeout.of(this.#request.block));
      if (!('kind' in read)) {
        bytes = read;
        this.#incoming.attempt.received += read.length;
        continue;
      }
      if (read.kind === 'ended') this.#send(this.#body.take(this.#buffer.rest()));
      if (this.#body.isInvalid) return this.#fail(invalidChunks);
      if (read.kind === 'ended' && (this.#body.endsWithConnection || this.#body.isDone)) return this.#complete();
      const { level, message } = failureLine(read, this.#doing, this.#holds ? 'readv()' : 'recv()');
      this.#request.logLine(level, message);
      this.#request.response.cutShort = read.kind !== 'left';
      if (read.kind !== 'left') await this.#request.output.ready?.();
      return false;
    }
  }

  async #take(bytes: Buffer): Promise<void> {
    this.#incoming.attempt.length += bytes.length;
    const parts: Buffer[] = [];
    for (const full of this.#buffer.take(bytes)) {
      parts.push(...this.#body.take(full));
      // Without buffering, each read is forwarded separately.
      if (!this.#holds) this.#send(parts.splice(0));
    }
    if (this.#buffer.length >= (this.#holds ? this.#body.least : 1))
      parts.push(...this.#body.take(this.#buffer.rest()));
    this.#send(parts);
    if (parts.length > 0 && !this.#body.isInvalid) await this.#request.output.ready?.();
  }

  /** Filters receive each part separately; the client receives them together. */
  #send(parts: readonly Buffer[]): void {
    if (parts.length === 0 || this.#body.isInvalid) return;
    this.#request.logContext.doing = 'sending to client';
    for (const [at, part] of parts.entries()) sendPart(this.#request, part, at < parts.length - 1);
  }

  #complete(): boolean {
    const { length } = this.#incoming.framing;
    const reason =
      length === 'chunked' ? 'data after final chunk' : 'more data than specified in "Content-Length" header';
    if (this.#body.excess.length > 0) this.#request.logLine('warn', `upstream sent ${reason} while ${this.#doing}`);
    return true;
  }

  #fail(words: string): false {
    this.#request.logLine('error', `${words} while ${this.#doing}`);
    return false;
  }
}

/** The buffer that a response is read into. At its end, a part of the body ends for filters. */
class ReadBuffer {
  readonly #size: number;
  #space: number;
  #bytes: Buffer = Buffer.alloc(0);

  /** `first`: the remaining size of the first buffer. */
  constructor(first: number, size: number) {
    this.#space = Math.max(1, first);
    this.#size = size;
  }

  /** Bytes that wait for more. */
  get length(): number {
    return this.#bytes.length;
  }

  /** The buffers that these bytes fill. */
  take(bytes: Buffer): readonly Buffer[] {
    const full: Buffer[] = [];
    let left = Buffer.concat([this.#bytes, bytes]);
    for (; left.length >= this.#space; this.#space = this.#size) {
      full.push(left.subarray(0, this.#space));
      left = left.subarray(this.#space);
    }
    this.#bytes = left;
    return full;
  }

  /** The incomplete buffer; later data is read into another one. */
  rest(): Buffer {
    const bytes = this.#bytes;
    if (bytes.length > 0) this.#space = this.#size;
    this.#bytes = Buffer.alloc(0);
    return bytes;
  }
}

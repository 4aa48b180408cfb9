/**
 * 2/http-request-object-methods/r-subrequest, 2/http-request-object-methods/rule-1, 2/http-request-object-methods/rule-2,
 * 2/http-request-object-methods/rule-3, 2/http-request-object-methods/rule-4: subrequests.
 */
import type { ByteString } from '../../support/byte-string.js';
import type { Sink } from '../../support/sink.js';
import { bufferedBody } from '../body/source.js';
import type { Arrival, GivenBody, HttpRequest } from '../request.js';
import { abandon } from '../sending.js';
import type { RequestTarget } from '../uri.js';
import { subrequestOutputBufferSize } from './directives.js';

/** The parameters of a subrequest. */
export interface InnerRequest {
  readonly target: Pick<RequestTarget, 'uri' | 'args'>;
  readonly method: ByteString;
  readonly given: GivenBody;
  /** The part of the response that is kept. */
  readonly wants: 'response' | 'header' | 'nothing';
}

/** A subrequest that has its response. */
export interface AnsweredInner {
  readonly request: HttpRequest;
  /** Body of the response; `undefined` if none was requested. */
  readonly body: Buffer | undefined;
}

/** Serves a subrequest: it has the client, the headers and the variables of its parent. If its response is aborted, so is the client's. */
export async function subrequest(parent: HttpRequest, inner: InnerRequest): Promise<AnsweredInner> {
  const kept = new KeptResponse(inner.wants === 'response');
  const request = await parent.environment.serveInner(arrivalOf(parent, inner), (made) => kept.of(made));
  parent.logContext.doing = request.logContext.doing;
  if (request.response.broken) abortMain(parent.main, request);
  return { request, body: kept.body };
}

/** If the subrequest ended with the failure of the client's request, the log reports for the latter why nothing was answered. */
function abortMain(main: HttpRequest, { response: { terminated, status } }: HttpRequest): void {
  if (terminated && main.response.sentHead === undefined) main.response.status = status;
  abandon(main);
}

function arrivalOf(parent: HttpRequest, { target, method, given, wants }: InnerRequest): Arrival {
  // The subrequest continues when the client leaves.
  const { hold: _, downstream: __, isGone: ___, ...arrival } = parent.arrival;
  const { unparsed } = arrival.target;
  const own = { method, target: { ...target, unparsed }, body: bufferedBody(), given, parent };
  const isKept = wants === 'response';
  return { ...arrival, ...own, isKept, isHeaderAlone: wants === 'header' || (isKept && method === 'HEAD') };
}

/** Keeps a response in memory, up to the limit. */
class KeptResponse {
  readonly #isKept: boolean;
  readonly #parts: Buffer[] = [];
  #length = 0;
  /** Whether only a header was sent: the whole response to HEAD, or one that no script sends. */
  #isHeader = false;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  get body(): Buffer | undefined {
    return this.#isKept && !this.#isHeader ? Buffer.concat(this.#parts) : undefined;
  }

  /** The end of the chain of the request's output. */
  of(request: HttpRequest): Sink<number | undefined> {
    const keep = (part: Buffer) => this.#keep(request, part);
    return {
      header: (length) => {
        const limit = subrequestOutputBufferSize.of(request.block);
        this.#isHeader =
          request.route.method === 'HEAD' && (length !== undefined || request.response.scriptPhase !== 'content');
        if (!this.#isHeader && this.#isKept && length !== undefined && length > limit) fail(request, `: ${length}`);
      },
      write: keep,
      end: (part) => {
        if (part !== undefined) keep(part);
      },
      abort: () => undefined,
    };
  }

  #keep(request: HttpRequest, part: Buffer): void {
    if (!this.#isKept || request.response.broken) return;
    this.#length += part.length;
    if (this.#length > subrequestOutputBufferSize.of(request.block)) fail(request, '');
    else this.#parts.push(part);
  }
}

function fail(request: HttpRequest, length: string): void {
  request.logLine('error', `too big subrequest response${length}`);
  abandon(request);
}

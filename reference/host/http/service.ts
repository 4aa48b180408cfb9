import type { Block } from '../configuration/block.js';
import type { ErrorLog } from '../core/error-log.js';
import type { BuiltInPages } from './built-in-pages.js';
import { filtered, type OutputFilter } from './filters.js';
import { framing } from './framing.js';
import { type HttpPart, httpModule } from './module.js';
import { type HttpPhases, phasesOf } from './phases.js';
import { headTooLarge } from './refusals.js';
import { type Arrival, type HttpEnvironment, HttpRequest } from './request.js';
import { sendPage } from './response.js';
import { serve } from './serve.js';
import type { ResponseHead, Sink } from './sink.js';

export interface HttpServerOptions {
  readonly pages: BuiltInPages;
  /** What the `Server` header says. */
  readonly serverName: string;
  readonly logOf: (block: Block) => ErrorLog;
  /** Called once a client's request has its response. */
  readonly logAccess: (request: HttpRequest) => void;
  /** What other modules contribute, in their order. */
  readonly parts: readonly HttpPart[];
}

/** Serves requests, wherever they come from and wherever their responses go. */
export class HttpService {
  readonly #environment: HttpEnvironment;
  readonly #phases: HttpPhases;
  readonly #filters: readonly OutputFilter[];
  readonly #logAccess: (request: HttpRequest) => void;

  constructor({ parts, logAccess, ...options }: HttpServerOptions) {
    const all = [httpModule, ...parts];
    this.#environment = { ...options, variables: httpModule.variables };
    this.#logAccess = logAccess;
    this.#phases = phasesOf(all.flatMap(({ phases }) => phases));
    this.#filters = all.flatMap(({ filters }) => filters);
  }

  /** Serves a request; the response goes to `sink`. */
  async serve(arrival: Arrival, sink: Sink<ResponseHead>): Promise<void> {
    const request = this.#request(arrival, sink);
    await serve(request, this.#phases);
    if (request.parent === undefined) this.#logAccess(request);
  }

  /** Answers a request with a built-in page, whatever it asks for. */
  refuse(arrival: Arrival, sink: Sink<ResponseHead>, status: number): void {
    const request = this.#request(arrival, sink);
    sendPage(request, status);
    this.#logAccess(request);
  }

  /** The whole response to bytes that are not an HTTP request. */
  unreadable(status: number): Buffer {
    const { pages, serverName } = this.#environment;
    const page = pages.page(status) ?? Buffer.alloc(0);
    const sent = status === headTooLarge ? 400 : status;
    const head = [
      `HTTP/1.1 ${sent} ${pages.reason(sent)}`,
      `Server: ${serverName}`,
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: text/html',
      `Content-Length: ${page.length}`,
      'Connection: close',
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), page]);
  }

  #request(arrival: Arrival, sink: Sink<ResponseHead>): HttpRequest {
    const output = (request: HttpRequest) => filtered(request, this.#filters, framing(request, sink));
    return new HttpRequest(this.#environment, arrival, output);
  }
}

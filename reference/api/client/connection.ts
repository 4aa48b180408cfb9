import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';

/** One request as it is sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** The part of an answer that comes before its body. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** How an exchange ended. `sent` is false only when nothing of the request can have left; `head` is there once it came. */
export type ExchangeEnd =
  | { readonly kind: 'answered'; readonly head: AnswerHead; readonly body: Buffer }
  | { readonly kind: 'too large'; readonly head: AnswerHead }
  | { readonly kind: 'failed'; readonly code: string; readonly sent: boolean; readonly head: AnswerHead | undefined }
  | { readonly kind: 'timed out'; readonly sent: boolean; readonly head: AnswerHead | undefined }
  | { readonly kind: 'aborted' };

/** Connections to one origin, kept open between requests; an idle one keeps no process alive. */
export class ConnectionPool {
  readonly #pool: Pool;

  constructor(origin: string, options: { readonly connectTimeoutMs: number; readonly maxConnections: number }) {
    this.#pool = new Pool(origin, {
      connections: options.maxConnections,
      connect: { timeout: options.connectTimeoutMs },
      // One request at a time: a connection that breaks takes no other request with it, and undici repeats none.
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Sends a request once; never rejects. */
  exchange(sending: OutgoingRequest, limits: Limits): Promise<ExchangeEnd> {
    return new Promise((resolve) => {
      const exchange = new Exchange(limits, resolve);
      const { method, path, headers, body } = sending;
      this.#pool.dispatch({ method, path, headers: { ...headers }, body: body ?? null }, exchange);
    });
  }

  /** Ends all connections, also those in use. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Follows one request through the pool and settles it once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBodyBytes: number;
  readonly #settle: (ended: ExchangeEnd) => void;
  readonly #cleanUp: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #head: AnswerHead | undefined;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor({ timeoutMs, maxBodyBytes, signal }: Limits, settle: (ended: ExchangeEnd) => void) {
    this.#maxBodyBytes = maxBodyBytes;
    this.#settle = settle;
    const abort = () => this.#end({ kind: 'aborted' });
    const expire = () => this.#end({ kind: 'timed out', sent: this.#sent, head: this.#head });
    const timer = setTimeout(expire, timeoutMs);
    signal?.addEventListener('abort', abort);
    this.#cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  }

  /** Called immediately before the first byte is written; a request that was given up while it queued ends here. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('given up'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#head !== undefined && this.#size > this.#maxBodyBytes) this.#end({ kind: 'too large', head: this.#head });
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#end({ kind: 'answered', head: this.#head, body: Buffer.concat(this.#chunks) });
  }

  /** The error itself goes no further: what undici attaches to it may hold parts of the request or the answer. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end({ kind: 'failed', code: codeOf(error), sent: this.#sent, head: this.#head });
  }

  get #sent(): boolean {
    return this.#controller !== undefined;
  }

  #end(ended: ExchangeEnd): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#cleanUp();
    this.#chunks = [];
    if (ended.kind !== 'answered' && ended.kind !== 'failed') this.#controller?.abort(new Error('given up'));
    // The pool takes a connection back one turn after its answer ended: a caller that went on at once would open another.
    if (ended.kind === 'answered') queueMicrotask(() => setImmediate(this.#settle, ended));
    else this.#settle(ended);
  }
}

/** The parser's complaints have no code of their own; one is about an end that came too early. */
function codeOf(error: Error): string {
  if (error.name === 'HTTPParserError') return error.message.includes('EOF') ? 'HTTP_CUT' : 'NO_HTTP';
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'UNKNOWN';
}

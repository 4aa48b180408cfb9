import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pool } from 'undici';

/** One request as it is sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

/** The longest body of an answer, in bytes. */
const LONGEST_BODY = 16 * 2 ** 20;

/** Connections to one origin, kept open between requests; an idle one keeps no process alive. */
export class ConnectionPool {
  readonly #pool: Pool;

  constructor(origin: string) {
    // With one request at a time, a broken connection affects no other request, and undici repeats none.
    const limits = { connections: 16, pipelining: 1, allowH2: false, maxResponseSize: LONGEST_BODY };
    this.#pool = new Pool(origin, { ...limits, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
  }

  /** Sends a request once, and follows no redirect. Rejects with undici's error, or the signal's reason. */
  exchange(sending: OutgoingRequest, signal: AbortSignal): Promise<ApiResponse> {
    // An aborted request that still waits for a connection is settled by undici only when it gets one.
    const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    return Promise.race([this.#exchange(sending, signal), aborted]);
  }

  async #exchange({ headers, body, ...target }: OutgoingRequest, signal: AbortSignal): Promise<ApiResponse> {
    const answer = await this.#pool.request({ ...target, headers: { ...headers }, body: body ?? null, signal });
    const { statusCode: status } = answer;
    const received = answer.body.bytes().catch((error: unknown) => {
      // A failure is one, whatever becomes of its body.
      if (status >= 300) return new Uint8Array();
      throw error;
    });
    const bytes = Buffer.from(await received);
    // The pool reuses a connection one turn after its answer ended: a caller that continued at once would open another one.
    await nextTurn();
    return { status, retryAfter: [answer.headers['retry-after']].flat()[0], body: bytes };
  }

  /** Closes all connections, also those in use. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

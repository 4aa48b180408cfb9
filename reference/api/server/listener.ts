import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';

/** Milliseconds. A client that sends too slowly is answered 408. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
} as const;

/** Milliseconds that requests under way are given when a server stops. */
const GRACE = 2000;

/** Never rejects. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An HTTP server that can be stopped without cutting an answer short. */
export class Listener {
  readonly #server: Server;
  #stopped: Promise<void> | undefined;

  constructor(answer: RequestHandler, limits: ServerOptions = LIMITS) {
    this.#server = createServer(limits, (request, response) => {
      // Where the server is being stopped, the connection has become idle.
      response.once('close', () => this.#stopped && setImmediate(() => this.#server.closeIdleConnections()));
      void answer(request, response);
    });
  }

  /** Rejects with the system's error. */
  listen(at: ListenOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(at, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  /** Of a server that listens on a port. */
  get address(): AddressInfo {
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') return address;
    throw new Error('the server listens on no port');
  }

  /** Ends when the requests under way are answered, or have taken too long. */
  stop(graceMs: number = GRACE): Promise<void> {
    this.#stopped ??= new Promise((resolve) => {
      const late = setTimeout(() => this.#server.closeAllConnections(), graceMs);
      this.#server.close(() => {
        clearTimeout(late);
        resolve();
      });
    });
    return this.#stopped;
  }
}

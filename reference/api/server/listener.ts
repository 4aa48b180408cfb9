import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

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
  readonly #underWay = new Set<ServerResponse>();
  #stopped: Promise<void> | undefined;
  #quiet: () => void = () => undefined;

  constructor(answer: RequestHandler, limits: ServerOptions = LIMITS) {
    this.#server = createServer(limits, (request, response) => {
      this.#underWay.add(response);
      response.once('close', () => this.#ended(response));
      if (this.#stopped !== undefined) response.setHeader('Connection', 'close');
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
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #stop(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    if (this.#underWay.size > 0) await this.#quietWithin(graceMs);
    this.#server.closeAllConnections();
    await closed;
  }

  async #quietWithin(graceMs: number): Promise<void> {
    const late = new AbortController();
    const quiet = new Promise<void>((resolve) => {
      this.#quiet = resolve;
    });
    await Promise.race([quiet, delay(graceMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
  }

  #ended(response: ServerResponse): void {
    this.#underWay.delete(response);
    if (this.#underWay.size === 0) this.#quiet();
  }
}

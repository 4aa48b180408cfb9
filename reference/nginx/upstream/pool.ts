import type { Block } from '../../host/support/settings/block.js';
import type { UpstreamConnection } from './connection.js';
import type { KeptConnections } from './directives.js';

/** How long connections stay open without a request, and how many requests they serve. */
interface UpstreamPoolOptions extends KeptConnections {
  readonly idleMs: number;
  readonly totalMs: number;
  readonly requests: number;
}

interface Idle {
  readonly connection: UpstreamConnection;
  readonly peer: string;
  readonly location: Block;
  readonly forget: () => void;
}

/** Idle connections to the servers of an upstream. */
export class UpstreamPool {
  readonly #options: UpstreamPoolOptions;
  #idle: readonly Idle[] = [];
  #isClosed = false;

  constructor(options: UpstreamPoolOptions) {
    this.#options = options;
  }

  /** Takes the last used connection to a server, after events that have already ended it were processed. */
  async take(peer: string, location: Block): Promise<UpstreamConnection | undefined> {
    const isFit = (idle: Idle) => idle.peer === peer && (!this.#options.local || idle.location === location);
    if (!this.#idle.some(isFit)) return undefined;
    // The first turn is for data that was read already, the second for data that has arrived.
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    const found = this.#idle.find(isFit);
    if (found === undefined) return undefined;
    this.#remove(found);
    return found.connection;
  }

  /** Keeps a connection whose response is complete, or closes it if it has served enough. */
  keep(connection: UpstreamConnection, peer: string, location: Block): void {
    const { most, requests, totalMs, idleMs } = this.#options;
    const isSpent = connection.requests >= requests || Date.now() - connection.opened > totalMs;
    if (this.#isClosed || isSpent || most === 0 || !connection.isQuiet) {
      connection.close();
      return;
    }
    const drop = () => {
      this.#remove(idle);
      connection.close();
    };
    const idle: Idle = { connection, peer, location, forget: connection.rest(idleMs, drop) };
    this.#idle = [idle, ...this.#idle];
    const oldest = this.#idle.at(-1);
    if (this.#idle.length <= most || oldest === undefined) return;
    this.#remove(oldest);
    oldest.connection.close();
  }

  /** Closes all connections; those that are returned later are closed, too. */
  close(): void {
    this.#isClosed = true;
    for (const idle of this.#idle) {
      idle.forget();
      idle.connection.close();
    }
    this.#idle = [];
  }

  #remove(idle: Idle): void {
    idle.forget();
    this.#idle = this.#idle.filter((one) => one !== idle);
  }
}

import { type Choose, inTurn } from './balance.js';
import type { UpstreamPeer } from './peer.js';
import type { UpstreamPool } from './pool.js';

/** The servers for requests of some `proxy_pass`. */
export interface UpstreamGroup {
  /** Its name in the configuration. */
  readonly name: string;
  readonly peers: readonly UpstreamPeer[];
  readonly backup: readonly UpstreamPeer[];
  readonly pool: UpstreamPool | undefined;
}

/** The outcome of an attempt for its server. `next`: it answered, but another one is to be tried. */
export type PeerOutcome = 'ok' | 'next' | 'failed';

/** The servers that one request tries, one after the other. */
export class PeerSelection {
  readonly #group: UpstreamGroup;
  readonly #choose: Choose;
  readonly #tried = new Set<UpstreamPeer>();
  #allowed = 0;
  /** The remaining attempts. */
  tries: number;

  constructor(group: UpstreamGroup, choose: Choose, mostTries: number) {
    this.#group = group;
    this.#choose = choose;
    const all = [...group.peers, ...group.backup].filter(({ options }) => !options.down).length;
    this.tries = mostTries > 0 ? Math.min(all, mostTries) : all;
  }

  /** The next server; `undefined` if none can be used. */
  next(): UpstreamPeer | undefined {
    const now = Date.now();
    const { peers, backup } = this.#group;
    const peer = this.#isOnly
      ? this.#only()
      : (this.#choose(peers, this.#tried, now) ?? inTurn(backup, this.#tried, now));
    if (peer === undefined) return undefined;
    this.#tried.add(peer);
    peer.take(now);
    return peer;
  }

  /** Makes the current attempt not count. */
  allow(): void {
    this.#allowed = 1;
  }

  /** Returns whether the server rests from now on. */
  leave(peer: UpstreamPeer, outcome: PeerOutcome): boolean {
    const more = this.#allowed;
    this.#allowed = 0;
    this.tries = (this.#isOnly ? 0 : Math.max(0, this.tries - 1)) + more;
    if (this.#isOnly) {
      peer.leaveOnly();
      return false;
    }
    return peer.leave(outcome === 'failed', Date.now());
  }

  get #isOnly(): boolean {
    return this.#group.peers.length === 1 && this.#group.backup.length === 0;
  }

  #only(): UpstreamPeer | undefined {
    const [peer] = this.#group.peers;
    return peer === undefined || peer.options.down || peer.isFull ? undefined : peer;
  }
}

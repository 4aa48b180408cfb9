import { type Choose, inTurn } from './balance.js';
import type { UpstreamPeer } from './peer.js';
import type { UpstreamPool } from './pool.js';

/** The servers that requests of some `proxy_pass` go to. */
export interface UpstreamGroup {
  /** What it is called in the configuration. */
  readonly name: string;
  readonly peers: readonly UpstreamPeer[];
  readonly backup: readonly UpstreamPeer[];
  readonly pool: UpstreamPool | undefined;
}

/** How an attempt ended for its server. `next`: it answers, but another one is to be asked. */
export type PeerOutcome = 'ok' | 'next' | 'failed';

/** The servers that one request tries, one after the other. */
export class PeerSelection {
  readonly #group: UpstreamGroup;
  readonly #choose: Choose;
  readonly #tried = new Set<UpstreamPeer>();
  #allowed = 0;
  /** Attempts that are left. */
  tries: number;

  constructor(group: UpstreamGroup, choose: Choose, mostTries: number) {
    this.#group = group;
    this.#choose = choose;
    const all = [...group.peers, ...group.backup].filter(({ options }) => !options.down).length;
    this.tries = mostTries > 0 ? Math.min(all, mostTries) : all;
  }

  /** The next server; `undefined` where none can be used. */
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

  /** The attempt under way does not count. */
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

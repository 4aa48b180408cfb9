import type { UpstreamPeer } from './peer.js';

/** Chooses among the peers that are available and were not tried. */
export type Choose = (
  peers: readonly UpstreamPeer[],
  tried: ReadonlySet<UpstreamPeer>,
  now: number,
) => UpstreamPeer | undefined;

/** Unavailable places of a hash after which the servers take turns. */
export const mostHashes = 20;

function candidates(...[peers, tried, now]: Parameters<Choose>): readonly UpstreamPeer[] {
  return peers.filter((peer) => !tried.has(peer) && peer.isAvailable(now));
}

/** Takes turns smoothly: a server of weight 5 beside two of weight 1 gets a a b a c a a. */
export const inTurn: Choose = (peers, tried, now) => weighted(candidates(peers, tried, now));

function weighted(peers: readonly UpstreamPeer[]): UpstreamPeer | undefined {
  let best: UpstreamPeer | undefined;
  let total = 0;
  for (const peer of peers) {
    peer.currentWeight += peer.effectiveWeight;
    total += peer.effectiveWeight;
    if (peer.effectiveWeight < peer.options.weight) peer.effectiveWeight += 1;
    if (best === undefined || peer.currentWeight > best.currentWeight) best = peer;
  }
  if (best !== undefined) best.currentWeight -= total;
  return best;
}

/** Chooses the fewest connections for the weight; equal ones take turns. */
export const leastConnections: Choose = (peers, tried, now) => {
  const open = candidates(peers, tried, now);
  const load = (peer: UpstreamPeer) => peer.connections / peer.options.weight;
  const least = Math.min(...open.map(load));
  const best = open.filter((peer) => load(peer) === least);
  return best.length > 1 ? weighted(best) : best[0];
};

/** Chooses randomly by weight; with `leastOfTwo`, the one of two such servers with fewer connections. */
export function byChance(leastOfTwo: boolean, chance: () => number = Math.random): Choose {
  return (peers, tried, now) => {
    const open = candidates(peers, tried, now);
    const first = drawn(open, chance);
    const second = leastOfTwo
      ? drawn(
          open.filter((peer) => peer !== first),
          chance,
        )
      : undefined;
    if (first === undefined || second === undefined) return first;
    const load = (peer: UpstreamPeer) => peer.connections / peer.options.weight;
    return load(second) < load(first) ? second : first;
  };
}

function drawn(peers: readonly UpstreamPeer[], chance: () => number): UpstreamPeer | undefined {
  return at(peers, Math.floor(chance() * weightOf(peers)));
}

/** The peer whose share of the weights includes a place. */
export function at(peers: readonly UpstreamPeer[], place: number): UpstreamPeer | undefined {
  let left = place;
  for (const peer of peers) {
    if (left < peer.options.weight) return peer;
    left -= peer.options.weight;
  }
  return undefined;
}

export function weightOf(peers: readonly UpstreamPeer[]): number {
  return peers.reduce((total, { options }) => total + options.weight, 0);
}

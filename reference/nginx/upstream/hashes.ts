import { crc32 } from 'node:zlib';
import type { ByteString } from '../../host/support/byte-string.js';
import { at, type Choose, inTurn, mostHashes, weightOf } from './balance.js';
import type { UpstreamPeer } from './peer.js';

/** Chooses the same server for clients of the same network: the first three bytes of an IPv4 address are used. */
export function byClient(address: string): Choose {
  const bytes = addressBytes(address);
  let hash = 89;
  return byPlace(() => {
    for (const byte of bytes) hash = (hash * 113 + byte) % 6271;
    return hash;
  });
}

function addressBytes(address: string): readonly number[] {
  if (/^\d+(\.\d+){3}$/.test(address)) return address.split('.').slice(0, 3).map(Number);
  return [...Buffer.from(address)];
}

/** Chooses the same server for the same key. */
export function byKey(key: ByteString): Choose {
  const bytes = Buffer.from(key, 'latin1');
  let [sum, rounds] = [0, 0];
  return byPlace(() => {
    const again = rounds === 0 ? '' : String(rounds);
    rounds += 1;
    sum += (crc32(bytes, crc32(again)) >>> 16) & 0x7fff;
    return sum;
  });
}

/** Tries place after place until a server can be used. */
function byPlace(next: () => number): Choose {
  return (peers, tried, now) => {
    for (let round = 0; peers.length > 1 && round <= mostHashes; round += 1) {
      const peer = at(peers, next() % weightOf(peers));
      if (peer !== undefined && !tried.has(peer) && peer.isAvailable(now)) return peer;
    }
    return inTurn(peers, tried, now);
  };
}

/** A place on the circle, and its server. */
interface Point {
  readonly hash: number;
  readonly server: string;
}

const pointsPerWeight = 160;
const circles = new WeakMap<readonly UpstreamPeer[], readonly Point[]>();

/**
 * Chooses the same server for the same key: the next one on a circle of hashes. Most keys keep their server when servers are added or
 * removed.
 */
export function byCircle(key: ByteString): Choose {
  const hash = crc32(Buffer.from(key, 'latin1'));
  return (peers, tried, now) => {
    const points = circleOf(peers);
    const found = points.findIndex((point) => point.hash >= hash);
    const start = found < 0 ? 0 : found;
    for (let step = 0; points.length > 0 && step <= mostHashes; step += 1) {
      const { server } = points[(start + step) % points.length] ?? { server: '' };
      const peer = inTurn(
        peers.filter(({ options }) => options.name === server),
        tried,
        now,
      );
      if (peer !== undefined) return peer;
    }
    return inTurn(peers, tried, now);
  };
}

function circleOf(peers: readonly UpstreamPeer[]): readonly Point[] {
  const known = circles.get(peers);
  if (known !== undefined) return known;
  const weights = new Map(peers.map(({ options }) => [options.name, options.weight]));
  const points = [...weights].flatMap(([name, weight]) => pointsOf(name, weight));
  const circle = points.sort((a, b) => a.hash - b.hash).filter((point, i, all) => point.hash !== all[i - 1]?.hash);
  circles.set(peers, circle);
  return circle;
}

function pointsOf(server: string, weight: number): readonly Point[] {
  const port = /:(\d+)$/.exec(server)?.[1];
  const isSocket = server.startsWith('unix:');
  const host = isSocket
    ? server.slice('unix:'.length)
    : port === undefined
      ? server
      : server.slice(0, -port.length - 1);
  const base = crc32(Buffer.from(`${host}\0${isSocket ? '' : (port ?? '')}`));
  const points: Point[] = [];
  const previous = Buffer.alloc(4);
  for (let count = 0; count < weight * pointsPerWeight; count += 1) {
    const hash = crc32(previous, base);
    previous.writeUInt32LE(hash);
    points.push({ hash, server });
  }
  return points;
}

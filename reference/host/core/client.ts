import { isIPv4, isIPv6, type Socket } from 'node:net';
import type { TlsFacts } from './tls-facts.js';

/** What a host knows of the connection that a request or session came over. */
export interface ClientConnection {
  /** Connections of a host are counted from 1. */
  readonly number: number;
  readonly remoteAddress: string;
  readonly remotePort: string;
  readonly localAddress: string;
  readonly localPort: string;
  /** Milliseconds since 1970 when it was accepted. */
  readonly since: number;
  /** What was agreed upon where the connection is encrypted. */
  readonly tls?: TlsFacts | undefined;
  readonly bytesSent: () => number;
  readonly bytesReceived: () => number;
}

/** Reads the facts of a connected socket, which forgets them when it closes. */
export function clientOf(socket: Socket, number: number, tls?: TlsFacts): ClientConnection {
  return {
    number,
    remoteAddress: (socket.remoteAddress ?? 'unix:').replace(/^::ffff:|%.*$/g, ''),
    remotePort: String(socket.remotePort ?? ''),
    localAddress: (socket.localAddress ?? '').replace(/^::ffff:/, ''),
    localPort: String(socket.localPort ?? ''),
    since: Date.now(),
    tls,
    bytesSent: () => socket.bytesWritten,
    bytesReceived: () => socket.bytesRead,
  };
}

/** A client address as bytes, four for IPv4 and sixteen for IPv6. */
export function binaryAddress(address: string): string {
  if (isIPv4(address)) return String.fromCharCode(...address.split('.').map(Number));
  return isIPv6(address) ? binaryIpv6(address) : address;
}

/** Two colons stand for as many zeros as are missing. */
function binaryIpv6(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const words = plain.replace(/\d+(\.\d+){3}$/, (last) => {
    const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = [], after = []] = words.split('::').map((half) => half.split(':').filter((word) => word !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .map((word) => Number.parseInt(word, 16))
    .map((word) => String.fromCharCode(word >> 8, word & 255))
    .join('');
}

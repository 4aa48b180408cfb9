import type { Socket } from 'node:net';

/** What a host knows of the connection that a request or session came over. */
export interface ClientConnection {
  /** Connections of a host are counted from 1. */
  readonly number: number;
  readonly remoteAddress: string;
  readonly remotePort: string;
  readonly localAddress: string;
  readonly localPort: string;
  readonly bytesSent: () => number;
  readonly bytesReceived: () => number;
}

/** Reads the facts of a connected socket, which forgets them when it closes. */
export function clientOf(socket: Socket, number: number): ClientConnection {
  return {
    number,
    remoteAddress: (socket.remoteAddress ?? 'unix:').replace(/^::ffff:/, ''),
    remotePort: String(socket.remotePort ?? ''),
    localAddress: (socket.localAddress ?? '').replace(/^::ffff:/, ''),
    localPort: String(socket.localPort ?? ''),
    bytesSent: () => socket.bytesWritten,
    bytesReceived: () => socket.bytesRead,
  };
}

/** A client address as bytes, four for IPv4. */
export function binaryAddress(address: string): string {
  if (!/^\d+(\.\d+){3}$/.test(address)) return address;
  return String.fromCharCode(...address.split('.').map(Number));
}

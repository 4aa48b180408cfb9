import type { Socket } from 'node:net';
import type { ByteString } from './byte-string.js';
import type { TlsFacts } from './tls-facts.js';

/** What a host knows about the connection of a request or session. */
export interface ClientConnection {
  /** Connections of a host are counted from 1. */
  readonly number: number;
  readonly remoteAddress: string;
  readonly remotePort: string;
  readonly localAddress: string;
  readonly localPort: string;
  /** The address that the host listens on. */
  readonly listening: ByteString;
  /** Milliseconds since 1970 when it was accepted. */
  readonly since: number;
  /** Present if the client sends datagrams. */
  readonly transport?: 'udp';
  /** The facts of the TLS handshake, if the connection is encrypted. */
  readonly tls?: TlsFacts | undefined;
  /** The client that a proxy names for the connection. */
  readonly proxied?: ProxyProtocolFacts | undefined;
  readonly bytesSent: () => number;
  readonly bytesReceived: () => number;
}

/** Reads the facts of a connected socket, which no longer has them once it closes. */
export function clientOf(
  socket: Socket,
  known: Pick<ClientConnection, 'number' | 'tls' | 'proxied' | 'listening'>,
): ClientConnection {
  return {
    remoteAddress: (socket.remoteAddress ?? 'unix:').replace(/^::ffff:|%.*$/g, ''),
    remotePort: String(socket.remotePort ?? ''),
    // Node does not report the path of a unix socket.
    localAddress: (socket.localAddress ?? known.listening).replace(/^::ffff:/, ''),
    localPort: String(socket.localPort ?? ''),
    since: Date.now(),
    ...known,
    bytesSent: () => socket.bytesWritten,
    bytesReceived: () => socket.bytesRead,
  };
}

/** The facts of a PROXY protocol header: the client for whom a proxy connects. */
export interface ProxyProtocolFacts {
  readonly address: string;
  readonly port: string;
  readonly serverAddress: string;
  readonly serverPort: string;
  /** Further values by the number of their type, including those of the TLS part. */
  readonly further: ReadonlyMap<number, string>;
}

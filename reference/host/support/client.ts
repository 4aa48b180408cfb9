import type { Socket } from 'node:net';
import type { ByteString } from './byte-string.js';
import type { TlsFacts } from './tls-facts.js';

/** What a host knows of the connection that a request or session came over. */
export interface ClientConnection {
  /** Connections of a host are counted from 1. */
  readonly number: number;
  readonly remoteAddress: string;
  readonly remotePort: string;
  readonly localAddress: string;
  readonly localPort: string;
  /** The address that the host listens at. */
  readonly listening: ByteString;
  /** Milliseconds since 1970 when it was accepted. */
  readonly since: number;
  /** Present where it sends datagrams. */
  readonly transport?: 'udp';
  /** What was agreed upon where the connection is encrypted. */
  readonly tls?: TlsFacts | undefined;
  /** Whom the connection speaks for, as a proxy has told. */
  readonly proxied?: ProxyProtocolFacts | undefined;
  readonly bytesSent: () => number;
  readonly bytesReceived: () => number;
}

/** Reads the facts of a connected socket, which forgets them when it closes. */
export function clientOf(
  socket: Socket,
  known: Pick<ClientConnection, 'number' | 'tls' | 'proxied' | 'listening'>,
): ClientConnection {
  return {
    remoteAddress: (socket.remoteAddress ?? 'unix:').replace(/^::ffff:|%.*$/g, ''),
    remotePort: String(socket.remotePort ?? ''),
    // Node does not tell the path of a socket that was connected to.
    localAddress: (socket.localAddress ?? known.listening).replace(/^::ffff:/, ''),
    localPort: String(socket.localPort ?? ''),
    since: Date.now(),
    ...known,
    bytesSent: () => socket.bytesWritten,
    bytesReceived: () => socket.bytesRead,
  };
}

/** Whom a connection speaks for, as a proxy has told in front of everything else. */
export interface ProxyProtocolFacts {
  readonly address: string;
  readonly port: string;
  readonly serverAddress: string;
  readonly serverPort: string;
  /** What else was told, by the number of its type; those within the part about TLS, too. */
  readonly further: ReadonlyMap<number, string>;
}

import type { Socket } from 'node:net';
import type { ProxyProtocolFacts } from '../../../host/support/client.js';
import { proxyHeaderIn } from './header.js';

/** A connection that starts with a PROXY protocol header. */
interface ProxiedConnection {
  readonly socket: Socket;
  /** The timeout in milliseconds. */
  readonly patience: number;
  /** Takes the connection after the header; `proxied` is undefined if it names no client. */
  readonly accept: (proxied: ProxyProtocolFacts | undefined) => void;
  /** Called with the log message about an invalid header, before the connection is dropped. */
  readonly refuse: (complaint: string) => void;
}

/** Reads the header that a proxy sends before all other data. */
export function readProxyHeader({ socket, patience, accept, refuse }: ProxiedConnection): void {
  let bytes = Buffer.alloc(0);
  const drop = () => void socket.destroy();
  const timer = setTimeout(drop, patience);
  const look = () => {
    for (let part: Buffer | null = socket.read(); part !== null; part = socket.read())
      bytes = Buffer.concat([bytes, part]);
    const header = proxyHeaderIn(bytes);
    if (header.kind === 'incomplete') return;
    clearTimeout(timer);
    socket.off('readable', look).off('end', drop).off('error', drop);
    if (header.kind !== 'header') {
      if (header.complaint !== undefined) refuse(header.complaint);
      drop();
      return;
    }
    if (bytes.length > header.size) socket.unshift(bytes.subarray(header.size));
    accept(header.proxied);
  };
  socket.on('readable', look).once('end', drop).on('error', drop);
  socket.once('close', () => clearTimeout(timer));
}

import { isIPv6 } from 'node:net';
import type { ClientConnection } from '../../../host/support/client.js';

/** The header of the PROXY protocol that says whom a connection speaks for. */
export function proxyHeaderOf({ remoteAddress, remotePort, localAddress, localPort }: ClientConnection): string {
  if (remoteAddress === 'unix:') return 'PROXY UNKNOWN\r\n';
  const family = isIPv6(remoteAddress) ? 6 : 4;
  return `PROXY TCP${family} ${remoteAddress} ${localAddress} ${remotePort || 0} ${localPort || 0}\r\n`;
}

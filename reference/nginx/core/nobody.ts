import type { ClientConnection } from '../../host/support/client.js';

/** In place of a client, where the host itself begins something. Connections are counted from 1. */
export function nobody(): ClientConnection {
  return {
    ...{ number: 0, remoteAddress: '', remotePort: '', localAddress: '', localPort: '', listening: '' },
    since: Date.now(),
    bytesSent: () => 0,
    bytesReceived: () => 0,
  };
}

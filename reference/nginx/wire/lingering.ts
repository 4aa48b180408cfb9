import type { Socket } from 'node:net';
import type { ClientInput } from './input.js';
import type { Wire } from './settings.js';

/**
 * Ends a connection. Further data of the client is read for a while: closing with unread bytes would reset the connection, and the client
 * might never see the response.
 */
export async function linger(socket: Socket, input: ClientInput, wire: Wire): Promise<void> {
  const { lingeringClose, lingeringTime, lingeringTimeout } = wire;
  socket.end();
  if (lingeringClose !== 'off' && !input.isEnded) {
    socket.setTimeout(lingeringTimeout);
    socket.once('timeout', () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), lingeringTime);
    while (await input.more()) input.take(input.bytes.length);
    clearTimeout(timer);
  }
  socket.destroySoon();
}

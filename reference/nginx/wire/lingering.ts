import type { Socket } from 'node:net';
import type { ClientInput } from './input.js';
import type { Wire } from './settings.js';

/**
 * Ends a connection. What the client goes on sending is read for a while: closing with bytes unread would reset the connection, and
 * the client might never see the response.
 */
export async function linger(
  socket: Socket,
  input: ClientInput,
  { close, time, timeout }: Wire['lingering'],
): Promise<void> {
  socket.end();
  if (close !== 'off' && !input.isEnded) {
    socket.setTimeout(timeout);
    socket.once('timeout', () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), time);
    while (await input.more()) input.take(input.bytes.length);
    clearTimeout(timer);
  }
  socket.destroySoon();
}

import type { Socket } from 'node:net';
import type { Downstream } from '../../host/support/downstream.js';
import type { ClientInput } from './input.js';

/** The downstream of requests that come over a socket. */
export function socketDownstream(socket: Socket, input: ClientInput): Downstream {
  const drained = async () => {
    if (socket.destroyed || !socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const settle = () => {
        socket.off('drain', settle).off('close', settle);
        resolve();
      };
      socket.once('drain', settle).once('close', settle);
    });
  };
  const next = async () => {
    if (input.bytes.length === 0 && !(await input.more())) return undefined;
    return input.take(input.bytes.length);
  };
  return {
    onLeave: (tell) => {
      // One that left while another request was served does not come back.
      if (socket.readableEnded) tell();
      // That a client ended its side is seen once it was tried to read on.
      const look = () => void socket.read(0);
      socket.on('readable', look).once('end', tell).once('close', tell);
      return () => void socket.off('readable', look).off('end', tell).off('close', tell);
    },
    takeOver: () => ({
      next,
      write: async (bytes) => {
        if (socket.writable) socket.write(bytes);
        await drained();
      },
      end: () => new Promise((resolve) => (socket.writable ? socket.end(resolve) : resolve())),
    }),
  };
}

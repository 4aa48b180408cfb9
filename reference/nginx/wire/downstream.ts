import type { Socket } from 'node:net';
import type { Downstream } from '../../host/support/downstream.js';
import type { ClientInput } from './input.js';

/** The downstream of requests over a socket. */
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
    onLeave: (listener) => {
      // A client that left during another request does not come back.
      if (socket.readableEnded) listener();
      // The end of a client's side is only noticed by reading.
      const look = () => void socket.read(0);
      socket.on('readable', look).once('end', listener).once('close', listener);
      return () => void socket.off('readable', look).off('end', listener).off('close', listener);
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

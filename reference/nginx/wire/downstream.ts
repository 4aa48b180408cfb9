import type { Socket } from 'node:net';
import type { Input } from './input.js';

/** A connection that no longer speaks HTTP. */
export interface RawConnection {
  /** What the client sent next; `undefined` when it sends nothing any more. */
  next(): Promise<Buffer | undefined>;
  /** Sends bytes; resolves when the client takes more. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the connection once everything is sent. */
  end(): Promise<void>;
}

/** The client's connection as those see it who stream a response over it; a request that has none goes without. */
export interface Downstream {
  /** Calls `tell` when the client leaves before it has its response. Returns what ends the watch. */
  onLeave(tell: () => void): () => void;
  /** Hands the connection over, bytes that were read already included. */
  takeOver(): RawConnection;
}

/** The downstream of requests that come over a socket. */
export function socketDownstream(socket: Socket, input: Input): Downstream {
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

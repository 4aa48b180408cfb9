import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodySource, exceeds } from './body.js';

/** The body of a request that came over a connection. A client that waits for `100 Continue` gets it when reading begins. */
export function messageBody(message: IncomingMessage, continuing: ServerResponse | undefined): BodySource {
  return {
    read: (limit) => {
      continuing?.writeContinue();
      const parts: Buffer[] = [];
      let size = 0;
      return new Promise((resolve) => {
        message.on('data', (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (exceeds(size, limit)) resolve({ kind: 'too large' });
        });
        message.once('end', () => resolve({ kind: 'read', bytes: Buffer.concat(parts) }));
        message.once('close', () => resolve({ kind: 'gone' }));
      });
    },
  };
}

/** Milliseconds to wait for a client that is sending what nobody wants. */
const patience = 5000;

/**
 * Reads what is left of a body and forgets it. Closing a connection with bytes unread would reset it, and the client might
 * never see the response.
 */
export function discardBody(message: IncomingMessage): Promise<void> {
  if (message.complete) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience);
    const read = () => {
      clearTimeout(timer);
      resolve();
    };
    message.removeAllListeners('data');
    message.once('end', read).once('close', read).resume();
  });
}

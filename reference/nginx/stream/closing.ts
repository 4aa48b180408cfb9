import type { Duplex } from 'node:stream';

/** Milliseconds to wait for the other side to close too. */
const patience = 1000;

/**
 * Ends a stream once what was written to it is sent. What still comes is forgotten: closing a connection with bytes unread
 * would reset it, and the other side might lose what was sent.
 */
export function closeWhenSent(stream: Duplex): void {
  if (stream.destroyed) return;
  stream.end();
  stream.removeAllListeners('data').resume();
  const timer = setTimeout(() => stream.destroy(), patience);
  stream.once('close', () => clearTimeout(timer));
}

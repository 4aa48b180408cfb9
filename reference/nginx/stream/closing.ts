import type { Duplex } from 'node:stream';

/** Milliseconds to wait for the other side to close, too. */
const patience = 1000;

/**
 * Ends a stream once the written data was sent. Data that still arrives is discarded: closing a connection with unread bytes would reset
 * it, and the other side might lose sent data.
 */
export function closeWhenSent(stream: Duplex): void {
  if (stream.destroyed) return;
  stream.end();
  stream.removeAllListeners('data').resume();
  const timer = setTimeout(() => stream.destroy(), patience);
  stream.once('close', () => clearTimeout(timer));
}

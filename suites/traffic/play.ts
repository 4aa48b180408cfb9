/** One connection to a host: the sent bytes and all answers. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { conversationBytes, type DrawnConnection } from './conversation.js';

/** Milliseconds without a byte after which the host counts as keeping the connection open. */
const PATIENCE = 4000;

/** The least milliseconds between two pieces. */
const PAUSE = 100;

export interface PlayResult {
  /** All received bytes, as Latin-1. */
  readonly received: string;
  readonly end: 'closed' | 'open' | 'reset';
}

export function playConversation(conversation: DrawnConnection, path: string): Promise<PlayResult> {
  const bytes = conversationBytes(conversation);
  const places = [0, ...conversation.cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length];
  const pieces = places.slice(1).map((end, at) => bytes.slice(places[at], end));
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ path, allowHalfOpen: true });
    const finish = (end: PlayResult['end']): void => {
      socket.destroy();
      resolve({ received, end });
    };
    socket.setTimeout(PATIENCE, () => finish('open'));
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
    });
    socket.once('end', () => finish('closed'));
    socket.once('error', () => finish('reset'));
    const send = (at: number): void => {
      const piece = pieces[at];
      if (piece === undefined) return;
      if (at + 1 === pieces.length && conversation.missing > 0) {
        // The half-close follows directly after the last piece: later it would arrive during the answer of one host or the other.
        socket.end(piece, 'latin1');
        return;
      }
      const isLast = at + 1 === pieces.length;
      socket.write(piece, 'latin1', () => void (isLast ? Promise.resolve() : settled(path)).then(() => send(at + 1)));
    };
    send(0);
  });
}

/** Resolves once a host has read all earlier bytes: it has answered a later request. */
async function settled(path: string): Promise<void> {
  await wait(PAUSE);
  await new Promise<void>((resolve) => {
    const probe = connect({ path }, () => probe.write('GET /probe HTTP/1.0\r\n\r\n'));
    probe.resume().on('error', () => undefined);
    probe.once('close', () => resolve());
  });
}

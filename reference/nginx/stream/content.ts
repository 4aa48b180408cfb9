import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { StreamDecision, StreamPhaseHandler } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { answered, declined } from '../../host/support/phases.js';
import type { Address } from '../core/listen.js';
import { proxyPass, returnedText } from './directives.js';

/** What answers a session. */
export const contentHandlers: readonly StreamPhaseHandler[] = [
  { phase: 'content', handle: returnText },
  { phase: 'content', handle: proxy },
];

function returnText(session: StreamSession): StreamDecision {
  const { server, stream } = session.arrival;
  const template = returnedText.of(server);
  if (template === undefined) return declined;
  session.doing = 'returning text';
  session.status = 200;
  stream.write(Buffer.from(session.variables.evaluate(template), 'latin1'));
  closeWhenSent(stream);
  return answered;
}

async function proxy(session: StreamSession): Promise<StreamDecision> {
  const { server, stream } = session.arrival;
  const address = proxyPass.of(server);
  if (address === undefined) return declined;
  session.doing = 'connecting to upstream';
  try {
    const upstream = await connected(address);
    session.doing = 'proxying connection';
    await relayed(stream, upstream);
    session.status = 200;
    return answered;
  } catch (error) {
    session.logLine('error', byteStringOf(`connect() failed: ${error instanceof Error ? error.message : error}`));
    return { kind: 'refused', status: 502 };
  }
}

function connected(address: Address): Promise<Socket> {
  const to = address.kind === 'tcp' ? { host: address.host, port: address.port } : { path: address.path };
  return new Promise((resolve, reject) => {
    const socket = connect({ ...to, allowHalfOpen: true, noDelay: true });
    socket.once('error', reject).once('connect', () => resolve(socket));
  });
}

/** Passes bytes on in both directions; when one side ends, what it sent still goes out, and then the other is closed too. */
async function relayed(client: Duplex, upstream: Duplex): Promise<void> {
  const closed = Promise.all([client, upstream].map(whenClosed));
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.pipe(to);
    from.once('end', () => closeWhenSent(to));
    from.once('close', () => closeWhenSent(to)).on('error', () => to.destroy());
    if (from.destroyed) to.destroy();
  }
  await closed;
}

function whenClosed(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', () => resolve());
  });
}

/** Milliseconds to wait for the other side to close too. */
const patience = 1000;

/**
 * Ends a stream once what was written to it is sent. What still comes is forgotten: closing a connection with bytes unread
 * would reset it, and the other side might lose what was sent.
 */
export function closeWhenSent(stream: Duplex): void {
  if (stream.destroyed) return;
  stream.end();
  stream.resume();
  const timer = setTimeout(() => stream.destroy(), patience);
  stream.once('close', () => clearTimeout(timer));
}

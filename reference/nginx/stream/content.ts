import { connect, type Socket } from 'node:net';
import type { StreamDecision, StreamPhaseHandler } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { answered, declined } from '../../host/support/phases.js';
import type { Address } from '../core/listen.js';
import { proxyPass, returnedText } from './directives.js';
import { relay } from './relay.js';

/** What answers a session. */
export const contentHandlers: readonly StreamPhaseHandler[] = [
  { phase: 'content', handle: returnText },
  { phase: 'content', handle: proxy },
];

function returnText(session: StreamSession): StreamDecision {
  const { server } = session.arrival;
  const template = returnedText.of(server);
  if (template === undefined) return declined;
  session.doing = 'returning text';
  session.status = 200;
  const bytes = Buffer.from(session.variables.evaluate(template), 'latin1');
  const isSent = session.output.write('download', { bytes, last: true, flush: false });
  if (!isSent) return { kind: 'refused', status: 500 };
  return answered;
}

async function proxy(session: StreamSession): Promise<StreamDecision> {
  const { server } = session.arrival;
  const address = proxyPass.of(server);
  if (address === undefined) return declined;
  session.doing = 'connecting to upstream';
  try {
    const upstream = await connected(address);
    const name = byteStringOf(address.kind === 'tcp' ? `${address.host}:${address.port}` : `unix:${address.path}`);
    session.upstream = { name, bytesSent: 0, bytesReceived: 0, firstByteAt: undefined };
    return await relay(session, upstream);
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

import type { HttpRequest } from '../../host/http/request.js';
import { abandon, sendHeader } from '../../host/http/sending.js';
import type { RawConnection } from '../../host/support/downstream.js';
import { proxySettings } from './directives.js';
import { failureLine } from './failures.js';
import { announced, type Incoming } from './relay.js';
import { applyHead } from './response-headers.js';

/** Forwards the data after a 101 response until either side ends: in both directions if the client requested another protocol. */
export async function tunnel(request: HttpRequest, incoming: Incoming, bothWays: boolean): Promise<void> {
  const { downstream } = request.arrival;
  applyHead(request, incoming.head, bothWays ? undefined : announced(incoming));
  sendHeader(request, undefined);
  await request.output.ready?.();
  const client = downstream?.takeOver();
  if (client !== undefined) {
    await Promise.race([
      fromServer(request, incoming, client),
      ...(bothWays ? [fromClient(request, incoming, client)] : []),
    ]);
    incoming.connection.close();
    await client.end();
  }
  abandon(request);
}

async function fromServer(request: HttpRequest, incoming: Incoming, client: RawConnection): Promise<void> {
  const { early, connection, attempt } = incoming;
  let part = early;
  for (;;) {
    attempt.length += part.length;
    request.response.bytesSent += part.length;
    if (part.length > 0) await client.write(part);
    const read = await connection.read(proxySettings.readTimeout.of(request.block));
    if ('kind' in read) {
      const { level, message } = failureLine(read, 'proxying upgraded connection', 'recv()');
      if (read.kind !== 'ended') request.logLine(level, message);
      return;
    }
    attempt.received += read.length;
    part = read;
  }
}

async function fromClient(request: HttpRequest, { connection }: Incoming, client: RawConnection): Promise<void> {
  for (;;) {
    const part = await client.next();
    if (part === undefined) return;
    await connection.write(part, proxySettings.sendTimeout.of(request.block));
  }
}

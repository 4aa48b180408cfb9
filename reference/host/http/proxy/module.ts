import type { Block } from '../../configuration/block.js';
import { declined } from '../../core/phases.js';
import { readBody } from '../body-phases.js';
import type { HttpPart } from '../module.js';
import type { HttpDecision } from '../phases.js';
import type { HttpRequest } from '../request.js';
import type { UpstreamConnection } from '../upstream/connection.js';
import { passOf } from './pass.js';
import { PassedRequest } from './passing.js';
import { recordFor } from './record.js';
import { isStreamed } from './request-body.js';
import { sentRequest } from './request-head.js';
import { sentTarget } from './target.js';
import { TlsContexts } from './tls.js';
import { hostOf, type NoDestination, Upstreams, urlFor } from './upstreams.js';

/** Passing requests on, ready to be used. */
export interface Proxying extends HttpPart {
  /** Closes all connections to servers. */
  close(): void;
}

/** Makes ready what the requests of an `http` block are passed to. Throws ConfigurationError where a name or a certificate is unknown. */
export async function proxying(http: Block): Promise<Proxying> {
  const upstreams = await Upstreams.of(http);
  const tls = new TlsContexts(http);
  const used = new Set<UpstreamConnection>();
  const uses = (connection: UpstreamConnection) => {
    used.add(connection);
    connection.socket.once('close', () => used.delete(connection));
  };
  return {
    phases: [{ phase: 'content', handle: (request) => pass(request, upstreams, tls, uses) }],
    filters: [],
    close: () => {
      upstreams.close();
      for (const connection of used) connection.close();
    },
  };
}

async function pass(
  request: HttpRequest,
  upstreams: Upstreams,
  tls: TlsContexts,
  uses: (connection: UpstreamConnection) => void,
): Promise<HttpDecision> {
  const said = passOf(request.block);
  if (said === undefined) return declined;
  const url = urlFor(request, said);
  if ('complaint' in url) return without(request, url);
  // Variables know the host also where the body turns out to be none.
  const record = recordFor(request);
  const { host, port } = hostOf(url);
  record.host = host;
  record.port = port;
  const read = isStreamed(request) ? declined : await readBody(request);
  if (read.kind !== 'declined') return read;
  const destination = await upstreams.destination(request, url);
  if ('complaint' in destination) return without(request, destination);
  record.begin();
  const target = sentTarget(request, destination.url.uri);
  if (target === '') {
    request.logLine('error', 'zero length URI to proxy');
    return { kind: 'refused', status: 500 };
  }
  const sent = sentRequest(request, target, host);
  const secure = destination.url.tls ? tls.secure(request, host) : undefined;
  return new PassedRequest(request, { ...destination, sent, target, secure, record, uses }).run();
}

function without(request: HttpRequest, { complaint, status }: NoDestination): HttpDecision {
  request.logLine('error', complaint);
  return { kind: 'refused', status };
}

import type { HttpDecision, HttpPart } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import { readBody } from '../../host/http/request-body.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { declined } from '../../host/support/phases.js';
import type { Block } from '../../host/support/settings/block.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import type { Secure, UpstreamConnection } from '../upstream/connection.js';
import { Upstreams } from '../upstream/upstreams.js';
import { type ProxyPass, passOf } from './pass.js';
import { PassedRequest } from './passing.js';
import { recordFor } from './record.js';
import { isStreamed } from './request-body.js';
import { sentRequest } from './request-head.js';
import { sentTarget } from './target.js';
import { TlsContexts, type UseOfTls } from './tls.js';
import { destinationOf, hostOfUrl, type NoDestination, urlFor } from './upstreams.js';

/** A prepared proxy. */
export interface Proxying extends HttpPart {
  /** Closes all connections to servers. */
  close(): void;
}

/** Prepares the upstream servers of an `http` block. Throws ConfigurationError if a name or a certificate is unknown. */
export async function proxying(http: Block): Promise<Proxying> {
  const upstreams = await Upstreams.of(http, (block) => {
    const configured = passOf(block);
    return configured?.kind === 'fixed' ? configured : undefined;
  });
  const tls = new TlsContexts(http, useOfTls);
  const used = new Set<UpstreamConnection>();
  const uses = (connection: UpstreamConnection) => {
    used.add(connection);
    connection.socket.once('close', () => used.delete(connection));
  };
  const handle = (request: HttpRequest) => {
    if (request.route.contentBy !== 'proxy_pass') return declined;
    const configured = passOf(request.block);
    if (configured !== undefined) return pass(request, configured, upstreams, tls, uses);
    // A condition of the location had the directive, and another condition applies by now.
    request.logLine('alert', 'no upstream configuration');
    return { kind: 'refused', status: 500 } as const;
  };
  return {
    phases: [{ phase: 'content', handle }],
    close: () => {
      upstreams.close();
      for (const connection of used) connection.close();
    },
  };
}

/** Whether connections from a block are encrypted. */
function useOfTls(block: Block): UseOfTls {
  const configured = passOf(block);
  return configured?.kind === 'computed' ? 'perhaps' : configured?.tls === true ? 'always' : 'never';
}

/** The parts of an invalid URL. */
const nowhere = { host: '', port: '' };

async function pass(
  request: HttpRequest,
  configured: ProxyPass,
  upstreams: Upstreams,
  tls: TlsContexts,
  uses: (connection: UpstreamConnection) => void,
): Promise<HttpDecision> {
  // Variables have the host even if the body turns out to be invalid.
  const record = recordFor(request);
  const url = urlFor(request, configured);
  const { host, port } = 'complaint' in url ? nowhere : hostOfUrl(url);
  record.host = host;
  record.port = port;
  if ('complaint' in url) return without(request, url);
  const read = isStreamed(request) ? declined : await readBody(request);
  if (read.kind !== 'declined') return read;
  const destination = await destinationOf(request, url, upstreams);
  if ('complaint' in destination) return without(request, destination);
  record.begin();
  const target = sentTarget(request, destination.url.uri);
  if (target === '') {
    request.logLine('error', 'zero length URI to proxy');
    return { kind: 'refused', status: 500 };
  }
  const sent = sentRequest(request, target, host);
  const secure = destination.url.tls ? secured(request, tls, host) : undefined;
  if (secure === 'failed') return { kind: 'refused', status: 500 };
  return new PassedRequest(request, { ...destination, sent, target, secure, record, uses }).run();
}

/** A computed certificate that cannot be used fails the request. */
function secured(request: HttpRequest, tls: TlsContexts, host: string): Secure | 'failed' {
  try {
    return tls.secure(request, host);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    request.logLine('error', byteStringOf(`${error.message} while connecting to upstream`));
    return 'failed';
  }
}

function without(request: HttpRequest, { complaint, status }: NoDestination): HttpDecision {
  request.logLine('error', complaint);
  return { kind: 'refused', status };
}

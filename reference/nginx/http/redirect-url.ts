import { isIPv6 } from 'node:net';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { schemeOf } from '../tls/variables.js';
import { wireOf } from '../wire/settings.js';

/** The URL that a path in `Location` stands for; `undefined` where there is none, or where it goes out as it is. */
export function absoluteUrl(request: HttpRequest): ByteString | undefined {
  const { absoluteRedirect, portInRedirect } = wireOf(request.block);
  const [location] = request.response.headers.all('Location');
  if (location === undefined || !location.startsWith('/') || !absoluteRedirect) return undefined;
  const { client } = request.arrival;
  const scheme = schemeOf(request);
  const port = client.localPort === '' || client.localPort === standardPorts[scheme] ? '' : `:${client.localPort}`;
  return `${scheme}://${nameOf(request)}${portInRedirect ? port : ''}${location}`;
}

const standardPorts = { http: '80', https: '443' } as const;

function nameOf({ arrival, block }: HttpRequest): ByteString {
  const { host, client, server } = arrival;
  if (wireOf(block).serverNameInRedirect) return server.names[0] ?? '';
  if (host !== undefined) return host;
  return isIPv6(client.localAddress) ? `[${client.localAddress}]` : client.localAddress;
}

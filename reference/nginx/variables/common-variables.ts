import { hostname } from 'node:os';
import type { ClientConnection, ProxyProtocolFacts } from '../../host/support/client.js';
import { hostVersion } from '../../host/support/version.js';
import { cached, type EmbeddedVariable, volatile } from '../../host/variables/variables.js';
import { binaryAddress } from '../core/network.js';
import { localTime } from '../core/time.js';

/** Variables that requests and sessions have in common. */
export function commonVariables<Subject>(
  clientOf: (subject: Subject) => ClientConnection,
): Readonly<Record<string, EmbeddedVariable<Subject>>> {
  const ofClient = (get: (client: ClientConnection) => string) => cached((subject: Subject) => get(clientOf(subject)));
  /** Work that the host itself starts has no socket. */
  const ofSocket = (get: (client: ClientConnection) => string) =>
    cached((subject: Subject) => {
      const client = clientOf(subject);
      return client.number === 0 ? undefined : get(client);
    });
  const ofProxy = (get: (proxied: ProxyProtocolFacts) => string) =>
    cached((subject: Subject) => {
      const { proxied } = clientOf(subject);
      return proxied === undefined ? undefined : get(proxied);
    });
  return {
    remote_addr: ofClient((client) => client.remoteAddress),
    remote_port: ofClient((client) => client.remotePort),
    binary_remote_addr: ofClient((client) => binaryAddress(client.remoteAddress)),
    server_addr: ofSocket((client) => client.localAddress),
    server_port: ofSocket((client) => client.localPort),
    proxy_protocol_addr: ofProxy(({ address }) => address),
    proxy_protocol_port: ofProxy(({ port }) => port),
    proxy_protocol_server_addr: ofProxy(({ serverAddress }) => serverAddress),
    proxy_protocol_server_port: ofProxy(({ serverPort }) => serverPort),
    connection: ofClient((client) => String(client.number)),
    bytes_sent: cached((subject) => String(clientOf(subject).bytesSent())),
    msec: volatile(() => (Date.now() / 1000).toFixed(3)),
    time_iso8601: volatile(() => new Date().toISOString().replace(/\.\d+Z$/, '+00:00')),
    time_local: volatile(() => localTime(new Date())),
    pid: cached(() => String(process.pid)),
    hostname: cached(() => hostname()),
    nginx_version: cached(() => hostVersion),
  };
}

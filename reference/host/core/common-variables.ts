import { hostname } from 'node:os';
import { hostVersion } from '../version.js';
import { binaryAddress, type ClientConnection } from './client.js';
import { localTime } from './time.js';
import { cached, type EmbeddedVariable, volatile } from './variables.js';

/** Variables that requests and sessions have in common. */
export function commonVariables<Subject>(
  clientOf: (subject: Subject) => ClientConnection,
): Readonly<Record<string, EmbeddedVariable<Subject>>> {
  const ofClient = (get: (client: ClientConnection) => string) => cached((subject: Subject) => get(clientOf(subject)));
  return {
    remote_addr: ofClient((client) => client.remoteAddress),
    remote_port: ofClient((client) => client.remotePort),
    binary_remote_addr: ofClient((client) => binaryAddress(client.remoteAddress)),
    server_addr: ofClient((client) => client.localAddress),
    server_port: ofClient((client) => client.localPort),
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

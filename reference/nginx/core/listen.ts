import { isIPv4, isIPv6 } from 'node:net';
import type { Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import { type ListenParameters, listenParameters, plainListening } from './listen-parameters.js';

/** An address that a host listens on. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** The values of a `listen` directive. */
export type ListenAddress = Address & ListenParameters;

/** The address of a server without a `listen` directive. */
export const listensByDefault: ListenAddress = { kind: 'tcp', host: '0.0.0.0', port: 80, ...plainListening };

/** Reads `listen ADDRESS [PARAMETER…]`; a range of ports gives several addresses. */
export function parseListen(words: readonly string[], reading: Statement): readonly ListenAddress[] {
  const [written = '', ...parameters] = words;
  const addresses = parseAddresses(written, reading.place);
  const configured = listenParameters(parameters, reading);
  if (configured.udp && written.startsWith('unix:'))
    throw new ConfigurationError(`datagrams are received only on ports, not on "${written}"`, reading.place);
  return addresses.map((address) => ({ ...address, ...configured }));
}

/** Reads `HOST`, `PORT`, `HOST:PORT` or `unix:PATH`. */
function parseAddresses(address: string, place: ConfigurationPosition): readonly Address[] {
  if (address.startsWith('unix:')) {
    const path = address.slice('unix:'.length);
    if (path === '') throw refused('no path in the unix domain socket', address, place);
    if (Buffer.byteLength(path) >= LONGEST_PATH)
      throw refused('too long path in the unix domain socket', address, place);
    return [{ kind: 'unix', path }];
  }
  const match = /^(?:(?<host>\[[^\]]*\]|[^:]*):)?(?<port>\d+(?:-\d+)?)$/.exec(address);
  const isHostAlone = match === null && /^(\[[^\]]+\]|[^:[\]]+)$/.test(address);
  if (match === null && !isHostAlone) {
    const isHost = /^(\[[^\]]*\]|[^:]*):/.test(address);
    throw refused(isHost && !address.startsWith('[') ? 'invalid port' : 'invalid host', address, place);
  }
  const host = hostOf(isHostAlone ? address : (match?.groups?.host ?? '*'));
  if (host === undefined) throw refused(hostComplaint(address), address, place);
  const ports = isHostAlone ? [80] : portsOf(match?.groups?.port ?? '');
  if (ports.length === 0 && address.includes('-')) throw refused('invalid port range', address, place);
  if (ports.length === 0 || ports.some((port) => !(port <= GREATEST_PORT)))
    throw refused('invalid port', address, place);
  return ports.map((port) => ({ kind: 'tcp', host, port }));
}

/** The longest path in bytes, including the final NUL. */
const LONGEST_PATH = 108;
const GREATEST_PORT = 65535;

/** An address without its brackets, which only an IPv6 address may have. */
function hostOf(written: string): string | undefined {
  if (written === '*') return '0.0.0.0';
  const inner = /^\[(.*)\]$/.exec(written)?.[1];
  if (inner !== undefined) return isIPv6(inner) ? inner : undefined;
  return /^[\w.-]+$/.test(written) && !/^[\d.]+$/.test(written) ? written : isIPv4(written) ? written : undefined;
}

function hostComplaint(address: string): string {
  if (address.startsWith('[')) return 'invalid IPv6 address';
  return address.startsWith(':') ? 'no host' : 'invalid host';
}

function portsOf(text: string): readonly number[] {
  const [first = Number.NaN, last = first] = text.split('-').map(Number);
  if (!(first <= last && last <= GREATEST_PORT)) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function refused(complaint: string, address: string, place: ConfigurationPosition): ConfigurationError {
  return new ConfigurationError(`${complaint} in "${address}" of the "listen" directive`, place);
}

/** Throws ConfigurationError if a server listens twice, or if two servers set what only one may set. */
export function checkListening(
  configured: readonly ListenAddress[],
  own: readonly ListenAddress[],
  others: readonly ListenAddress[],
  place: ConfigurationPosition,
): void {
  for (const listen of configured) {
    const name = listen.kind === 'tcp' ? `${listen.host}:${listen.port}` : `unix:${listen.path}`;
    const isOwn = listen.kind === 'tcp' && listen.port === 0;
    const isSame = (other: ListenAddress) => !isOwn && listenKey(other) === listenKey(listen);
    const there = others.filter(isSame);
    const complaint = own.some(isSame)
      ? 'a duplicate listen'
      : listen.bound && there.some(({ bound }) => bound)
        ? 'duplicate listen options for'
        : listen.defaultServer && there.some(({ defaultServer }) => defaultServer)
          ? 'a duplicate default server for'
          : undefined;
    if (complaint !== undefined) throw new ConfigurationError(`${complaint} ${name}`, place);
  }
}

function listenKey(listen: ListenAddress): string {
  const address = listen.kind === 'tcp' ? `${listen.host}:${listen.port}` : listen.path;
  return listen.udp ? `udp ${address}` : address;
}

/** The servers that share an address, the default server first. */
export interface ServersOfAddress<Server> {
  readonly listen: ListenAddress;
  readonly servers: readonly [Server, ...Server[]];
}

/** One entry for each address, in the order of the configuration. */
export function groupedByAddress<Server extends { readonly listens: readonly ListenAddress[] }>(
  servers: readonly Server[],
): readonly ServersOfAddress<Server>[] {
  const groups = new Map<string, ServersOfAddress<Server>>();
  for (const server of servers) {
    for (const listen of server.listens) {
      // Port 0 requests a separate port.
      const isOwn = listen.kind === 'tcp' && listen.port === 0;
      const key = isOwn ? `own ${groups.size}` : listenKey(listen);
      groups.set(key, joined(groups.get(key), listen, server));
    }
  }
  return [...groups.values()];
}

function joined<Server>(
  group: ServersOfAddress<Server> | undefined,
  listen: ListenAddress,
  server: Server,
): ServersOfAddress<Server> {
  if (group === undefined) return { listen, servers: [server] };
  const { servers } = group;
  const ssl = group.listen.ssl || listen.ssl;
  const proxyProtocol = group.listen.proxyProtocol || listen.proxyProtocol;
  return {
    listen: { ...group.listen, ssl, proxyProtocol },
    servers: listen.defaultServer ? [server, ...servers] : [...servers, server],
  };
}

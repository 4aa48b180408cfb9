import type { Reading } from '../configuration/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../configuration/error.js';

/** Where a host listens. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** What a `listen` directive says. */
export type Listen = Address & { readonly defaultServer: boolean };

/** Reads `listen ADDRESS [OPTION…]`. */
export function parseListen(words: readonly string[], { place }: Reading): readonly [Listen] {
  const [address = '', ...options] = words;
  const defaultServer = options.includes('default_server') || options.includes('default');
  for (const option of options) {
    if (/^(default(_server)?|reuseport|backlog=\d+|so_keepalive=.+)$/.test(option)) continue;
    throw new ConfigurationError(`invalid parameter "${option}"`, place);
  }
  return [{ ...parseAddress(address, place, { name: 'listen', defaultPort: 80 }), defaultServer }];
}

/** A directive that takes an address. */
interface AddressDirective {
  readonly name: string;
  /** Port of an address that names none; without a default such an address is an error. */
  readonly defaultPort?: number;
}

/** Reads `HOST`, `PORT`, `HOST:PORT` or `unix:PATH`. */
export function parseAddress(address: string, place: ConfigurationPosition, directive: AddressDirective): Address {
  if (address.startsWith('unix:')) return { kind: 'unix', path: address.slice('unix:'.length) };
  const match = /^(?:(?<host>\[[^\]]+\]|[^:]+):)?(?<port>\d+)$/.exec(address);
  const hostOnly = match === null && /^(\[[^\]]+\]|[^:]+)$/.test(address);
  const host = hostOnly ? address : (match?.groups?.host ?? '*');
  const port = hostOnly ? (directive.defaultPort ?? Number.NaN) : Number(match?.groups?.port ?? Number.NaN);
  if (!(port <= 65535)) {
    throw new ConfigurationError(`invalid port in "${address}" of the "${directive.name}" directive`, place);
  }
  return { kind: 'tcp', host: host === '*' ? '0.0.0.0' : host.replace(/^\[|\]$/g, ''), port };
}

/** The servers that share an address, the default one first. */
export interface ServersOfAddress<Server> {
  readonly listen: Listen;
  readonly servers: readonly [Server, ...Server[]];
}

/** One entry for each address, in the order of the configuration. */
export function groupedByAddress<Server extends { readonly listens: readonly Listen[] }>(
  servers: readonly Server[],
): readonly ServersOfAddress<Server>[] {
  const groups = new Map<string, ServersOfAddress<Server>>();
  for (const server of servers) {
    for (const listen of server.listens) {
      // Port 0 asks for a port of one's own.
      const isOwn = listen.kind === 'tcp' && listen.port === 0;
      const key = isOwn ? `own ${groups.size}` : listen.kind === 'tcp' ? `${listen.host}:${listen.port}` : listen.path;
      groups.set(key, joined(groups.get(key), listen, server));
    }
  }
  return [...groups.values()];
}

function joined<Server>(
  group: ServersOfAddress<Server> | undefined,
  listen: Listen,
  server: Server,
): ServersOfAddress<Server> {
  if (group === undefined) return { listen, servers: [server] };
  const { servers } = group;
  return { listen: group.listen, servers: listen.defaultServer ? [server, ...servers] : [...servers, server] };
}

import type { Listen, ServerConfiguration } from '../configuration/configuration.js';

/** Where a host listens. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** The servers that share an address, the default one first. */
export interface ServersOfAddress {
  readonly listen: Listen;
  readonly servers: readonly [ServerConfiguration, ...ServerConfiguration[]];
}

/** One entry for each address, in the order of the configuration. */
export function groupedByAddress(servers: readonly ServerConfiguration[]): readonly ServersOfAddress[] {
  const groups = new Map<string, ServersOfAddress>();
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

function joined(group: ServersOfAddress | undefined, listen: Listen, server: ServerConfiguration): ServersOfAddress {
  if (group === undefined) return { listen, servers: [server] };
  const { servers } = group;
  return { listen: group.listen, servers: listen.defaultServer ? [server, ...servers] : [...servers, server] };
}

/** The server of a `Host` header; the default one where none has the name. */
export function serverFor(servers: ServersOfAddress['servers'], host: string): ServerConfiguration {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  return servers.find((server) => server.names.includes(name)) ?? servers[0];
}

import type { Block } from '../configuration/block.js';
import type { Listen } from '../core/listen.js';
import { internal, listens, serverNames } from './directives.js';
import { hostName } from './host-header.js';
import { type LocationPattern, locationPattern } from './location-pattern.js';

export interface HttpServer {
  readonly block: Block;
  readonly listens: readonly Listen[];
  readonly names: readonly string[];
  readonly locations: readonly Location[];
}

export interface Location {
  readonly block: Block;
  readonly pattern: LocationPattern;
  /** Out of reach for requests of clients. */
  readonly internal: boolean;
  readonly locations: readonly Location[];
}

const everywhere: Listen = { kind: 'tcp', host: '0.0.0.0', port: 80, defaultServer: false };

/** The servers of an `http` block. */
export function serversOf(http: Block): readonly HttpServer[] {
  return http.inner('server').map((block) => {
    const said = listens.of(block);
    return {
      block,
      listens: said.length > 0 ? said : [everywhere],
      names: serverNames.of(block),
      locations: block.inner('location').map(locationOf),
    };
  });
}

function locationOf(block: Block): Location {
  const pattern = locationPattern.of(block);
  if (pattern === undefined) throw new Error('a location was read without its pattern');
  const locations = block.inner('location').map(locationOf);
  return { block, pattern, internal: internal.of(block) || pattern.kind === 'named', locations };
}

/** The server of a `Host` header; the default one where none has the name. */
export function serverFor(servers: readonly [HttpServer, ...HttpServer[]], host: string): HttpServer {
  const name = hostName(host);
  return servers.find((server) => name !== undefined && server.names.includes(name)) ?? servers[0];
}

import type { Block } from '../../host/support/settings/block.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import type { Address } from '../core/listen.js';
import type { WrittenPlace } from './address.js';
import {
  keepalive,
  keepaliveRequests,
  keepaliveTime,
  keepaliveTimeout,
  type UpstreamServer,
  upstreamName,
  upstreamServers,
} from './directives.js';
import type { UpstreamGroup } from './group.js';
import { UpstreamPeer } from './peer.js';
import { UpstreamPool } from './pool.js';
import { systemAddresses } from './resolver.js';

/** An upstream of the configuration, ready for requests; `block` contains the balancing method. */
export interface DeclaredGroup extends UpstreamGroup {
  readonly block: Block;
}

/** The upstreams of an `http` or `stream` block by name. Throws ConfigurationError if a server's name cannot be resolved. */
export async function declaredGroups(protocol: Block): Promise<ReadonlyMap<string, DeclaredGroup>> {
  const blocks = [...protocol.inner('upstream'), ...protocol.inner('stream upstream')];
  const groups = await Promise.all(blocks.map(declaredGroup));
  return new Map(groups.map((group) => [group.name.toLowerCase(), group]));
}

async function declaredGroup(block: Block): Promise<DeclaredGroup> {
  const servers = upstreamServers.of(block);
  const peers = async (backup: boolean) => {
    const chosen = servers.filter((server) => server.backup === backup);
    return (await Promise.all(chosen.map(peersOf))).flat();
  };
  const kept = keepalive.of(block);
  const pool = new UpstreamPool({
    ...kept,
    idleMs: keepaliveTimeout.of(block),
    totalMs: keepaliveTime.of(block),
    requests: keepaliveRequests.of(block),
  });
  return { name: upstreamName.of(block), block, peers: await peers(false), backup: await peers(true), pool };
}

async function peersOf(server: UpstreamServer): Promise<readonly UpstreamPeer[]> {
  return (await addressesOf(server, server)).map((address) => new UpstreamPeer(address, server));
}

/** Servers at some addresses, under a name. */
export function groupOf(name: string, addresses: readonly Address[]): UpstreamGroup {
  return { name, peers: addresses.map((address) => new UpstreamPeer(address)), backup: [], pool: undefined };
}

/** The addresses of a place. Throws ConfigurationError if its name cannot be resolved. */
export async function addressesOf(
  { place, host, port }: WrittenPlace,
  position: ConfigurationPosition,
): Promise<readonly Address[]> {
  if (place.kind !== 'name') return [place];
  const found = await systemAddresses(place.host);
  const written = port === '' ? host : `${host}:${port}`;
  if (found.length === 0) throw new ConfigurationError(`host not found in upstream "${written}"`, position);
  return found.map((address) => ({ kind: 'tcp', host: address, port: place.port }));
}

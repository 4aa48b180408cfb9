import { type Block, blocksWithin } from '../../host/support/settings/block.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import type { ModuleSubject } from '../modules/subject.js';
import type { WrittenPlace } from './address.js';
import { byChance, type Choose, inTurn, leastConnections } from './balance.js';
import { balanceMethod } from './directives.js';
import type { UpstreamGroup } from './group.js';
import { addressesOf, type DeclaredGroup, declaredGroups, groupOf } from './groups.js';
import { byCircle, byClient, byKey } from './hashes.js';
import { resolveName, resolver, resolverTimeout } from './resolver.js';

/** The destination of requests or sessions: the name of an upstream, or a server. */
export interface PassedPlace {
  /** Host and port as written. */
  readonly authority: string;
  readonly written: WrittenPlace;
}

/** The servers of all destinations that the requests or sessions of a block may have. */
export class Upstreams {
  readonly #declared: ReadonlyMap<string, DeclaredGroup>;
  readonly #undeclared = new Map<string, UpstreamGroup>();

  readonly #isOfStream: boolean;

  private constructor(declared: ReadonlyMap<string, DeclaredGroup>, isOfStream: boolean) {
    this.#declared = declared;
    this.#isOfStream = isOfStream;
  }

  /**
   * Resolves all names in an `http` or `stream` block; `passOf` returns the destination of a block in it. Throws ConfigurationError if that
   * fails.
   */
  static async of(
    protocol: Block,
    passOf: (block: Block, isDeclared: (name: string) => boolean) => (PassedPlace & ConfigurationPosition) | undefined,
  ): Promise<Upstreams> {
    const upstreams = new Upstreams(await declaredGroups(protocol), protocol.context === 'stream');
    for (const block of blocksWithin(protocol)) {
      const pass = passOf(block, (name) => upstreams.isDeclared(name));
      if (pass !== undefined) await upstreams.#prepare(pass);
    }
    return upstreams;
  }

  /** The servers of a place; a log message if there are none. */
  async groupFor(subject: ModuleSubject, place: PassedPlace): Promise<UpstreamGroup | string> {
    return this.#declaredFor(place) ?? this.#undeclared.get(keyOf(place)) ?? (await resolvedGroup(subject, place));
  }

  /** Closes idle connections. */
  close(): void {
    for (const { pool } of this.#declared.values()) pool?.close();
  }

  /** Whether an upstream has the name. */
  isDeclared(name: string): boolean {
    return this.#declared.has(name.toLowerCase());
  }

  async #prepare(pass: PassedPlace & ConfigurationPosition): Promise<void> {
    const { host, port } = pass.written;
    if (this.isDeclared(host) && port !== '')
      throw new ConfigurationError(`upstream "${host}" may not have port ${port}`, pass);
    if (this.#declaredFor(pass) !== undefined || this.#undeclared.has(keyOf(pass))) return;
    // Real hosts separate the port of a session's upstream from its name.
    const { written } = pass;
    const named = this.#isOfStream ? { ...written, port: '' } : written;
    this.#undeclared.set(keyOf(pass), groupOf(pass.authority, await addressesOf(named, pass)));
  }

  #declaredFor({ written }: PassedPlace): DeclaredGroup | undefined {
    return written.port === '' ? this.#declared.get(written.host.toLowerCase()) : undefined;
  }
}

function keyOf({ written: { place } }: PassedPlace): string {
  return place.kind === 'unix' ? place.path : `${place.host}:${place.port}`;
}

async function resolvedGroup({ block }: ModuleSubject, passed: PassedPlace): Promise<UpstreamGroup | string> {
  const { written, authority } = passed;
  const { place } = written;
  if (place.kind !== 'name') return groupOf(authority, [place]);
  const servers = resolver.of(block);
  if (servers === undefined) return `no resolver defined to resolve ${place.host}`;
  const resolved = await resolveName(place.host, servers, resolverTimeout.of(block));
  if ('complaint' in resolved) return resolved.complaint;
  return groupOf(
    authority,
    resolved.addresses.map((host) => ({ kind: 'tcp', host, port: place.port })),
  );
}

/** How the server of a group is chosen for a request or session. */
export function chooseIn(group: UpstreamGroup | DeclaredGroup, { client, variables }: ModuleSubject): Choose {
  if (!('block' in group)) return inTurn;
  const method = balanceMethod.of(group.block);
  switch (method.kind) {
    case 'round robin':
      return inTurn;
    case 'least connections':
      return leastConnections;
    case 'client address':
      return byClient(client.remoteAddress);
    case 'hash':
      return byKey(variables.evaluate(method.key));
    case 'consistent hash':
      return byCircle(variables.evaluate(method.key));
    case 'random':
      return byChance(method.leastOfTwo);
  }
}

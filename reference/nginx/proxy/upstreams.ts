import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { type Block, blocksWithin } from '../../host/support/settings/block.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { byChance, type Choose, inTurn, leastConnections } from '../upstream/balance.js';
import { balanceMethod } from '../upstream/directives.js';
import { Selection, type UpstreamGroup } from '../upstream/group.js';
import { type DeclaredGroup, declaredGroups, groupOf, undeclaredGroup } from '../upstream/groups.js';
import { byCircle, byClient, byKey } from '../upstream/hashes.js';
import { resolveName, resolver, resolverTimeout } from '../upstream/resolver.js';
import { nextTries } from './directives.js';
import { type ProxyPass, type ProxyUrl, passOf, urlOf } from './pass.js';

/** Where a request is passed to. */
export interface Destination {
  readonly url: ProxyUrl;
  readonly group: UpstreamGroup;
  readonly selection: Selection;
}

/** Why a request has no destination. */
export interface NoDestination {
  readonly status: number;
  readonly complaint: string;
}

/** The servers of all that requests of an `http` block may be passed to. */
export class Upstreams {
  readonly #declared: ReadonlyMap<string, DeclaredGroup>;
  readonly #undeclared = new Map<string, UpstreamGroup>();

  private constructor(declared: ReadonlyMap<string, DeclaredGroup>) {
    this.#declared = declared;
  }

  /** Resolves all names that stand in the configuration. Throws ConfigurationError where that fails. */
  static async of(http: Block): Promise<Upstreams> {
    const upstreams = new Upstreams(await declaredGroups(http));
    for (const block of blocksWithin(http)) {
      const pass = passOf(block);
      if (pass?.kind === 'fixed') await upstreams.#prepare(pass);
    }
    return upstreams;
  }

  /** Where a request goes now. */
  async destination(request: HttpRequest, url: ProxyUrl): Promise<Destination | NoDestination> {
    const group = this.#declaredFor(url) ?? this.#undeclared.get(keyOf(url)) ?? (await resolvedGroup(request, url));
    if ('complaint' in group) return group;
    return { url, group, selection: new Selection(group, chooseIn(group, request), nextTries.of(request.block)) };
  }

  /** Closes the connections that wait. */
  close(): void {
    for (const { pool } of this.#declared.values()) pool?.close();
  }

  async #prepare(pass: Extract<ProxyPass, { kind: 'fixed' }>): Promise<void> {
    const { host, port } = pass.written;
    if (this.#declared.has(host.toLowerCase()) && port !== '')
      throw new ConfigurationError(`upstream "${host}" may not have port ${port}`, pass);
    if (this.#declaredFor(pass) !== undefined || this.#undeclared.has(keyOf(pass))) return;
    this.#undeclared.set(keyOf(pass), await undeclaredGroup(pass.authority, pass.written, pass));
  }

  #declaredFor({ written }: ProxyUrl): DeclaredGroup | undefined {
    return written.port === '' ? this.#declared.get(written.host.toLowerCase()) : undefined;
  }
}

/** The URL that a request is passed to. */
export function urlFor(request: HttpRequest, pass: ProxyPass): ProxyUrl | NoDestination {
  if (pass.kind === 'fixed') return pass;
  const text = request.variables.evaluate(pass.template);
  const url = urlOf(text);
  return typeof url === 'string' ? { status: 500, complaint: url.includes('"') ? url : `${url} in "${text}"` } : url;
}

function keyOf({ written: { place } }: ProxyUrl): string {
  return place.kind === 'unix' ? place.path : `${place.host}:${place.port}`;
}

async function resolvedGroup(
  request: HttpRequest,
  { written, authority }: ProxyUrl,
): Promise<UpstreamGroup | NoDestination> {
  const { place } = written;
  if (place.kind !== 'name') return groupOf(authority, [place]);
  const servers = resolver.of(request.block);
  if (servers === undefined) return { status: 502, complaint: `no resolver defined to resolve ${place.host}` };
  const resolved = await resolveName(place.host, servers, resolverTimeout.of(request.block));
  if ('complaint' in resolved) return { status: 502, complaint: resolved.complaint };
  return groupOf(
    authority,
    resolved.addresses.map((host) => ({ kind: 'tcp', host, port: place.port })),
  );
}

function chooseIn(group: UpstreamGroup | DeclaredGroup, request: HttpRequest): Choose {
  if (!('block' in group)) return inTurn;
  const method = balanceMethod.of(group.block);
  switch (method.kind) {
    case 'round robin':
      return inTurn;
    case 'least connections':
      return leastConnections;
    case 'client address':
      return byClient(request.client.remoteAddress);
    case 'hash':
      return byKey(request.variables.evaluate(method.key));
    case 'consistent hash':
      return byCircle(request.variables.evaluate(method.key));
    case 'random':
      return byChance(method.leastOfTwo);
  }
}

/** What `Host` says by default, and the port of it. */
export function hostOf({ tls, written: { place, host, port } }: ProxyUrl): {
  readonly host: ByteString;
  readonly port: string;
} {
  if (place.kind === 'unix') return { host: 'localhost', port: '' };
  const usual = tls ? 443 : 80;
  if (port === '' || place.port === usual) return { host, port: String(usual) };
  return { host: `${host}:${port}`, port };
}

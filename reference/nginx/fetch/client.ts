import { isIP } from 'node:net';
import { byteStringOf, textOf } from '../../host/support/byte-string.js';
import type { StartOperation } from '../../host/support/realms/pending.js';
import { type FetchProxy, readFetchProxy } from '../../host/support/scripting/fetch-proxy.js';
import type { FetchSource, SendFetch } from '../../host/support/scripting/fetching.js';
import { fetchSettings as settings } from '../../host/support/scripting/settings.js';
import type { Block } from '../../host/support/settings/block.js';
import { evaluateTemplate } from '../../host/support/settings/template.js';
import type { FetchRequest, FetchResponse } from '../../port/fetch.js';
import type { PortOutcome } from '../../port/outcome.js';
import type { Address } from '../core/listen.js';
import type { UpstreamAddress } from '../upstream/address.js';
import type { UpstreamConnection } from '../upstream/connection.js';
import { UpstreamPool } from '../upstream/pool.js';
import { resolveName, resolver, resolverTimeout } from '../upstream/resolver.js';
import { type AttemptEnd, type ConnectionPlan, FetchAttempt, type FetchExchange } from './attempt.js';
import { sentConnect, sentFetch } from './request-head.js';
import type { ResponseProgress } from './response.js';
import { type FetchTarget, fetchTarget, hostOfTarget } from './target.js';
import { FetchTls } from './tls.js';

/** 2/host-object-operations/p1: sends the requests of the scripts of an `http` or `stream` block. */
export class FetchClient {
  readonly #tls: FetchTls;
  readonly #pools = new Map<Block, UpstreamPool>();
  readonly #running = new Set<RunningFetch>();

  /** Throws ConfigurationError if a certificate cannot be used. */
  constructor(protocol: Block) {
    this.#tls = new FetchTls(protocol);
  }

  readonly fetching: SendFetch = (source, request) => {
    const route = routeOf(source, request);
    if ('message' in route) return route;
    const start: StartOperation<undefined, FetchResponse> = (_, settle) => {
      const running = new RunningFetch(source, request, route, { tls: this.#tls, pool: this.#poolOf(source.block) });
      this.#running.add(running);
      const ended = (outcome: PortOutcome<FetchResponse> | undefined): void => {
        this.#running.delete(running);
        if (outcome !== undefined) settle(outcome);
      };
      running.run().then(ended, (error: unknown) => {
        source.logLine('alert', byteStringOf(`bug in the host: ${error instanceof Error ? error.stack : error}`));
        ended(failed('InternalError', 'the request failed'));
      });
      return () => running.cancel();
    };
    return { ok: true, value: start };
  };

  /** Cancels active requests, and closes idle connections. */
  close(): void {
    for (const running of this.#running) running.cancel();
    for (const pool of this.#pools.values()) pool.close();
  }

  /** As on real hosts, connections are kept for the block that opened them. */
  #poolOf(block: Block): UpstreamPool {
    const pool =
      this.#pools.get(block) ??
      new UpstreamPool({
        most: settings.keepAlive.of(block),
        local: false,
        requests: settings.keepAliveRequests.of(block),
        totalMs: settings.keepAliveTime.of(block),
        idleMs: settings.keepAliveTimeout.of(block),
      });
    this.#pools.set(block, pool);
    return pool;
  }
}

/** The destination of a request's connections. */
interface FetchRoute {
  readonly target: FetchTarget;
  readonly proxy: FetchProxy | undefined;
  /** Whether the certificate of the target must be verified. */
  readonly verify: boolean;
  /** Requests with the same name share kept connections. */
  readonly name: string;
}

/** State that requests of a block share. */
interface SharedMeans {
  readonly tls: FetchTls;
  readonly pool: UpstreamPool;
}

type FetchEnd = Exclude<ResponseProgress, { readonly kind: 'unfinished' }> | AttemptEnd;
type FetchFailure = Extract<PortOutcome<FetchResponse>, { readonly ok: false }>;

/** One request. */
class RunningFetch {
  readonly #source: FetchSource;
  readonly #request: FetchRequest;
  readonly #route: FetchRoute;
  readonly #means: SharedMeans;
  readonly #keepsAlive: boolean;
  #attempt: FetchAttempt | undefined;
  #isCancelled = false;

  constructor(source: FetchSource, request: FetchRequest, route: FetchRoute, means: SharedMeans) {
    this.#source = source;
    this.#request = request;
    this.#route = route;
    this.#means = means;
    this.#keepsAlive = settings.keepAlive.of(source.block) > 0;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#attempt?.abort();
  }

  /** Its outcome; `undefined` once it was cancelled. */
  async run(): Promise<PortOutcome<FetchResponse> | undefined> {
    const kept = await this.#overKept();
    const ended = kept ?? (await this.#overNew());
    return this.#isCancelled ? undefined : 'ok' in ended ? ended : this.#outcome(ended);
  }

  #outcome(ended: FetchEnd): PortOutcome<FetchResponse> {
    if (ended.kind === 'complete') return { ok: true, value: { ...ended.response, url: this.#request.url } };
    return failed('Error', ended.kind === 'failed' ? ended.message : 'connect failed');
  }

  async #overKept(): Promise<FetchEnd | undefined> {
    if (!this.#keepsAlive) return undefined;
    const connection = await this.#means.pool.take(this.#route.name, this.#source.block);
    return connection === undefined ? undefined : this.#over(connection, this.#newAttempt());
  }

  async #overNew(): Promise<FetchEnd | FetchFailure> {
    const addresses = await this.#addresses(connectedPlace(this.#route));
    if ('message' in addresses) return addresses;
    for (const address of addresses) {
      const attempt = this.#newAttempt();
      const connected = await attempt.connect(this.#plan(address));
      const ended = 'kind' in connected ? connected : await this.#over(connected, attempt);
      if (ended.kind !== 'unreachable') return ended;
    }
    return { kind: 'unreachable' };
  }

  #newAttempt(): FetchAttempt {
    const attempt = new FetchAttempt(this.#source);
    if (this.#isCancelled) attempt.abort();
    this.#attempt = attempt;
    return attempt;
  }

  #plan(address: Address): ConnectionPlan {
    const { target, proxy, verify } = this.#route;
    const { isEncrypted, place } = target;
    const { tls } = this.#means;
    return {
      address,
      connect: proxy !== undefined && isEncrypted ? sentConnect(target, proxy.credentials) : undefined,
      encryption: isEncrypted ? { tls, name: hostOfTarget(target), isName: place.kind === 'name', verify } : undefined,
    };
  }

  async #over(connection: UpstreamConnection, attempt: FetchAttempt): Promise<FetchEnd> {
    connection.requests += 1;
    const ended = await attempt.exchange(connection, this.#exchange());
    const isKept = ended.kind === 'complete' && ended.keepsAlive && this.#keepsAlive;
    if (isKept) this.#means.pool.keep(connection, this.#route.name, this.#source.block);
    else connection.close();
    return ended;
  }

  #exchange(): FetchExchange {
    const { target, proxy } = this.#route;
    const { block } = this.#source;
    const { method, bufferSize, maxResponseBodySize } = this.#request;
    return {
      sent: sentFetch(this.#request, { target, proxy, keepsAlive: this.#keepsAlive }),
      reading: {
        isHead: method === 'HEAD',
        bufferSize: bufferSize ?? settings.bufferSize.of(block),
        mostBody: maxResponseBodySize ?? settings.maxResponseBufferSize.of(block),
      },
    };
  }

  async #addresses(place: UpstreamAddress): Promise<readonly Address[] | FetchFailure> {
    if (place.kind !== 'name') return [place];
    const { block } = this.#source;
    const servers = resolver.of(block);
    if (servers === undefined) return noResolver;
    const name = place.host.toLowerCase().replace(/\.$/, '');
    const resolved = await resolveName(name, servers, resolverTimeout.of(block));
    if ('reason' in resolved) return failed('Error', `"${name}" could not be resolved (${resolved.reason})`);
    const { addresses } = resolved;
    const first = Math.floor(Math.random() * addresses.length);
    const turned = [...addresses.slice(first), ...addresses.slice(0, first)];
    return turned.map((host) => ({ kind: 'tcp', host, port: place.port }));
  }
}

/** The destination of a request. */
function routeOf(source: FetchSource, request: FetchRequest): FetchRoute | FetchFailure {
  const { url, verify = settings.verify.of(source.block) } = request;
  const target = fetchTarget(url);
  if (target === undefined) return failed('TypeError', 'invalid url');
  const proxy = proxyOf(source);
  if (typeof proxy === 'string') {
    source.logLine('error', byteStringOf(proxy));
    return failed('InternalError', 'failed to evaluate proxy URL');
  }
  const { isEncrypted, place } = target;
  // Through a proxy, unencrypted requests to all servers use the same connections.
  const to = proxy === undefined || isEncrypted ? [place, isEncrypted && verify] : [];
  const route = { target, proxy, verify, name: JSON.stringify([isEncrypted, to, proxy]) };
  const isNamed = connectedPlace(route).kind === 'name';
  return isNamed && resolver.of(source.block) === undefined ? noResolver : route;
}

function proxyOf({ block, variable }: FetchSource): FetchProxy | string | undefined {
  const configured = settings.proxy.of(block);
  if (configured === undefined) return undefined;
  const text = configured.kind === 'fixed' ? configured.text : textOf(evaluateTemplate(configured.template, variable));
  return text === '' ? undefined : readFetchProxy(text);
}

/** The host to connect to: the proxy, if there is one. */
function connectedPlace({ target, proxy }: FetchRoute): UpstreamAddress {
  if (proxy === undefined) return target.place;
  const { host, port } = proxy;
  return { kind: isIP(host) === 0 ? 'name' : 'tcp', host, port };
}

function failed(name: string, message: string): FetchFailure {
  return { ok: false, name, message };
}

const noResolver = failed('InternalError', 'no resolver defined');

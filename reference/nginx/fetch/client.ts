import { isIP } from 'node:net';
import { byteStringOf, textOf } from '../../host/support/byte-string.js';
import { type FetchProxy, readFetchProxy } from '../../host/support/scripting/fetch-proxy.js';
import type { Fetching, FetchSource } from '../../host/support/scripting/fetching.js';
import { fetchSettings as settings } from '../../host/support/scripting/settings.js';
import type { Block } from '../../host/support/settings/block.js';
import { evaluateTemplate } from '../../host/support/settings/template.js';
import type { FetchRequest, FetchResponse } from '../../port/fetch.js';
import type { Outcome } from '../../port/outcome.js';
import type { Address } from '../core/listen.js';
import type { Place } from '../upstream/address.js';
import type { UpstreamConnection } from '../upstream/connection.js';
import { ConnectionPool } from '../upstream/pool.js';
import { resolveName, resolver, resolverTimeout } from '../upstream/resolver.js';
import { Attempt, type AttemptEnd, type ConnectionPlan, type Exchange } from './attempt.js';
import { sentConnect, sentFetch } from './request-head.js';
import type { Reading } from './response.js';
import { type FetchTarget, fetchTarget, hostOf } from './target.js';
import { FetchTls } from './tls.js';

/** 2/host-object-operations/srv-fetch: sends the requests of the scripts of an `http` or `stream` block. */
export class FetchClient {
  readonly #tls: FetchTls;
  readonly #pools = new Map<Block, ConnectionPool>();
  readonly #running = new Set<RunningFetch>();

  /** Throws ConfigurationError where a certificate cannot be used. */
  constructor(protocol: Block) {
    this.#tls = new FetchTls(protocol);
  }

  readonly fetching: Fetching = (source) => (request, settle) => {
    const running = new RunningFetch(source(), request, this.#tls, (block) => this.#poolOf(block));
    this.#running.add(running);
    running.run().then((outcome) => {
      this.#running.delete(running);
      if (outcome !== undefined) settle(outcome);
    });
    return () => running.cancel();
  };

  /** Ends what is under way, and closes connections that wait. */
  close(): void {
    for (const running of this.#running) running.cancel();
    for (const pool of this.#pools.values()) pool.close();
  }

  /** As in real hosts, connections are kept for the block that made them. */
  #poolOf(block: Block): ConnectionPool {
    const pool =
      this.#pools.get(block) ??
      new ConnectionPool({
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

/** Where the connections of a request go. */
interface Route {
  readonly target: FetchTarget;
  readonly proxy: FetchProxy | undefined;
  /** Connections with the same name serve each other's requests. */
  readonly name: string;
}

type Ended = Exclude<Reading, { readonly kind: 'unfinished' }> | AttemptEnd;

/** One request. */
class RunningFetch {
  readonly #source: FetchSource;
  readonly #request: FetchRequest;
  readonly #tls: FetchTls;
  readonly #poolOf: (block: Block) => ConnectionPool;
  #attempt: Attempt | undefined;
  #isCancelled = false;

  constructor(source: FetchSource, request: FetchRequest, tls: FetchTls, poolOf: (block: Block) => ConnectionPool) {
    this.#source = source;
    this.#request = request;
    this.#tls = tls;
    this.#poolOf = poolOf;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#attempt?.breakOff();
  }

  /** Its outcome; `undefined` once it was cancelled. */
  async run(): Promise<Outcome<FetchResponse> | undefined> {
    const route = this.#route();
    if ('message' in route) {
      // Nothing settles during the call that started it.
      await new Promise(setImmediate);
      return this.#isCancelled ? undefined : route;
    }
    const kept = await this.#overKept(route);
    const ended = kept ?? (await this.#overNew(route));
    return this.#isCancelled ? undefined : 'ok' in ended ? ended : this.#outcome(ended);
  }

  #outcome(ended: Ended): Outcome<FetchResponse> {
    if (ended.kind === 'complete') return { ok: true, value: { ...ended.response, url: this.#request.url } };
    return failed('Error', ended.kind === 'failed' ? ended.message : 'connect failed');
  }

  #route(): Route | Failed {
    const target = fetchTarget(this.#request.url);
    if (target === undefined) return failed('TypeError', 'invalid url');
    const proxy = this.#proxy();
    if (typeof proxy === 'string') {
      this.#source.logLine('error', byteStringOf(proxy));
      return failed('InternalError', 'failed to evaluate proxy URL');
    }
    const { isEncrypted, place } = target;
    const through = proxy === undefined ? undefined : [proxy.host, proxy.port, proxy.credentials];
    // Through a proxy, unencrypted requests to all servers take the same way.
    const to = proxy === undefined || isEncrypted ? [place, isEncrypted && this.#verifies] : [];
    return { target, proxy, name: JSON.stringify([isEncrypted, ...to, through]) };
  }

  #proxy(): FetchProxy | string | undefined {
    const said = settings.proxy.of(this.#source.block);
    if (said === undefined) return undefined;
    const { variable } = this.#source;
    const text = said.kind === 'fixed' ? said.text : textOf(evaluateTemplate(said.template, variable));
    return text === '' ? undefined : readFetchProxy(text);
  }

  get #verifies(): boolean {
    return this.#request.verify ?? settings.verify.of(this.#source.block);
  }

  get #keepsAlive(): boolean {
    return settings.keepAlive.of(this.#source.block) > 0;
  }

  async #overKept(route: Route): Promise<Ended | undefined> {
    if (!this.#keepsAlive) return undefined;
    const connection = await this.#poolOf(this.#source.block).take(route.name, this.#source.block);
    if (connection === undefined) return undefined;
    this.#attempt = new Attempt(this.#source);
    if (this.#isCancelled) this.#attempt.breakOff();
    return this.#over(connection, this.#attempt, route);
  }

  async #overNew(route: Route): Promise<Ended | Failed> {
    const { target, proxy } = route;
    const addresses = await this.#addresses(proxy === undefined ? target.place : placeOf(proxy));
    if ('message' in addresses) return addresses;
    for (const address of addresses) {
      if (this.#isCancelled) return { kind: 'left' };
      this.#attempt = new Attempt(this.#source);
      const connected = await this.#attempt.connect(this.#plan(address, route));
      const ended = 'kind' in connected ? connected : await this.#over(connected, this.#attempt, route);
      if (ended.kind !== 'unreachable') return ended;
    }
    return { kind: 'unreachable' };
  }

  #plan(address: Address, { target, proxy }: Route): ConnectionPlan {
    const { isEncrypted } = target;
    const name = hostOf(target);
    return {
      source: this.#source,
      address,
      connect: proxy !== undefined && isEncrypted ? sentConnect(target, proxy.credentials) : undefined,
      encryption: isEncrypted
        ? { tls: this.#tls, name, isName: target.place.kind === 'name', verify: this.#verifies }
        : undefined,
    };
  }

  async #over(connection: UpstreamConnection, attempt: Attempt, route: Route): Promise<Ended> {
    connection.requests += 1;
    const ended = await attempt.exchange(connection, this.#exchange(route));
    const { block } = this.#source;
    if (ended.kind === 'complete' && ended.keepsAlive && this.#keepsAlive)
      this.#poolOf(block).keep(connection, route.name, block);
    else connection.close();
    return ended;
  }

  #exchange({ target, proxy }: Route): Exchange {
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

  async #addresses(place: Place): Promise<readonly Address[] | Failed> {
    if (place.kind !== 'name') return [place];
    const { block } = this.#source;
    const servers = resolver.of(block);
    if (servers === undefined) {
      await new Promise(setImmediate);
      return failed('InternalError', 'no resolver defined');
    }
    const name = place.host.toLowerCase().replace(/\.$/, '');
    const resolved = await resolveName(name, servers, resolverTimeout.of(block));
    if ('reason' in resolved) return failed('Error', `"${name}" could not be resolved (${resolved.reason})`);
    const { addresses } = resolved;
    const first = Math.floor(Math.random() * addresses.length);
    const turned = [...addresses.slice(first), ...addresses.slice(0, first)];
    return turned.map((host) => ({ kind: 'tcp', host, port: place.port }));
  }
}

type Failed = Extract<Outcome<FetchResponse>, { readonly ok: false }>;

function failed(name: string, message: string): Failed {
  return { ok: false, name, message };
}

function placeOf({ host, port }: FetchProxy): Place {
  return { kind: isIP(host) === 0 ? 'name' : 'tcp', host, port };
}

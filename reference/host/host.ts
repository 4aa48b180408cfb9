import { type Block, blocksWithin } from './configuration/block.js';
import type { Configuration } from './configuration/read.js';
import { errorLogs } from './core/directives.js';
import { ErrorLog, LogFiles, openLog } from './core/error-log.js';
import type { Address } from './core/listen.js';
import type { Listeners } from './core/listener.js';
import { accessLogs } from './http/directives.js';
import { serversOf } from './http/servers.js';
import { HttpService } from './http/service.js';
import { HttpSockets } from './http/sockets.js';
import type { StartOptions } from './messages.js';
import { accessLine } from './nginx-like/access-line.js';
import { logLine } from './nginx-like/log-line.js';
import { builtInPages } from './nginx-like/pages.js';
import { zoneManners } from './nginx-like/zones.js';
import { httpScripting } from './scripting/http/module.js';
import { RealmPools } from './scripting/realm-pools.js';
import { streamScripting } from './scripting/stream/module.js';
import { sharedPort } from './shared-port.js';
import { StreamService } from './stream/service.js';
import { StreamSockets } from './stream/sockets.js';
import { serverName } from './version.js';

/** All that one configuration asks for. */
export class Host {
  readonly #configuration: Configuration;
  readonly #options: StartOptions;
  readonly #files = new LogFiles();
  readonly #logs = new WeakMap<Block, ErrorLog>();
  readonly #listeners: Listeners[] = [];
  #lastConnection = 0;

  constructor(configuration: Configuration, options: StartOptions) {
    this.#configuration = configuration;
    this.#options = options;
  }

  /** Opens all logs, links all scripts and listens. Throws ConfigurationError where a file cannot be used. */
  async open(): Promise<readonly Address[]> {
    const { main } = this.#configuration;
    for (const block of blocksWithin(main)) this.#openLogs(block);
    for (const block of main.inner('http')) this.#listeners.push(await this.#http(block));
    for (const block of main.inner('stream')) this.#listeners.push(await this.#stream(block));
    const addresses: Address[] = [];
    const taken = [...(this.#options.addresses ?? [])];
    for (const listeners of this.#listeners) addresses.push(...(await listeners.open(taken)));
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    await Promise.all(this.#listeners.map((listeners) => listeners.close(how)));
    this.#files.close();
  }

  async #http(block: Block): Promise<Listeners> {
    const pools = await this.#pools(block);
    const service = new HttpService({
      pages: builtInPages(serverName),
      serverName,
      logOf: this.#logOf,
      logAccess: (request) => {
        for (const { path } of accessLogs.of(request.block)) this.#files.write(path, accessLine(request));
      },
      parts: [httpScripting(pools)],
    });
    return new HttpSockets({ servers: serversOf(block), service, nextConnection: this.#nextConnection });
  }

  async #stream(block: Block): Promise<Listeners> {
    const parts = [streamScripting(await this.#pools(block))];
    const service = new StreamService({ logOf: this.#logOf, parts });
    return new StreamSockets({ servers: block.inner('stream server'), service, nextConnection: this.#nextConnection });
  }

  async #pools(protocol: Block): Promise<RealmPools> {
    const shared = sharedPort(this.#configuration, protocol, zoneManners, this.#options);
    const pools = new RealmPools(this.#configuration, protocol, shared, this.#options.trusted === true);
    await pools.check();
    return pools;
  }

  #openLogs(block: Block): void {
    this.#logOf(block).open();
    for (const destination of accessLogs.of(block)) openLog(this.#files, destination);
  }

  readonly #nextConnection = () => ++this.#lastConnection;

  readonly #logOf = (block: Block): ErrorLog => {
    const known = this.#logs.get(block);
    if (known !== undefined) return known;
    const log = new ErrorLog(this.#files, logLine, errorLogs.of(block));
    this.#logs.set(block, log);
    return log;
  };
}

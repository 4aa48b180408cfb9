import type { Server } from 'node:net';
import { join } from 'node:path';
import { makeBodyFolder } from '../host/http/body/settings.js';
import { ErrorLog, LogFiles, type LogLevel, levelNumber } from '../host/logging/error-log.js';
import type { PeriodicTask } from '../host/periodic/run.js';
import { Schedule } from '../host/periodic/schedule.js';
import { httpScripting } from '../host/scripting/http/module.js';
import { callsHttpHandlers as callsHandlersOfHttp } from '../host/scripting/http/request-scripts.js';
import { streamScripting } from '../host/scripting/stream/module.js';
import type { StreamPart } from '../host/stream/phases.js';
import type { StreamSession } from '../host/stream/session.js';
import { declined } from '../host/support/phases.js';
import { zoneDeclarations } from '../host/support/scripting/directives.js';
import { checkHttpImports } from '../host/support/scripting/http-settings.js';
import { periodics } from '../host/support/scripting/periodics.js';
import { RealmPools } from '../host/support/scripting/realm-pools.js';
import {
  callsStreamHandlers as callsHandlersOfStream,
  checkStreamImports,
} from '../host/support/scripting/stream-settings.js';
import { type Block, blocksWithin } from '../host/support/settings/block.js';
import type { Configuration } from '../host/support/settings/configuration.js';
import type { DerivedSetting } from '../host/support/settings/setting.js';
import { ScriptErrors, showingOnTerminal } from '../host/support/showing/script-errors.js';
import { TemporaryFiles } from '../host/support/temporary-file.js';
import { serverName } from '../host/support/version.js';
import { HttpSockets } from './connections/sockets.js';
import { errorLogsOf } from './core/directives.js';
import type { Address } from './core/listen.js';
import type { Listeners, StartListening } from './core/listener.js';
import { FetchClient } from './fetch/client.js';
import { HttpService } from './http/service.js';
import { AccessLog } from './logging/access-log.js';
import { logLine } from './logging/log-line.js';
import type { StartOptions } from './messages.js';
import { http, stream } from './modules.js';
import { builtInPages } from './pages/pages.js';
import { httpTasks, streamTasks, type TaskSurroundings } from './periodic/tasks.js';
import { type Proxying, proxying } from './proxy/module.js';
import { serversOf } from './servers/servers.js';
import { sharedPort } from './shared-port.js';
import { documentRoot } from './static/paths.js';
import { streamSettings } from './stream/directives.js';
import { passingTo } from './stream/pass.js';
import { sessionProxying } from './stream/proxy/module.js';
import { StreamService } from './stream/service.js';
import { StreamSockets } from './stream/sockets.js';
import type { Surroundings } from './surroundings.js';

/** All parts of a host with one configuration. */
export class ConfiguredHost {
  readonly #configuration: Configuration;
  readonly #options: StartOptions;
  readonly #surroundings: Surroundings;
  readonly #files = new LogFiles();
  readonly #accessLog = new AccessLog(this.#files, documentRoot);
  readonly #sessionLog = new AccessLog<StreamSession>(this.#files);
  readonly #logs = new WeakMap<Block, ErrorLog>();
  readonly #listeners: Listeners[] = [];
  readonly #servers: { readonly server: Server; readonly address: Address }[] = [];
  readonly #proxies: Proxying[] = [];
  readonly #temporaryFiles: TemporaryFiles;
  readonly #pools: RealmPools[] = [];
  readonly #clients: FetchClient[] = [];
  #scriptErrors: ScriptErrors | undefined;
  readonly #schedules: Schedule[] = [];
  #lastConnection = 0;

  constructor(configuration: Configuration, options: StartOptions, surroundings: Surroundings) {
    this.#configuration = configuration;
    this.#temporaryFiles = new TemporaryFiles({ path: join(configuration.prefix, 'client_body_temp'), levels: [] });
    this.#options = options;
    this.#surroundings = surroundings;
  }

  /** Links all scripts, opens all logs, makes folders and listens. Throws ConfigurationError if a file cannot be used. */
  async open(): Promise<readonly Address[]> {
    const { main } = this.#configuration;
    if (this.#options.showsScriptErrors === true)
      this.#scriptErrors = await ScriptErrors.open(showingOnTerminal(this.#configuration.prefix, this.#logsToTerminal));
    for (const block of main.inner('http')) this.#listeners.push(await this.#http(block));
    for (const block of main.inner('stream')) this.#listeners.push(await this.#stream(block));
    for (const block of blocksWithin(main)) this.#openFiles(block);
    const addresses: Address[] = [];
    for (const listeners of this.#listeners)
      addresses.push(...(await listeners.open(this.#listen, this.#surroundings.receive)));
    return addresses;
  }

  /** Starts the periodic handlers. */
  begin(): void {
    for (const schedule of this.#schedules) schedule.start();
  }

  /** Writes a log line about the process itself. */
  note(level: LogLevel, message: string): void {
    this.#logOf(this.#configuration.main).write(level, message);
  }

  /** Reopens all logs. */
  reopenLogs(): void {
    for (const complaint of this.#files.reopen()) this.note('emerg', complaint);
  }

  /** Files of the scripts that were read so far. */
  get scripts(): readonly string[] {
    return this.#pools.flatMap((pools) => pools.files);
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    if (how === 'drop') for (const schedule of this.#schedules) schedule.stop();
    const quitting = how === 'drop' ? [] : this.#schedules.map((schedule) => schedule.quit());
    await Promise.all([...this.#listeners.map((listeners) => listeners.close(how)), ...quitting]);
    for (const proxy of this.#proxies) proxy.close();
    for (const client of this.#clients) client.close();
    this.#temporaryFiles.close();
    this.#surroundings.close();
    this.#files.close();
    this.#scriptErrors?.close();
  }

  async #http(block: Block): Promise<Listeners> {
    checkHttpImports(block);
    const pools = await this.#makePools(block, callsHandlersOfHttp);
    const proxy = await proxying(block);
    this.#proxies.push(proxy);
    const service = new HttpService({
      http,
      pages: builtInPages(serverName),
      serverName,
      logOf: this.#logOf,
      temporaryFiles: this.#temporaryFiles,
      shared: this.#surroundings.shared,
      logAccess: (request) => {
        request.logContext.doing = 'logging request';
        this.#accessLog.write(request);
      },
      parts: [httpScripting(pools), proxy],
    });
    const servers = serversOf(block);
    this.#schedule(httpTasks(servers, service, this.#tasksWith(pools)));
    return new HttpSockets({ servers, service, nextConnection: this.#nextConnection });
  }

  async #stream(block: Block): Promise<Listeners> {
    checkStreamImports(block);
    const pools = await this.#makePools(block, callsHandlersOfStream);
    const parts = [
      streamScripting(pools),
      await sessionProxying(block),
      passingTo(this.#serverAt),
      this.#logOfSessions,
    ];
    const service = new StreamService({ stream, logOf: this.#logOf, shared: this.#surroundings.shared, parts });
    const { connections } = this.#surroundings.shared;
    const blocks = block.inner('stream server');
    this.#schedule(streamTasks(blocks, service, this.#tasksWith(pools)));
    const servers = blocks.map((inner) => ({ block: inner, listens: streamSettings.listens.of(inner) }));
    return new StreamSockets({ servers, service, connections, nextConnection: this.#nextConnection });
  }

  readonly #listen: StartListening = async (server, address) => {
    const bound = await this.#surroundings.listen(server, address);
    this.#servers.push({ server, address: bound });
    return bound;
  };

  /** The server that listens on an address, or on all addresses with its port. */
  readonly #serverAt = (wanted: Address): Server | undefined => {
    const everywhere = ['0.0.0.0', '::'];
    return this.#servers.find(({ address }) => {
      if (address.kind === 'unix' || wanted.kind === 'unix')
        return address.kind === 'unix' && wanted.kind === 'unix' && address.path === wanted.path;
      return address.port === wanted.port && (address.host === wanted.host || everywhere.includes(address.host));
    })?.server;
  };

  /** Writes sessions that have ended to the access log. */
  get #logOfSessions(): StreamPart {
    const handle = (session: StreamSession) => {
      this.#sessionLog.write(session);
      return declined;
    };
    return { phases: [{ phase: 'log', handle }] };
  }

  #tasksWith(pools: RealmPools): TaskSurroundings {
    return { worker: this.#options.workerId ?? 0, pools, logOf: this.#logOf };
  }

  #schedule(tasks: readonly PeriodicTask[]): void {
    for (const task of tasks) this.#schedules.push(new Schedule(task));
  }

  async #makePools(protocol: Block, callsHandlers: DerivedSetting<boolean>): Promise<RealmPools> {
    const zones = zoneDeclarations
      .of(protocol)
      .map((one) => [one.name, this.#surroundings.zone(one, (level, message) => this.note(level, message))] as const);
    const shared = sharedPort(this.#configuration, new Map(zones), this.#options);
    const trusted = this.#options.trusted === true;
    const client = new FetchClient(protocol);
    this.#clients.push(client);
    const pools = new RealmPools(this.#configuration, protocol, {
      shared,
      trusted,
      errors: this.#scriptErrors,
      fetching: client.fetching,
    });
    this.#pools.push(pools);
    await pools.check((inner) => callsHandlers.of(inner) || periodics.of(inner).length > 0);
    return pools;
  }

  /** Whether all errors in the log also appear on standard error. */
  get #logsToTerminal(): boolean {
    const { main } = this.#configuration;
    return blocksWithin(main).every((block) =>
      errorLogsOf(block, this.#options.errorLog).some(
        ({ path, level }) => path === 'stderr' && levelNumber(level) >= levelNumber('error'),
      ),
    );
  }

  #openFiles(block: Block): void {
    this.#logOf(block).open();
    this.#accessLog.open(block);
    makeBodyFolder(block);
  }

  readonly #nextConnection = () => ++this.#lastConnection;

  readonly #logOf = (block: Block): ErrorLog => {
    const known = this.#logs.get(block);
    if (known !== undefined) return known;
    const log = new ErrorLog(this.#files, logLine, errorLogsOf(block, this.#options.errorLog));
    this.#logs.set(block, log);
    return log;
  };
}

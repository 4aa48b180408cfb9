import { isAbsolute, join } from 'node:path';
import type { Configuration, HttpConfiguration, Settings } from '../configuration/configuration.js';
import { ErrorLog, type LogFiles } from '../log.js';
import type { SharedPort } from '../script/hosted.js';
import { RealmPool } from '../script/pool.js';
import { Scripts } from '../script/scripts.js';

/** What all requests of a host share. */
export class HttpHost {
  readonly configuration: HttpConfiguration;
  readonly #main: Configuration;
  readonly #files: LogFiles;
  readonly #shared: SharedPort;
  readonly #pools = new Map<string, RealmPool>();
  readonly #logs = new Map<Settings, ErrorLog>();

  constructor(options: {
    readonly main: Configuration;
    readonly configuration: HttpConfiguration;
    readonly files: LogFiles;
    readonly shared: SharedPort;
  }) {
    this.configuration = options.configuration;
    this.#main = options.main;
    this.#files = options.files;
    this.#shared = options.shared;
  }

  readonly logFor = (settings: Settings): ErrorLog => {
    const log = this.#logs.get(settings) ?? new ErrorLog(this.#files, settings.errorLogs);
    this.#logs.set(settings, log);
    return log;
  };

  /** The pool of the scripts that are imported where the settings hold; `undefined` where there are none. */
  pool(settings: Settings): RealmPool | undefined {
    if (settings.scriptImports.length === 0) return undefined;
    const key = JSON.stringify([settings.scriptImports, settings.scriptPaths]);
    const pool = this.#pools.get(key) ?? new RealmPool(this.#scripts(settings), this.#shared);
    this.#pools.set(key, pool);
    return pool;
  }

  /** Opens all logs, and compiles and links all scripts. Throws ConfigurationError where that is impossible. */
  async prepare(): Promise<void> {
    this.logFor(this.#main.settings).open();
    for (const server of this.configuration.servers) {
      for (const settings of [server.settings, ...server.locations.flatMap(settingsWithin)]) {
        this.logFor(settings).open();
        await this.pool(settings)?.check();
      }
    }
  }

  #scripts(settings: Settings): Scripts {
    const { prefix, configurationPrefix } = this.#main;
    const folders = settings.scriptPaths.map((path) => (isAbsolute(path) ? path : join(prefix, path)));
    return new Scripts(settings.scriptImports, [...folders, configurationPrefix]);
  }
}

function settingsWithin(location: HttpConfiguration['servers'][number]['locations'][number]): Settings[] {
  return [location.settings, ...location.locations.flatMap(settingsWithin)];
}

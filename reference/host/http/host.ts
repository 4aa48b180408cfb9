import type { HttpConfiguration, Settings } from '../configuration/configuration.js';
import { ErrorLog, type LogFiles } from '../log.js';
import type { SharedPort } from '../realms/hosted.js';
import { RealmPool } from '../realms/pool.js';
import { Scripts } from '../realms/scripts.js';

/** What all requests of a host share. */
export class HttpHost {
  readonly configuration: HttpConfiguration;
  readonly #files: LogFiles;
  readonly #folders: readonly string[];
  readonly #shared: SharedPort;
  readonly #pools = new Map<string, RealmPool>();

  constructor(options: {
    readonly configuration: HttpConfiguration;
    readonly files: LogFiles;
    readonly folder: string;
    readonly shared: SharedPort;
  }) {
    this.configuration = options.configuration;
    this.#files = options.files;
    this.#folders = [options.folder];
    this.#shared = options.shared;
  }

  log(settings: Settings): ErrorLog {
    return new ErrorLog(this.#files, settings.errorLogs);
  }

  /** The pool of the scripts that are imported where the settings hold; `undefined` where there are none. */
  pool(settings: Settings): RealmPool | undefined {
    if (settings.scriptImports.length === 0) return undefined;
    const key = JSON.stringify([settings.scriptImports, settings.scriptPaths]);
    const pool = this.#pools.get(key) ?? new RealmPool(this.#scripts(settings), this.#shared, 8);
    this.#pools.set(key, pool);
    return pool;
  }

  #scripts(settings: Settings): Scripts {
    const [folder = ''] = this.#folders;
    return new Scripts(settings.scriptImports, [...settings.scriptPaths.map((path) => `${folder}/${path}`), folder]);
  }
}

import type { HostGlobalPort } from '../port.js';
import { defineMethods } from './members.js';
import { resultOf } from './outcome.js';
import { createSharedDictionary } from './shared-dict.js';
import { textOrBytes } from './text-or-bytes.js';

/** The host global `srv`: 2/host-global-object-srv */
export function createHostGlobal(port: HostGlobalPort): object {
  const properties = {
    /** 2/host-global-object-srv/srv-build */
    build: port.build,
    /** 2/host-global-object-srv/srv-conf-file-path */
    conf_file_path: port.configurationPath,
    /** 2/host-global-object-srv/srv-conf-prefix */
    conf_prefix: port.configurationPrefix,
    /** 2/host-global-object-srv/srv-error-log-path */
    error_log_path: port.errorLogPath,
    /** 2/host-global-object-srv/srv-prefix */
    prefix: port.prefix,
    /** 2/host-global-object-srv/srv-version */
    version: port.version,
    /** 2/host-global-object-srv/srv-version-number */
    version_number: port.versionNumber,
    /** 2/host-global-object-srv/srv-worker-id */
    worker_id: port.workerId,
    /** 2/host-global-object-srv/p1 */
    ...port.levels,
    /** 2/shared-dictionary-srv-shared-shared-dict */
    shared: createShared(port),
  };
  const srv = {};
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(srv, name, { value, writable: false, enumerable: true, configurable: false });
  }
  defineMethods(srv, {
    /** 2/host-object-operations/p2 */
    log(level: unknown, message?: unknown): void {
      resultOf(port.log(Number(level), textOrBytes(message)));
    },
  });
  return srv;
}

function createShared(port: HostGlobalPort): object {
  const shared = {};
  for (const dictionary of port.dictionaries) {
    Object.defineProperty(shared, dictionary.name, { value: createSharedDictionary(dictionary), enumerable: true });
  }
  return shared;
}

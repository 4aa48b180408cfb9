import type { HostGlobalPort } from '../port.js';
import { resultOf } from './outcome.js';
import { sealed } from './seal.js';
import { createSharedDictionary } from './shared-dict.js';
import { textOrBytes } from './text-or-bytes.js';

/** 2/host-global-object-srv/* */
export function createHostGlobal(port: HostGlobalPort): object {
  return {
    build: port.build,
    conf_file_path: port.configurationPath,
    conf_prefix: port.configurationPrefix,
    error_log_path: port.errorLogPath,
    prefix: port.prefix,
    version: port.version,
    version_number: port.versionNumber,
    worker_id: port.workerId,
    INFO: port.levels.INFO,
    WARN: port.levels.WARN,
    ERR: port.levels.ERR,
    /** 2/shared-dictionary-srv-shared-shared-dict/* */
    shared: Object.fromEntries(
      port.dictionaries.map((dictionary) => [dictionary.name, createSharedDictionary(sealed(dictionary))]),
    ),
    /** 2/host-object-operations: srv.log */
    log: (level: unknown, message: unknown) => resultOf(port.log(Number(level), textOrBytes(message))),
  };
}

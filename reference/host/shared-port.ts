import type { Configuration, ZoneDeclaration } from './configuration/configuration.js';
import { hashPort } from './hash.js';
import type { StartOptions } from './messages.js';
import type { SharedPort } from './realms/hosted.js';
import { hostVersion, hostVersionNumber, runtimeVersion, runtimeVersionNumber } from './version.js';
import { Zone } from './zones.js';

/** What every realm of a host sees alike. */
export function sharedPort(configuration: Configuration, options: StartOptions): SharedPort {
  return {
    bindings: options.bindings ?? { srv: 'srv', rt: 'rt' },
    runtime: {
      version: runtimeVersion,
      versionNumber: runtimeVersionNumber(runtimeVersion),
      memorySize: () => process.memoryUsage().rss,
    },
    process: {
      arguments: [],
      environment: [],
      pid: process.pid,
      ppid: process.ppid,
      kill: () => ({ ok: true, value: true }),
    },
    hash: hashPort,
    host: {
      build: '',
      configurationPath: configuration.file,
      configurationPrefix: configuration.configurationPrefix,
      errorLogPath: configuration.settings.errorLogs[0]?.path ?? '',
      prefix: configuration.prefix,
      version: hostVersion,
      versionNumber: hostVersionNumber(hostVersion),
      workerId: 0,
      levels: { INFO: 7, WARN: 5, ERR: 4 },
      dictionaries: (configuration.http?.zones ?? []).map(zoneOf),
    },
  };
}

function zoneOf({ name, size, type, timeout, evict }: ZoneDeclaration): Zone {
  const expiry = timeout === undefined ? {} : { timeoutMs: timeout };
  return new Zone({ name, size, type, evict, ...expiry, now: () => Math.floor(performance.now()) });
}

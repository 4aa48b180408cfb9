import type { Configuration, EnvironmentRule, ZoneDeclaration } from './configuration/configuration.js';
import { logLevels } from './configuration/configuration.js';
import type { StartOptions } from './messages.js';
import { hashPort } from './script/hash.js';
import type { SharedPort } from './script/hosted.js';
import { processPort } from './script/process-port.js';
import { documentBindings, runtimePort } from './script/runtime-port.js';
import { hostVersion, hostVersionNumber } from './version.js';
import { Zone } from './zones.js';

/** What every realm of a host sees alike. */
export function sharedPort(configuration: Configuration, options: StartOptions): SharedPort {
  const zones = new Map((configuration.http?.zones ?? []).map((zone) => [zone.name, zoneOf(zone)]));
  return {
    bindings: options.bindings ?? documentBindings,
    runtime: runtimePort(options.runtimeVersion),
    process: processPort(options.arguments ?? [], environmentOf(configuration.environment)),
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
      levels: { INFO: levelNumber('info'), WARN: levelNumber('warn'), ERR: levelNumber('error') },
      dictionaryNames: () => [...zones.keys()],
      dictionary: (name) => zones.get(name),
    },
  };
}

/** Levels are numbered from 1, the gravest. */
function levelNumber(level: (typeof logLevels)[number]): number {
  return logLevels.indexOf(level) + 1;
}

/** 3/process/process-env: what the host inherited is gone but for `TZ` and what `env` directives keep or set. */
function environmentOf(rules: readonly EnvironmentRule[]): ReadonlyMap<string, string | undefined> {
  const kept: readonly EnvironmentRule[] = [{ name: 'TZ', value: undefined }, ...rules];
  return new Map(kept.map(({ name, value }) => [name, value ?? process.env[name]]));
}

function zoneOf({ name, size, type, timeout, evict }: ZoneDeclaration): Zone {
  const expiry = timeout === undefined ? {} : { timeoutMs: timeout };
  return new Zone({ name, size, type, evict, ...expiry, now: () => Math.floor(performance.now()) });
}

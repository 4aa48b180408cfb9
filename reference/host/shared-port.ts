import type { Block } from './configuration/block.js';
import type { Configuration } from './configuration/read.js';
import { type EnvironmentRule, environment, errorLogs } from './core/directives.js';
import { levelNumber } from './core/error-log.js';
import type { StartOptions } from './messages.js';
import { hashPort } from './script/hash.js';
import type { SharedPort } from './script/hosted.js';
import { processPort } from './script/process-port.js';
import { documentBindings, runtimePort } from './script/runtime-port.js';
import { zoneDeclarations } from './scripting/directives.js';
import { hostVersion, hostVersionNumber } from './version.js';
import type { ZoneManners } from './zones/memory.js';
import { Zone } from './zones/zone.js';

/** What every realm of one protocol of a host sees alike. `protocol` is its block, which declares the shared dictionaries. */
export function sharedPort(
  configuration: Configuration,
  protocol: Block,
  manners: ZoneManners,
  options: StartOptions,
): SharedPort {
  const zones = zonesOf(protocol, manners);
  return {
    bindings: options.bindings ?? documentBindings,
    runtime: runtimePort(options.runtimeVersion),
    process: processPort(options.arguments ?? [], environmentOf(environment.of(configuration.main))),
    hash: hashPort,
    host: {
      build: '',
      configurationPath: configuration.file,
      configurationPrefix: configuration.configurationPrefix,
      errorLogPath: errorLogs.of(configuration.main)[0]?.path ?? '',
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

/** 3/process/process-env: what the host inherited is gone but for `TZ` and what `env` directives keep or set. */
function environmentOf(rules: readonly EnvironmentRule[]): ReadonlyMap<string, string | undefined> {
  const kept: readonly EnvironmentRule[] = [{ name: 'TZ', value: undefined }, ...rules];
  return new Map(kept.map(({ name, value }) => [name, value ?? process.env[name]]));
}

function zonesOf(protocol: Block, manners: ZoneManners): ReadonlyMap<string, Zone> {
  const now = () => Math.floor(performance.now());
  return new Map(
    zoneDeclarations.of(protocol).map(({ name, size, type, timeout, evict }) => {
      const expiry = timeout === undefined ? {} : { timeoutMs: timeout };
      return [name, new Zone({ name, size, type, evict, ...expiry, now, manners })];
    }),
  );
}

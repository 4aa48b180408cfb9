import { getHeapStatistics } from 'node:v8';
import type { RuntimePort } from '../port/port.js';
import type { Block } from './configuration/block.js';
import type { Configuration } from './configuration/read.js';
import { type EnvironmentRule, environment, errorLogs } from './core/directives.js';
import { levelNumber } from './core/error-log.js';
import { hashPort } from './hash.js';
import type { StartOptions } from './messages.js';
import { processPort } from './process-port.js';
import type { SharedPort } from './script/hosted.js';
import { zoneDeclarations } from './scripting/directives.js';
import { hostVersion, hostVersionNumber, runtimeVersion, runtimeVersionNumber } from './version.js';
import type { ZoneManners } from './zones/memory.js';
import { Zone } from './zones/zone.js';

/** The names of the documents. */
export const documentBindings = { srv: 'srv', rt: 'rt' } as const;

/** What scripts see as `rt`. */
export const runtimePort: RuntimePort = {
  version: runtimeVersion,
  versionNumber: runtimeVersionNumber(runtimeVersion),
  memorySize: () => getHeapStatistics().total_heap_size,
};

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
    runtime: runtimePort,
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

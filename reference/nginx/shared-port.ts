import { levelNumber } from '../host/logging/error-log.js';
import { builtInPorts } from '../host/script/built-in-ports.js';
import { processPort } from '../host/script/process-port.js';
import { documentBindings, runtimePort } from '../host/script/runtime-port.js';
import type { SharedPort } from '../host/support/realms/hosted.js';
import type { Configuration } from '../host/support/settings/configuration.js';
import { hostVersion, hostVersionNumber } from '../host/support/version.js';
import type { DictionaryPort } from '../port/shared-dict.js';
import { type EnvironmentRule, environment, errorLogsOf } from './core/directives.js';
import type { StartOptions } from './messages.js';

/** The port that every realm of one protocol of a host shares; `zones` are the shared dictionaries by their names. */
export function sharedPort(
  configuration: Configuration,
  zones: ReadonlyMap<string, DictionaryPort>,
  options: StartOptions,
): SharedPort {
  return {
    bindings: options.bindings ?? documentBindings,
    runtime: runtimePort(options.runtimeVersion),
    process: processPort(options.arguments ?? [], environmentOf(environment.of(configuration.main))),
    ...builtInPorts,
    host: {
      build: '',
      configurationPath: configuration.file,
      configurationPrefix: configuration.configurationPrefix,
      errorLogPath: errorLogsOf(configuration.main, options.errorLog)[0]?.path ?? '',
      prefix: configuration.prefix,
      version: hostVersion,
      versionNumber: hostVersionNumber(hostVersion),
      workerId: options.workerId ?? 0,
      levels: { INFO: levelNumber('info'), WARN: levelNumber('warn'), ERR: levelNumber('error') },
      dictionaryNames: () => [...zones.keys()],
      dictionary: (name) => zones.get(name),
    },
  };
}

/** 3/process/process-env: inherited variables are removed, except `TZ` and those that `env` directives keep or set. */
function environmentOf(rules: readonly EnvironmentRule[]): ReadonlyMap<string, string | undefined> {
  const kept: readonly EnvironmentRule[] = [{ name: 'TZ', value: undefined }, ...rules];
  return new Map(kept.map(({ name, value }) => [name, value ?? process.env[name]]));
}

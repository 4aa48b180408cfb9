import type { Configuration } from '../host/support/settings/configuration.js';
import { isVersionSince, newestRuntime } from '../host/support/version.js';
import { readConfiguration } from './configuration/read.js';
import type { StartOptions } from './messages.js';
import { nginx } from './modules/real-host.js';
import { modules } from './modules.js';

/** The configuration of a host's start. Throws ConfigurationError. */
export function configurationOf(options: StartOptions): Configuration {
  const { configuration: file, prefix, globals, runtimeVersion = newestRuntime } = options;
  const knows = (since: string) => isVersionSince(runtimeVersion, since);
  const { skipsUnsupported = false } = options;
  const rest = { modules, knows, real: nginx, skipsUnsupported };
  return readConfiguration({ file, prefix, ...rest, ...(globals === undefined ? {} : { globals }) });
}

import { type Configuration, readConfiguration } from './configuration/read.js';
import type { StartOptions } from './messages.js';
import { modules } from './modules.js';
import { nginx } from './modules/real-host.js';
import { isSince, newestRuntime } from '../host/support/version.js';

/** The configuration that a host is started with. Throws ConfigurationError. */
export function configurationOf(options: StartOptions): Configuration {
  const { configuration: file, prefix, globals, runtimeVersion = newestRuntime } = options;
  const knows = (since: string) => isSince(runtimeVersion, since);
  const { skipsUnsupported = false } = options;
  const rest = { modules, knows, real: nginx, skipsUnsupported };
  return readConfiguration({ file, prefix, ...rest, ...(globals === undefined ? {} : { globals }) });
}

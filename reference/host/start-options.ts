import { type Configuration, readConfiguration } from './configuration/read.js';
import type { StartOptions } from './messages.js';
import { modules } from './modules.js';
import { isSince, newestRuntime } from './version.js';

/** The configuration that a host is started with. Throws ConfigurationError. */
export function configurationOf(options: StartOptions): Configuration {
  const { configuration: file, prefix, globals, runtimeVersion = newestRuntime } = options;
  const knows = (since: string) => isSince(runtimeVersion, since);
  return readConfiguration({ file, prefix, modules, knows, ...(globals === undefined ? {} : { globals }) });
}

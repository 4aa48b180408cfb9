import type { Fetch } from './fetch.js';
import type { PortOutcome } from './outcome.js';
import type { DictionaryPort } from './shared-dict.js';

/** The host side of `srv`. */
export interface HostGlobalPort {
  readonly build: string;
  readonly configurationPath: string;
  readonly configurationPrefix: string;
  readonly errorLogPath: string;
  readonly prefix: string;
  readonly version: string;
  readonly versionNumber: number;
  readonly workerId: number;
  /** Numbers of the log levels, which scripts see as constants. */
  readonly levels: { readonly INFO: number; readonly WARN: number; readonly ERR: number };
  /** Names of the shared dictionaries, in the order of the configuration. */
  readonly dictionaryNames: () => readonly string[];
  readonly dictionary: (name: string) => DictionaryPort | undefined;
  readonly fetch: Fetch;
  readonly log: (level: number, message: string | Uint8Array) => PortOutcome<undefined>;
}

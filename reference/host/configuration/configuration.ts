import type { Place } from './error.js';
import type { Template } from './template.js';

/** All that a configuration file says, checked and inherited. */
export interface Configuration {
  readonly file: string;
  /** Folder of relative paths such as those of logs. */
  readonly prefix: string;
  /** Folder of the configuration file, of inclusions and scripts. */
  readonly configurationPrefix: string;
  readonly settings: Settings;
  readonly pidFile: string | undefined;
  readonly environment: readonly EnvironmentRule[];
  readonly workerProcesses: number;
  readonly http: HttpConfiguration | undefined;
}

/** `env NAME` keeps a variable, `env NAME=VALUE` sets it. */
export interface EnvironmentRule {
  readonly name: string;
  readonly value: string | undefined;
}

export interface HttpConfiguration {
  readonly servers: readonly ServerConfiguration[];
  readonly variables: ReadonlyMap<string, VariableDeclaration>;
  /** Names of variables that the configuration mentions: cacheable ones keep their value, and scripts may assign them. */
  readonly referenced: ReadonlySet<string>;
  readonly zones: readonly ZoneDeclaration[];
}

/** A variable that a directive created. */
export type VariableDeclaration =
  | { readonly kind: 'js_var'; readonly initial: Template | undefined }
  | { readonly kind: 'js_set'; readonly handler: string; readonly cacheable: boolean }
  | { readonly kind: 'set' }
  /** A named group of a regular expression. */
  | { readonly kind: 'capture' };

export interface ZoneDeclaration extends Place {
  readonly name: string;
  readonly size: number;
  /** Milliseconds; `undefined` when entries do not expire. */
  readonly timeout: number | undefined;
  readonly type: 'string' | 'number';
  readonly evict: boolean;
}

export interface ServerConfiguration {
  readonly listens: readonly Listen[];
  readonly names: readonly string[];
  readonly settings: Settings;
  readonly rewrite: readonly RewriteStep[];
  readonly locations: readonly Location[];
}

export type Listen =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly defaultServer: boolean }
  | { readonly kind: 'unix'; readonly path: string; readonly defaultServer: boolean };

export type LocationPattern =
  | { readonly kind: 'prefix'; readonly text: string; readonly overRegex: boolean }
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'named'; readonly name: string };

export interface Location {
  readonly pattern: LocationPattern;
  readonly internal: boolean;
  readonly settings: Settings;
  readonly rewrite: readonly RewriteStep[];
  readonly content: Content | undefined;
  readonly locations: readonly Location[];
}

/** What answers a request in a location. */
export type Content = { readonly kind: 'js_content'; readonly handler: string };

/** What the rewrite phase does, in the order written. */
export type RewriteStep =
  | { readonly kind: 'set'; readonly name: string; readonly value: Template }
  | { readonly kind: 'return'; readonly status: number; readonly text: Template | undefined };

export interface LogDestination extends Place {
  readonly path: string | 'stderr';
  readonly level: LogLevel;
}

/** Levels of the error log, the gravest first. */
export const logLevels = ['emerg', 'alert', 'crit', 'error', 'warn', 'notice', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ScriptImport extends Place {
  readonly name: string;
  readonly specifier: string;
}

/** What inner blocks inherit from outer ones. */
export interface Settings {
  readonly errorLogs: readonly LogDestination[];
  readonly defaultType: string;
  readonly types: ReadonlyMap<string, string>;
  /** Bytes; 0 for no limit. */
  readonly clientMaxBodySize: number;
  /** Bytes of a request body that are kept in memory. */
  readonly clientBodyBufferSize: number;
  readonly scriptPaths: readonly string[];
  readonly scriptImports: readonly ScriptImport[];
  /** Handler of `js_access`. */
  readonly accessHandler: string | undefined;
}

import { isAbsolute, join } from 'node:path';
import { accepted, type ConfigurationModule, listSetting, type Reading, setting } from '../configuration/directive.js';
import { ConfigurationError } from '../configuration/error.js';
import { type LogDestination, logLevels } from './error-log.js';

/** `env NAME` keeps a variable, `env NAME=VALUE` sets it. */
export interface EnvironmentRule {
  readonly name: string;
  readonly value: string | undefined;
}

const main = ['main'];
const anywhere = ['main', 'http', 'server', 'location', 'stream', 'stream server'];
const toStandardError: readonly LogDestination[] = [{ path: 'stderr', level: 'error', file: '', line: 0 }];

const noEvents = 'no "events" section in configuration';

export const workerProcesses = setting('worker_processes', main, processes, 1);
export const pidFile = setting<string | undefined>('pid', main, path, undefined);
export const environment = listSetting<EnvironmentRule>('env', main, environmentRule, []);
export const errorLogs = listSetting('error_log', anywhere, logDestination, toStandardError, { arity: [1, 2] });

/** Directives of the process as a whole. */
export const coreModule: ConfigurationModule = {
  name: 'core',
  directives: [
    workerProcesses,
    pidFile,
    environment,
    errorLogs,
    { name: 'events', contexts: main, arity: [0, 0], opens: 'events', once: true, required: noEvents },
    { name: 'load_module', contexts: main, arity: [1, 1] },
    { name: 'user', contexts: main, arity: [1, 2], once: true },
    ...accepted(main, 'daemon', 'master_process', 'worker_shutdown_timeout', 'worker_rlimit_nofile'),
    ...accepted(main, 'lock_file', 'pcre_jit'),
    ...accepted(['events'], 'worker_connections', 'use', 'multi_accept'),
  ],
};

function processes(words: readonly string[], { place }: Reading): number {
  const [count = ''] = words;
  if (count !== 'auto' && !/^[1-9]\d*$/.test(count)) throw new ConfigurationError(`invalid number "${count}"`, place);
  return count === 'auto' ? 1 : Number(count);
}

/** A path as the first word names it, relative to the prefix. */
export function path([path = '']: readonly string[], { prefix }: Reading): string {
  return isAbsolute(path) ? path : join(prefix, path);
}

function environmentRule([word = '']: readonly string[]): readonly EnvironmentRule[] {
  const equals = word.indexOf('=');
  if (equals < 0) return [{ name: word, value: undefined }];
  return [{ name: word.slice(0, equals), value: word.slice(equals + 1) }];
}

function logDestination(words: readonly string[], reading: Reading): readonly LogDestination[] {
  const [destination = '', name = 'error'] = words;
  const { file, line } = reading.place;
  const level = logLevels.find((candidate) => candidate === name);
  if (level === undefined) throw new ConfigurationError(`invalid log level "${name}"`, reading.place);
  return [{ path: destination === 'stderr' ? destination : path(words, reading), level, file, line }];
}

import { type LogDestination, logLevels } from '../../host/logging/error-log.js';
import { workerProcesses } from '../../host/support/scripting/workers.js';
import type { Block } from '../../host/support/settings/block.js';
import {
  type ConfigurationModule,
  listSetting,
  many,
  optionalSetting,
  type Statement,
} from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { path } from '../../host/support/settings/values.js';
import { processDirectives } from './process.js';

/** `env NAME` keeps a variable, `env NAME=VALUE` sets it. */
export interface EnvironmentRule {
  readonly name: string;
  readonly value: string | undefined;
}

const main = ['main'];
const anywhere = ['main', 'http', 'server', 'location', 'stream', 'stream server'];

const noEvents = 'no "events" section in configuration';
export const pidFile = optionalSetting<string>('pid', main, path);
export const environment = listSetting<EnvironmentRule>('env', main, environmentRule, []);
/** By default, errors go to the log that was used before the configuration was read. */
export const errorLogs = listSetting<LogDestination>('error_log', anywhere, logDestination, [], { arity: [1, many] });

/** The error logs of a block; `otherwise` is the log that was used before the configuration was read. */
export function errorLogsOf(block: Block, otherwise = 'stderr'): readonly LogDestination[] {
  const configured = errorLogs.of(block);
  return configured.length > 0 ? configured : [{ path: otherwise, level: 'error', file: '', line: 0 }];
}

/** Directives of the whole process. */
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
    ...processDirectives,
  ],
};

function environmentRule([word = '']: readonly string[]): readonly EnvironmentRule[] {
  const equals = word.indexOf('=');
  if (equals < 0) return [{ name: word, value: undefined }];
  return [{ name: word.slice(0, equals), value: word.slice(equals + 1) }];
}

function logDestination(words: readonly string[], reading: Statement): readonly LogDestination[] {
  const [destination = '', name = 'error', second] = words;
  const { file, line } = reading.place;
  const level = logLevels.find((candidate) => candidate === name);
  if (level === undefined) throw new ConfigurationError(`invalid log level "${name}"`, reading.place);
  if (second !== undefined) throw new ConfigurationError(`duplicate log level "${second}"`, reading.place);
  return [
    { path: destination === 'stderr' || destination === '' ? 'stderr' : path(words, reading), level, file, line },
  ];
}

import { isAbsolute, join } from 'node:path';
import { logLevels } from './configuration.js';
import type { DirectiveRule, Reading } from './directives.js';
import type { Context } from './draft.js';
import { ConfigurationError } from './error.js';

const anywhere: readonly Context[] = ['main', 'http', 'server', 'location'];
const withinHttp: readonly Context[] = ['http', 'server', 'location'];
const many = Number.POSITIVE_INFINITY;

/** Directives of the process as a whole. Those without `read` change nothing here and are accepted for real configurations. */
export const coreDirectives: Readonly<Record<string, DirectiveRule>> = {
  daemon: { contexts: ['main'], arity: [1, 1], once: true },
  master_process: { contexts: ['main'], arity: [1, 1], once: true },
  worker_processes: { contexts: ['main'], arity: [1, 1], once: true, read: workerProcesses },
  worker_shutdown_timeout: { contexts: ['main'], arity: [1, 1], once: true },
  worker_rlimit_nofile: { contexts: ['main'], arity: [1, 1], once: true },
  load_module: { contexts: ['main'], arity: [1, 1] },
  user: { contexts: ['main'], arity: [1, 2], once: true },
  pid: { contexts: ['main'], arity: [1, 1], once: true, read: pid },
  env: { contexts: ['main'], arity: [1, 1], read: environment },
  lock_file: { contexts: ['main'], arity: [1, 1], once: true },
  pcre_jit: { contexts: ['main'], arity: [1, 1], once: true },
  events: { contexts: ['main'], arity: [0, 0], opens: 'events', once: true },
  worker_connections: { contexts: ['events'], arity: [1, 1], once: true },
  use: { contexts: ['events'], arity: [1, 1], once: true },
  multi_accept: { contexts: ['events'], arity: [1, 1], once: true },
  error_log: { contexts: anywhere, arity: [1, 2], read: errorLog },
  access_log: { contexts: withinHttp, arity: [1, many] },
  log_format: { contexts: ['http'], arity: [2, many] },
  client_body_temp_path: { contexts: withinHttp, arity: [1, 4] },
  proxy_temp_path: { contexts: withinHttp, arity: [1, 4] },
  fastcgi_temp_path: { contexts: withinHttp, arity: [1, 4] },
  uwsgi_temp_path: { contexts: withinHttp, arity: [1, 4] },
  scgi_temp_path: { contexts: withinHttp, arity: [1, 4] },
  sendfile: { contexts: withinHttp, arity: [1, 1] },
  tcp_nopush: { contexts: withinHttp, arity: [1, 1] },
  tcp_nodelay: { contexts: withinHttp, arity: [1, 1] },
};

function workerProcesses({ words, place, draft }: Reading): void {
  const [count = ''] = words;
  if (count !== 'auto' && !/^[1-9]\d*$/.test(count)) throw new ConfigurationError(`invalid number "${count}"`, place);
  draft.workerProcesses = count === 'auto' ? 1 : Number(count);
}

function pid({ words, draft }: Reading): void {
  const [path = ''] = words;
  draft.pidFile = isAbsolute(path) ? path : join(draft.prefix, path);
}

function environment({ words, draft }: Reading): void {
  const [word = ''] = words;
  const equals = word.indexOf('=');
  if (equals < 0) draft.environment.push({ name: word, value: undefined });
  else draft.environment.push({ name: word.slice(0, equals), value: word.slice(equals + 1) });
}

function errorLog({ words, place, block, draft }: Reading): void {
  const [destination = '', word = 'error'] = words;
  const level = logLevels.find((candidate) => candidate === word);
  if (level === undefined) throw new ConfigurationError(`invalid log level "${word}"`, place);
  const path = destination === 'stderr' || isAbsolute(destination) ? destination : join(draft.prefix, destination);
  block.settings.errorLogs.push({ path, level, file: place.file, line: place.line });
}

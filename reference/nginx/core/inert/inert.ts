import {
  type ConfigurationModule,
  type DirectiveRule,
  many,
  type Statement,
} from '../../../host/support/settings/directive.js';
import { count, flag, milliseconds, offset, oneOf, seconds, size } from '../../../host/support/settings/values.js';
import {
  affinity,
  aio,
  connections,
  directio,
  eventMethod,
  type InertDirectives,
  openFiles,
  openLogs,
  poolSize,
  priority,
  rate,
  sessions,
  symbolicLinks,
  threads,
} from './inert-checks.js';
import { inertOfProxying } from './inert-proxying.js';

const main = ['main'];
const events = ['events'];
const http = ['http'];
const ofServer = ['http', 'server'];
const ofServers = [...ofServer, 'stream', 'stream server'];
const any = ['http', 'server', 'location'];
const anyIf = [...any, 'location if'];
const stream = ['stream'];
const anyStream = ['stream', 'stream server'];

/** Settings whose effects no script or client sees: they are checked, mentioned in the log, and otherwise ignored. */
const table: readonly InertDirectives[] = [
  { contexts: main, check: flag, names: ['pcre_jit'] },
  { contexts: main, check: milliseconds, names: ['timer_resolution'] },
  { contexts: main, check: count, names: ['worker_rlimit_nofile'] },
  { contexts: main, check: offset, names: ['worker_rlimit_core'] },
  { contexts: main, check: oneOf('stop', 'abort'), names: ['debug_points'] },
  { contexts: main, names: ['lock_file', 'working_directory', 'ssl_engine'] },
  { contexts: main, check: priority, names: ['worker_priority'] },
  { contexts: main, arity: [1, many], check: affinity, names: ['worker_cpu_affinity'] },
  { contexts: main, arity: [2, 3], check: threads, repeats: true, names: ['thread_pool'] },
  { contexts: events, check: flag, names: ['accept_mutex', 'multi_accept'] },
  { contexts: events, check: milliseconds, names: ['accept_mutex_delay'] },
  { contexts: events, check: connections, names: ['worker_connections'] },
  { contexts: events, check: eventMethod, names: ['use'] },
  { contexts: anyIf, check: flag, names: ['sendfile', 'override_charset'] },
  { contexts: any, check: flag, names: ['tcp_nopush', 'tcp_nodelay', 'aio_write', 'msie_padding', 'msie_refresh'] },
  { contexts: any, check: flag, names: ['client_body_in_single_buffer'] },
  { contexts: any, check: flag, names: ['open_file_cache_errors', 'open_file_cache_events'] },
  { contexts: any, check: size, names: ['sendfile_max_chunk', 'read_ahead', 'postpone_output', 'send_lowat'] },
  { contexts: ofServer, check: poolSize, names: ['connection_pool_size', 'request_pool_size'] },
  { contexts: any, check: aio, names: ['aio'] },
  { contexts: any, check: offset, names: ['directio_alignment'] },
  { contexts: any, check: directio, names: ['directio'] },
  { contexts: any, arity: [1, 2], check: openFiles, names: ['open_file_cache'] },
  { contexts: any, arity: [1, 4], check: openLogs, names: ['open_log_file_cache'] },
  { contexts: any, check: seconds, names: ['open_file_cache_valid'] },
  { contexts: any, check: count, names: ['open_file_cache_min_uses', 'types_hash_max_size', 'types_hash_bucket_size'] },
  { contexts: http, check: count, names: ['server_names_hash_max_size', 'server_names_hash_bucket_size'] },
  { contexts: http, check: count, names: ['variables_hash_max_size', 'variables_hash_bucket_size'] },
  { contexts: http, check: count, names: ['map_hash_max_size', 'map_hash_bucket_size'] },
  { contexts: anyIf, check: rate, names: ['limit_rate', 'limit_rate_after'] },
  { contexts: anyIf, names: ['source_charset'] },
  { contexts: http, arity: [2, 2], opens: 'list', repeats: true, names: ['charset_map'] },
  { contexts: any, arity: [1, 2], check: symbolicLinks, names: ['disable_symlinks'] },
  { contexts: ofServer, check: size, names: ['ssl_buffer_size'] },
  { contexts: ofServers, check: flag, names: ['ssl_session_tickets', 'ssl_stapling', 'ssl_stapling_verify'] },
  { contexts: ofServers, check: seconds, names: ['ssl_session_timeout'] },
  { contexts: ofServers, arity: [1, 2], check: sessions, names: ['ssl_session_cache'] },
  { contexts: ofServers, names: ['ssl_stapling_file', 'ssl_stapling_responder'] },
  { contexts: ofServers, repeats: true, names: ['ssl_session_ticket_key'] },
  ...inertOfProxying,
  { contexts: anyStream, check: flag, names: ['tcp_nodelay'] },
  { contexts: anyStream, arity: [1, 4], check: openLogs, names: ['open_log_file_cache'] },
  { contexts: stream, check: count, names: ['server_names_hash_max_size', 'server_names_hash_bucket_size'] },
  { contexts: stream, check: count, names: ['variables_hash_max_size', 'variables_hash_bucket_size'] },
  { contexts: stream, check: count, names: ['map_hash_max_size', 'map_hash_bucket_size'] },
];

/** Directives without effect here. */
export const inertModule: ConfigurationModule = { name: 'inert', directives: table.flatMap(rulesOf) };

function rulesOf({
  contexts,
  arity = [1, 1],
  check,
  repeats,
  opens,
  names,
}: InertDirectives): readonly DirectiveRule[] {
  return names.map((name) => {
    const read = (reading: Statement) => {
      check?.(reading.words, reading);
      reading.isInert();
    };
    return { name, contexts, arity, once: repeats !== true, read, ...(opens === undefined ? {} : { opens }) };
  });
}

import { existsSync } from 'node:fs';
import { scopeOf } from '../../../host/support/settings/block.js';
import { many, type Statement } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import {
  configurationPath,
  count,
  flag,
  milliseconds,
  offset,
  size,
  someOf,
  timeOf,
} from '../../../host/support/settings/values.js';
import { certificateCache, type InertDirectives, rate } from './inert-checks.js';

const any = ['http', 'server', 'location'];
const both = [...any, 'stream', 'stream server'];

const staleReasons = someOf(
  ...(['error', 'timeout', 'invalid_header', 'updating', 'http_500', 'http_502', 'http_503', 'http_504'] as const),
  ...(['http_403', 'http_404', 'http_429', 'off'] as const),
);

/** Proxy settings about caches, temporary files and sockets: nothing is cached or stored in files here. */
export const inertOfProxying: readonly InertDirectives[] = [
  { contexts: any, check: flag, names: ['proxy_socket_keepalive'] },
  { contexts: any, check: size, names: ['proxy_send_lowat'] },
  { contexts: any, check: size, names: ['proxy_max_temp_file_size', 'proxy_temp_file_write_size'] },
  { contexts: any, check: count, names: ['proxy_headers_hash_max_size', 'proxy_headers_hash_bucket_size'] },
  { contexts: any, check: rate, names: ['proxy_limit_rate'] },
  {
    contexts: any,
    check: flag,
    names: ['proxy_force_ranges', 'proxy_cache_background_update', 'proxy_cache_convert_head'],
  },
  { contexts: any, check: flag, names: ['proxy_cache_lock', 'proxy_cache_revalidate'] },
  { contexts: any, check: milliseconds, names: ['proxy_cache_lock_age', 'proxy_cache_lock_timeout'] },
  { contexts: any, check: offset, names: ['proxy_cache_max_range_offset'] },
  { contexts: any, check: count, names: ['proxy_cache_min_uses'] },
  { contexts: any, arity: [1, many], check: someOf('GET', 'HEAD', 'POST'), names: ['proxy_cache_methods'] },
  { contexts: any, arity: [1, many], check: staleReasons, names: ['proxy_cache_use_stale'] },
  { contexts: any, arity: [1, many], check: validity, repeats: true, names: ['proxy_cache_valid'] },
  { contexts: any, arity: [1, many], check: texts, repeats: true, names: ['proxy_cache_bypass', 'proxy_no_cache'] },
  { contexts: any, check: texts, names: ['proxy_cache_key', 'proxy_store'] },
  { contexts: any, arity: [1, 3], check: rights, names: ['proxy_store_access'] },
  { contexts: both, check: count, names: ['proxy_ssl_verify_depth'] },
  { contexts: both, arity: [1, 3], check: certificateCache, names: ['proxy_ssl_certificate_cache'] },
  { contexts: both, arity: [2, 2], repeats: true, names: ['proxy_ssl_conf_command'] },
  { contexts: both, names: ['proxy_ssl_crl'] },
  { contexts: both, check: passwords, names: ['proxy_ssl_password_file'] },
];

/** Statuses, and how long their responses are cached. */
function validity(words: readonly string[], { place }: Statement): void {
  const time = words.at(-1) ?? '';
  if (timeOf(time, 'seconds') === undefined) throw new ConfigurationError(`invalid time value "${time}"`, place);
  for (const status of words.slice(0, -1)) {
    if (status === 'any') continue;
    if (!/^[1-5]\d\d$/.test(status)) throw new ConfigurationError(`invalid status "${status}"`, place);
  }
}

/** Texts with variables. */
function texts(words: readonly string[], { block, place }: Statement): void {
  for (const word of words) scopeOf(block).template(word, place);
}

function rights(words: readonly string[], { place }: Statement): void {
  const wrong = words.find((word) => !/^(user|group|all):(rw|r)$/.test(word));
  if (wrong !== undefined) throw new ConfigurationError(`invalid value "${wrong}"`, place);
}

function passwords(words: readonly string[], reading: Statement): void {
  const path = configurationPath(words, reading);
  if (!existsSync(path))
    throw new ConfigurationError(`open() "${path}" failed (2: No such file or directory)`, reading.place);
}

import test from 'tape';
import { inertModule } from '../core/inert/inert.js';
import { offModule } from '../modules/real-host.js';
import { modules } from '../modules.js';
import { buildOptions, versionText } from './version-text.js';

/** nginx's modules with an option of their own, and for each a directive that only it has, with one of its contexts. */
const withOption: Readonly<Record<string, string>> = {
  http_addition_module: 'location add_before_body',
  http_auth_request_module: 'location auth_request',
  http_dav_module: 'location dav_methods',
  http_flv_module: 'location flv',
  http_gunzip_module: 'location gunzip',
  http_gzip_static_module: 'location gzip_static',
  http_mp4_module: 'location mp4',
  http_random_index_module: 'location random_index',
  http_realip_module: 'location set_real_ip_from',
  http_secure_link_module: 'location secure_link',
  http_slice_module: 'location slice',
  http_ssl_module: 'server ssl_certificate',
  http_stub_status_module: 'location stub_status',
  http_sub_module: 'location sub_filter',
  mail: 'main mail',
  stream: 'main stream',
  stream_realip_module: 'stream set_real_ip_from',
  stream_ssl_module: 'stream server ssl_certificate',
  stream_ssl_preread_module: 'stream server ssl_preread',
};

const unlessWithout: Readonly<Record<string, string>> = {
  http_access_module: 'location allow',
  http_auth_basic_module: 'location auth_basic',
  http_autoindex_module: 'location autoindex',
  http_browser_module: 'location ancient_browser',
  http_charset_module: 'location charset',
  http_empty_gif_module: 'location empty_gif',
  http_fastcgi_module: 'location fastcgi_pass',
  http_geo_module: 'http geo',
  http_grpc_module: 'location grpc_pass',
  http_gzip_module: 'location gzip',
  http_limit_conn_module: 'location limit_conn',
  http_limit_req_module: 'location limit_req',
  http_map_module: 'http map',
  http_memcached_module: 'location memcached_pass',
  http_mirror_module: 'location mirror',
  http_proxy_module: 'location proxy_pass',
  http_referer_module: 'location valid_referers',
  http_rewrite_module: 'location rewrite',
  http_scgi_module: 'location scgi_pass',
  http_split_clients_module: 'http split_clients',
  http_ssi_module: 'location ssi',
  http_upstream_hash_module: 'upstream hash',
  http_upstream_ip_hash_module: 'upstream ip_hash',
  http_upstream_keepalive_module: 'upstream keepalive',
  http_upstream_least_conn_module: 'upstream least_conn',
  http_upstream_random_module: 'upstream random',
  http_upstream_sticky_module: 'upstream sticky',
  http_upstream_zone_module: 'upstream zone',
  http_userid_module: 'location userid',
  http_uwsgi_module: 'location uwsgi_pass',
  stream_access_module: 'stream server allow',
  stream_geo_module: 'stream geo',
  stream_limit_conn_module: 'stream server limit_conn',
  stream_map_module: 'stream map',
  stream_pass_module: 'stream server pass',
  stream_return_module: 'stream server return',
  stream_set_module: 'stream server set',
  stream_split_clients_module: 'stream split_clients',
  stream_upstream_hash_module: 'stream upstream hash',
  stream_upstream_least_conn_module: 'stream upstream least_conn',
  stream_upstream_random_module: 'stream upstream random',
  stream_upstream_zone_module: 'stream upstream zone',
};

/** Directives with an effect. */
const directives = new Set(
  modules
    .filter((module) => module !== inertModule && module !== offModule)
    .flatMap((module) => module.directives)
    .flatMap(({ name, contexts }) => contexts.map((context) => `${context} ${name}`)),
);

test('-V: lists the modules whose directives the host has', (t) => {
  const has = ([, directive]: readonly [string, string]): boolean => directives.has(directive);
  t.deepEqual(
    buildOptions.filter((option) => option.startsWith('--with-')),
    Object.entries(withOption)
      .filter(has)
      .map(([name]) => `--with-${name}`),
  );
  // The cache of proxied responses has directives that are only checked.
  t.deepEqual(
    buildOptions.filter((option) => option.startsWith('--without-') && option !== '--without-http-cache'),
    Object.entries(unlessWithout)
      .filter((one) => !has(one))
      .map(([name]) => `--without-${name}`),
  );
  t.end();
});

test('-V: the lines that tools read', (t) => {
  t.match(
    versionText('srvspec/1.25.0'),
    /^nginx version: srvspec\/1\.25\.0\nbuilt with OpenSSL \d+\.\d+\.\d+\S*\nTLS SNI support enabled\nconfigure arguments: --add-module=njs /,
  );
  t.end();
});

import type { ConfigurationModule, Directive } from '../../host/support/settings/directive.js';
import type { LackingFeature, RealHost } from '../configuration/real-host.js';

/**
 * Directives of nginx that the host lacks, by the blocks that may contain them. They were tested name by name on nginx 1.31 and on Debian's
 * nginx 1.30.6 with its further modules.
 */
const directives: Readonly<Record<string, string>> = {
  events: `
    debug_connection epoll_events worker_aio_requests`,
  http: `
    fastcgi_cache_path geoip_proxy geoip_proxy_recursive http2_recv_buffer_size perl_modules perl_require perl_set
    scgi_cache_path uwsgi_cache_path xml_entities`,
  'http, server': `
    http2_body_preread_size http2_idle_timeout http2_max_concurrent_pushes http2_max_concurrent_streams
    http2_max_field_size http2_max_header_size http2_max_requests http2_pool_size http2_recv_timeout
    http2_streams_index_size http3 http3_hq http3_max_concurrent_streams http3_stream_buffer_size
    quic_active_connection_id_limit quic_gso quic_host_key quic_retry ssl_early_data`,
  'http, server, location': `
    add_after_body add_before_body addition_types ancient_browser ancient_browser_value autoindex
    autoindex_exact_size autoindex_format autoindex_localtime create_full_put_path dav_access dav_methods
    early_hints fastcgi_catch_stderr fastcgi_index fastcgi_keep_conn fastcgi_send_lowat fastcgi_split_path_info
    grpc_set_header gzip_hash gzip_no_buffer gzip_static gzip_window http2_chunk_size http2_push http2_push_preload
    image_filter_buffer image_filter_interlace image_filter_jpeg_quality image_filter_sharpen
    image_filter_transparency image_filter_webp_quality keepalive_min_timeout memcached_gzip_flag min_delete_depth
    mirror mirror_request_body modern_browser modern_browser_value mp4_buffer_size mp4_max_buffer_size
    mp4_start_key_frame postpone_gzipping slice ssi_ignore_recycled_buffers ssi_last_modified ssi_min_file_chunk
    ssi_silent_errors ssi_types ssi_value_length userid userid_domain userid_expires userid_flags userid_mark
    userid_name userid_p3p userid_path userid_service uwsgi_modifier1 uwsgi_modifier2 uwsgi_string
    xslt_last_modified xslt_param xslt_string_param xslt_types`,
  'http, server, location, location if': `
    post_action ssi`,
  'http, server, location, stream, stream server': `
    proxy_socket_rcvbuf proxy_socket_sndbuf`,
  'http, server, stream, stream server': `
    ssl_certificate_cache ssl_certificate_compression ssl_conf_command ssl_ech_file ssl_ocsp
    ssl_ocsp_cache ssl_ocsp_responder`,
  'http, stream': `
    geoip_city geoip_country geoip_org`,
  location: `
    empty_gif flv image_filter mp4 random_index xslt_stylesheet`,
  'location, limit_except': `
    perl`,
  'location, location if': `
    fastcgi_pass grpc_pass memcached_pass scgi_pass uwsgi_pass`,
  main: `
    google_perftools_profiles mail quic_bpf ssl_object_cache_inheritable`,
  'server, location': `
    referer_hash_bucket_size referer_hash_max_size valid_referers`,
  'stream, stream server': `
    proxy_downstream_buffer proxy_ssl_alpn proxy_upstream_buffer`,
  upstream: `
    sticky`,
};

/** Directives that modules for upstream servers have in common, without the name of the module. */
const ofPassing: Readonly<Record<string, string>> = {
  'fastcgi grpc memcached scgi uwsgi': `
    bind buffer_size connect_timeout next_upstream next_upstream_timeout next_upstream_tries read_timeout
    send_timeout socket_keepalive`,
  'fastcgi grpc scgi uwsgi': `
    hide_header ignore_headers intercept_errors pass_header`,
  'fastcgi scgi uwsgi': `
    buffering buffers busy_buffers_size cache cache_background_update cache_bypass cache_key cache_lock
    cache_lock_age cache_lock_timeout cache_max_range_offset cache_methods cache_min_uses cache_revalidate
    cache_use_stale cache_valid force_ranges ignore_client_abort limit_rate max_temp_file_size no_cache param
    pass_request_body pass_request_headers request_buffering store store_access temp_file_write_size`,
  'grpc uwsgi': `
    ssl_certificate ssl_certificate_cache ssl_certificate_key ssl_ciphers ssl_conf_command ssl_crl ssl_name
    ssl_password_file ssl_protocols ssl_server_name ssl_session_reuse ssl_trusted_certificate ssl_verify
    ssl_verify_depth`,
};

/** Directives without an effect that a script or a client sees, as long as the feature that they belong to is rejected. */
const unseen: readonly RegExp[] = [
  /^(?:fastcgi|grpc|memcached|scgi|uwsgi)_(?!pass$)/,
  /^http3$|^log_format$|^(?:http2|http3|quic)_(?!push)/,
  /^(?:autoindex|image_filter|mp4|ssi|userid|xslt)_(?!stylesheet$)/,
  /^(?:addition_types|create_full_put_path|dav_access|min_delete_depth|mirror_request_body)$/,
  /^(?:geoip_proxy|geoip_proxy_recursive|perl_modules|perl_require|xml_entities)$/,
  /^(?:ancient|modern)_browser(?:_value)?$/,
  /^(?:debug_connection|epoll_events|google_perftools_profiles|worker_aio_requests)$/,
  /^(?:gzip_hash|gzip_no_buffer|gzip_window|keepalive_min_timeout|postpone_gzipping)$/,
  /^(?:proxy_socket_rcvbuf|proxy_socket_sndbuf|referer_hash_bucket_size|referer_hash_max_size)$/,
  /^(?:ssl_certificate_cache|ssl_certificate_compression|ssl_object_cache_inheritable|ssl_ocsp_cache|ssl_ocsp_responder)$/,
];

const listensWithQuic = /(?:^| )(?<use>quic)(?: |$)/;
const never = () => false;
const always = () => true;

/** Skipping `listen` of a server that listens only with QUIC would make it listen on its default address. */
const listensElsewhere = (neighbours: readonly Directive[]): boolean =>
  neighbours.some(({ name, arguments: words }) => name === 'listen' && !listensWithQuic.test(words.join(' ')));

/**
 * Uses of directives that the host does not support: the blocks, a pattern for the arguments, and whether the directive can be skipped
 * among its neighbours. Messages show the group of the pattern.
 */
const uses: readonly (readonly [
  directive: string,
  where: string,
  words: RegExp,
  canSkip: (neighbours: readonly Directive[]) => boolean,
])[] = [
  // Directives that need a module are rejected themselves.
  ['load_module', 'main', /^(?<use>(?!(?:.*\/)?ngx_(?:http_js|stream_js|stream)_module\.so$).+)/, always],
  ['listen', 'server', listensWithQuic, listensElsewhere],
  // A server that is given as an address needs no resolving.
  ['server', 'upstream, stream upstream', /^(?!unix:|\[|(?:\d+\.){3}\d+[: ]).* (?<use>resolve)(?: |$)/, never],
  ['server', 'upstream, stream upstream', / (?<use>route=\S+|drain|service=\S+)(?: |$)/, never],
  ['proxy_http_version', 'http, server, location', /^(?<use>2)$/, never],
  ['access_log', 'http, server, location, location if, limit_except, stream, stream server', /^(?<use>syslog:)/, never],
  ['error_log', 'main, http, server, location, stream, stream server', /^(?<use>syslog:)/, never],
];

function lackingUse(
  { name, arguments: words }: Directive,
  context: string,
  neighbours: readonly Directive[],
): LackingFeature | undefined {
  for (const [directive, where, pattern, canSkip] of uses) {
    if (directive !== name || !where.split(', ').includes(context)) continue;
    const { use } = pattern.exec(words.join(' '))?.groups ?? {};
    if (use !== undefined) return { text: `\`${use}\` of nginx's \`${name}\``, canSkip: canSkip(neighbours) };
  }
  return undefined;
}

/** Variables of nginx that the host lacks. */
const variables: Readonly<Record<string, string>> = {
  http: `
    ancient_browser date_gmt date_local fastcgi_path_info fastcgi_script_name geoip_area_code geoip_city
    geoip_city_continent_code geoip_city_country_code geoip_city_country_code3 geoip_city_country_name geoip_country_code
    geoip_country_code3 geoip_country_name geoip_dma_code geoip_latitude geoip_longitude geoip_org geoip_postal_code
    geoip_region geoip_region_name http3 memcached_key modern_browser msie proxy_add_via quic slice_range ssl_early_data
    uid_got uid_reset uid_set`,
  stream: `
    ssl_ciphers ssl_client_sigalg ssl_curve ssl_curves ssl_ech_outer_server_name ssl_ech_status ssl_session_id ssl_sigalg
    ssl_sigalgs`,
};

const wordsOf = (text = '') => text.trim().split(/\s+/);

const contexts = new Map<string, string[]>();
const add = (where: string, names: readonly string[]) => {
  for (const name of names) contexts.set(name, [...(contexts.get(name) ?? []), ...where.split(', ')]);
};
for (const [where, names] of Object.entries(directives)) add(where, wordsOf(names));
for (const [modules, names] of Object.entries(ofPassing))
  for (const module of wordsOf(modules)) {
    const all = wordsOf(names).map((name) => `${module}_${name}`);
    add('http, server, location', all);
  }

/** Features of nginx that are off by default. Switching them off is accepted. */
const switches = wordsOf('autoindex create_full_put_path dav_methods gzip_static mirror random_index ssi userid');
const isOff = ({ name, arguments: words }: Directive) => switches.includes(name) && words.join(' ') === 'off';

/** The directives with which configurations switch off features that the host lacks. */
export const offModule: ConfigurationModule = {
  name: 'off',
  directives: switches.map((name) => ({ name, contexts: contexts.get(name) ?? [], arity: [1, 1], once: true })),
};

/** The features of nginx. */
export const nginx: RealHost = {
  contextsOf: (directive) => contexts.get(directive),
  lacking: (directive, context, neighbours) => {
    const { name } = directive;
    if (isOff(directive)) return undefined;
    if (contexts.get(name)?.includes(context) === true)
      return { text: `nginx's \`${name}\``, canSkip: unseen.some((pattern) => pattern.test(name)) };
    return lackingUse(directive, context, neighbours);
  },
  hasVariable: (context, variable) => wordsOf(variables[context]).includes(variable),
};

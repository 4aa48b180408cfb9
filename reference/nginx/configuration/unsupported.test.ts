import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { nginx, offModule } from '../modules/real-host.js';
import { modules } from '../modules.js';
import { notesOf } from '../notes.js';
import { configurationOf } from '../start-options.js';

/** The host's complaints or notes about a configuration. */
function messages(t: Test, text: string, skipsUnsupported = false): readonly string[] {
  const prefix = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(prefix, { recursive: true, force: true }));
  writeFileSync(join(prefix, 'host.conf'), text);
  writeFileSync(join(prefix, 'more.conf'), '\nmirror /more;\n');
  const bare = (message: string) => message.replace(`${prefix}/`, '');
  try {
    const configuration = configurationOf({ configuration: 'host.conf', prefix, skipsUnsupported });
    return notesOf(configuration).map(({ level, message }) => `${level}: ${bare(message)}`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.complaints.map(bare);
  }
}

const nginxs = (name: string, directive?: string) =>
  directive === undefined ? `nginx's \`${name}\`` : `\`${name}\` of nginx's \`${directive}\``;
const lacks = (name: string, place: string, directive?: string) =>
  `${nginxs(name, directive)}, which srvspec does not have in ${place}`;
const canSkip = (name: string, place: string, directive?: string) =>
  `${nginxs(name, directive)}, which srvspec does not have (--skip-unsupported skips it) in ${place}`;

const site = `events {
debug_connection 10.0.0.1;
}
http {
gzip_hash 4k; http2_chunk_size 8k;
more_set_headers "Server: x";
server { autoindex on;
location / { include more.conf; fastcgi_pass 127.0.0.1:9000; }
}
}
stream { upstream u { server 127.0.0.1:1; nonsense; }
server { listen 127.0.0.1:1; proxy_ssl_alpn a; }
}
mail { server { listen 25; } }
`;

test('unsupported directives: all of them are reported at once, each with its line', (t) => {
  const seen = [
    'unknown directive "more_set_headers" in host.conf:6',
    lacks('autoindex', 'host.conf:7'),
    lacks('mirror', 'more.conf:2'),
    lacks('fastcgi_pass', 'host.conf:8'),
    'unknown directive "nonsense" in host.conf:11',
    lacks('proxy_ssl_alpn', 'host.conf:12'),
    lacks('mail', 'host.conf:14'),
  ];
  const unseen = [
    canSkip('debug_connection', 'host.conf:2'),
    canSkip('gzip_hash', 'host.conf:5'),
    canSkip('http2_chunk_size', 'host.conf:5'),
  ];
  t.deepEqual(messages(t, site), [...unseen, ...seen]);
  t.deepEqual(messages(t, site, true), seen, 'a visible directive is not skipped');
  t.end();
});

test('unsupported directives: invisible ones are skipped, with a note for each', (t) => {
  const text = 'events {}\nhttp {\nfastcgi_buffers 16 16k; gzip_hash 4k;\nserver { keepalive_min_timeout 1s; } }';
  t.deepEqual(messages(t, text, true), [
    "notice: nginx's `fastcgi_buffers` is skipped in host.conf:3",
    "notice: nginx's `gzip_hash` is skipped in host.conf:3",
    "notice: nginx's `keepalive_min_timeout` is skipped in host.conf:4",
  ]);
  t.end();
});

test('unsupported directives: the message for each kind of name', (t) => {
  const rows: readonly (readonly [directive: string, complaint: string])[] = [
    ['fastcgi_pas x;', 'unknown directive "fastcgi_pas"'],
    ['sub_filer a b;', 'unknown directive "sub_filer", did you mean "sub_filter"?'],
    ['proxypass x;', 'unknown directive "proxypass", did you mean "proxy_pass"?'],
    ['gzip_tpyes x;', 'unknown directive "gzip_tpyes", did you mean "gzip_types"?'],
    ['json_set x;', 'unknown directive "json_set"'],
    ['limit_zone x;', 'unknown directive "limit_zone"'],
    ['ajp_buffer_size 4k;', 'unknown directive "ajp_buffer_size"'],
    ['fastcgi_cache_path x;', '"fastcgi_cache_path" directive is not allowed here'],
    ['mirror { }', "nginx's `mirror`, which srvspec does not have"],
    ['listen 1;', '"listen" directive is not allowed here'],
  ];
  for (const [directive, complaint] of rows)
    t.deepEqual(messages(t, `events {}\nhttp { server { location / {\n${directive}\n} } }`), [
      `${complaint} in host.conf:3`,
    ]);
  t.deepEqual(
    messages(t, 'events {}\nserver_name x;\nhttp { mirror /m; }'),
    ['"server_name" directive is not allowed here in host.conf:2'],
    'an earlier mistake is reported first',
  );
  t.end();
});

test('unsupported uses of directives: like unsupported directives', (t) => {
  const text = `events {}
error_log syslog:server=127.0.0.1;
load_module modules/ngx_http_geoip_module.so; load_module modules/ngx_http_js_module.so;
http {
upstream u { server example.org resolve; server 127.0.0.1:1 resolve; server 127.0.0.1:2 route=a; }
server { listen 127.0.0.1:1 quic reuseport; listen 127.0.0.1:1; access_log syslog:server=127.0.0.1; }
server { listen 127.0.0.1:2 quic; proxy_http_version 2; }
}
stream { log_format s $status; access_log syslog:server=127.0.0.1 s; server { listen 127.0.0.1:3 udp; return x; } }
`;
  const seen = [
    lacks('syslog:', 'host.conf:2', 'error_log'),
    lacks('resolve', 'host.conf:5', 'server'),
    lacks('route=a', 'host.conf:5', 'server'),
    lacks('syslog:', 'host.conf:6', 'access_log'),
    lacks('quic', 'host.conf:7', 'listen'),
    lacks('2', 'host.conf:7', 'proxy_http_version'),
    lacks('syslog:', 'host.conf:9', 'access_log'),
  ];
  const unseen = [
    canSkip('modules/ngx_http_geoip_module.so', 'host.conf:3', 'load_module'),
    canSkip('quic', 'host.conf:6', 'listen'),
  ];
  t.deepEqual([...messages(t, text)].sort(), [...unseen, ...seen].sort());
  t.deepEqual(messages(t, text, true), seen, 'a visible use is not skipped');
  t.end();
});

test('unsupported directives: the host has none of them', (t) => {
  const both = modules
    .filter((module) => module !== offModule)
    .flatMap(({ directives }) => directives)
    .flatMap(({ name, contexts }) => contexts.map((context) => ({ name, context })))
    .filter(({ name, context }) => nginx.contextsOf(name)?.includes(context));
  t.deepEqual(both, []);
  t.end();
});

test('unsupported directives: switching them off is accepted', (t) => {
  const text = (directives: string) => `events {} http { server { location / { ${directives} } } }`;
  t.deepEqual(
    messages(t, text('autoindex off; ssi off; mirror off; gzip_static off; dav_methods off; userid off;')),
    [],
  );
  t.deepEqual(messages(t, text('autoindex on; ssi off;')), [lacks('autoindex', 'host.conf:1')]);
  t.deepEqual(messages(t, text('dav_methods off PUT;')), [lacks('dav_methods', 'host.conf:1')]);
  t.deepEqual(messages(t, text('ssi off; ssi off;')), ['"ssi" directive is duplicate in host.conf:1']);
  t.deepEqual(messages(t, 'events {} autoindex off;'), ['"autoindex" directive is not allowed here in host.conf:1']);
  t.end();
});

test('unsupported variables: all of them are reported at once', (t) => {
  const text = 'events {}\nhttp { server {\nset $a $geoip_city;\nset $b $nothing; set $c $uid_got; } }';
  t.deepEqual(messages(t, text), [
    "nginx's variable `$geoip_city`, which srvspec does not have in host.conf:3",
    'unknown "nothing" variable in host.conf:4',
    "nginx's variable `$uid_got`, which srvspec does not have in host.conf:4",
  ]);
  t.end();
});

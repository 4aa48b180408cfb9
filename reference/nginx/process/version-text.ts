import type { ProgramDefaults } from './program-defaults.js';

/** nginx's optional modules that the host always has. */
const added: readonly string[] = [
  ...['http_auth_request_module', 'http_gunzip_module', 'http_realip_module', 'http_secure_link_module'],
  ...['http_ssl_module', 'http_stub_status_module', 'http_sub_module'],
  ...['stream', 'stream_realip_module', 'stream_ssl_module', 'stream_ssl_preread_module'],
];

/** nginx's default modules that the host lacks. */
const lacking: readonly string[] = [
  ...['http-cache', 'http_autoindex_module', 'http_browser_module', 'http_empty_gif_module'],
  ...['http_fastcgi_module', 'http_grpc_module', 'http_memcached_module', 'http_mirror_module'],
  ...[
    'http_referer_module',
    'http_scgi_module',
    'http_ssi_module',
    'http_upstream_sticky_module',
    'http_userid_module',
  ],
  'http_uwsgi_module',
];

/** Options of nginx's `configure` that describe the host. */
export const buildOptions: readonly string[] = [
  '--add-module=njs',
  ...added.map((name) => `--with-${name}`),
  ...lacking.map((name) => `--without-${name}`),
];

/** The answer to `-V` in nginx's form, from which tools read what is compiled in. */
export function versionText(serverName: string): string {
  return [
    `nginx version: ${serverName}`,
    `built with OpenSSL ${process.versions.openssl}`,
    'TLS SNI support enabled',
    `configure arguments: ${buildOptions.join(' ')}`,
  ].join('\n');
}

/** The help text of `-h`. */
export function helpText({ prefix, errorLog, configuration }: ProgramDefaults): string {
  const lines = [
    '-?, -h        this text',
    '-v            the version',
    '-V            the version, and what is built in',
    '-t            tests the configuration and exits',
    '-T            tests the configuration, prints it and exits',
    '-q            prints only errors while testing',
    '-s SIGNAL     sends a command to the running host: stop, quit, reopen or reload',
    `-p PREFIX     folder that relative paths start from (default: ${prefix})`,
    `-e FILE       error log until the configuration is read (default: ${errorLog ?? 'stderr'})`,
    `-c FILE       configuration file (default: ${configuration ?? 'none'})`,
    '-g TEXT       directives to put before those of the configuration',
    '--watch       reloads changed files',
    '--skip-unsupported  skips directives of nginx that are not built in and have no visible effect',
    '--srv NAME, --rt NAME, --runtime-version V: see `srvspec help serve`',
  ];
  return `${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

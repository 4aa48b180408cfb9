import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type Test } from 'tape';
import type { Configuration, HttpConfiguration } from './configuration.js';
import { ConfigurationError } from './error.js';
import { readConfiguration } from './read.js';

function read(t: Test, text: string, others: Readonly<Record<string, string>> = {}): Configuration {
  const prefix = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(prefix, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ 'conf/host.conf': text, ...others })) {
    mkdirSync(dirname(join(prefix, name)), { recursive: true });
    writeFileSync(join(prefix, name), content);
  }
  return readConfiguration({ file: 'conf/host.conf', prefix });
}

function readHttp(t: Test, text: string): HttpConfiguration {
  const { http } = read(t, `events {}\nhttp {\n${text}\n}`);
  if (http === undefined) throw new Error('no http block was read');
  return http;
}

/** The complaint about a configuration, as `message at file:line`. */
function complaint(t: Test, text: string, others: Readonly<Record<string, string>> = {}): string {
  try {
    read(t, text, others);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return `${error.message} at ${error.file.split('/').at(-1)}:${error.line}`;
  }
}

test('a configuration: what a real one holds is accepted', (t) => {
  const { prefix, configurationPrefix, file, ...rest } = read(
    t,
    `user nobody;
     daemon off; master_process off; worker_processes 2;
     load_module modules/http_js.so;
     error_log logs/e.log warn; pid logs/host.pid;
     env A; env B=1;
     events { worker_connections 512; }
     http { access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; }`,
  );
  t.equal(file, join(configurationPrefix, 'host.conf'));
  t.equal(configurationPrefix, join(prefix, 'conf/'));
  t.equal(rest.workerProcesses, 2);
  t.equal(rest.pidFile, join(prefix, 'logs/host.pid'));
  t.deepEqual(rest.environment, [
    { name: 'A', value: undefined },
    { name: 'B', value: '1' },
  ]);
  t.deepEqual(
    rest.settings.errorLogs.map(({ path, level }) => [path, level]),
    [[join(prefix, 'logs/e.log'), 'warn']],
  );
  t.end();
});

test('a configuration: words, quotes, escapes and comments', (t) => {
  const { servers } = readHttp(
    t,
    `server { # a comment; with { punctuation }
       location /a { return 200 "double \\"quoted\\" \\\\ \\t; {}"; }
       location /b { return 200 'single \\'quoted\\'
and a line'; }
       location "/c d" { return 200 bare#word\\;x; }
     }`,
  );
  const texts = servers[0]?.locations.map(({ pattern, rewrite: [step] }) => [
    pattern.kind === 'prefix' ? pattern.text : '',
    step?.kind === 'return' ? step.text : undefined,
  ]);
  t.deepEqual(texts, [
    ['/a', [{ kind: 'literal', octets: 'double "quoted" \\ \t; {}' }]],
    ['/b', [{ kind: 'literal', octets: "single 'quoted'\nand a line" }]],
    ['/c d', [{ kind: 'literal', octets: 'bare#word\\;x' }]],
  ]);
  t.end();
});

test('a configuration: values are split at variables', (t) => {
  const { servers, referenced } = readHttp(t, `server { set $x "a$uri-\${arg_b}c$1"; }`);
  t.deepEqual(servers[0]?.rewrite, [
    {
      kind: 'set',
      name: 'x',
      value: [
        { kind: 'literal', octets: 'a' },
        { kind: 'variable', name: 'uri' },
        { kind: 'literal', octets: '-' },
        { kind: 'variable', name: 'arg_b' },
        { kind: 'literal', octets: 'c' },
        { kind: 'variable', name: '1' },
      ],
    },
  ]);
  t.deepEqual([...referenced].sort(), ['1', 'arg_b', 'uri', 'x']);
  t.end();
});

test('a configuration: inner blocks inherit, also from what stands behind them', (t) => {
  const { servers } = readHttp(
    t,
    `js_import a.js;
     server {
       location /one { client_max_body_size 5k; js_import b from x/b.js; }
       location /two { location /two/three { default_type a/b; } }
       client_max_body_size 2m;
     }
     js_path lib; client_body_buffer_size 8k;`,
  );
  const [one, two] = servers[0]?.locations ?? [];
  const three = two?.locations[0];
  const names = (location: typeof one) =>
    location?.settings.scriptImports.map(({ name, specifier }) => [name, specifier]);
  t.equal(one?.settings.clientMaxBodySize, 5 * 1024);
  t.equal(three?.settings.clientMaxBodySize, 2 * 1024 ** 2);
  t.equal(three?.settings.clientBodyBufferSize, 8 * 1024);
  t.equal(three?.settings.defaultType, 'a/b');
  t.equal(two?.settings.defaultType, 'text/plain');
  t.deepEqual(three?.settings.scriptPaths, ['lib']);
  t.deepEqual(names(one), [
    ['a', 'a.js'],
    ['b', 'x/b.js'],
  ]);
  t.deepEqual(names(two), [['a', 'a.js']]);
  t.end();
});

test('a configuration: files are included in their place', (t) => {
  const { http } = read(t, 'events {} http { include sites/*.conf; }', {
    'conf/sites/2.conf': 'server { server_name two; }',
    'conf/sites/1.conf': 'server { server_name One; }',
    'conf/sites/.hidden.conf': 'nonsense',
  });
  t.deepEqual(
    http?.servers.map(({ names }) => names),
    [['one'], ['two']],
  );
  const wrong = complaint(t, 'events {}\ninclude more.conf;', { 'conf/more.conf': '\n\nnonsense on;' });
  t.equal(wrong, 'unknown directive "nonsense" at more.conf:3');
  t.match(complaint(t, 'events {}\ninclude absent.conf;'), /^cannot read .* at host.conf:2$/);
  t.end();
});

test('a configuration: listening addresses', (t) => {
  const { servers } = readHttp(
    t,
    'server { listen 8080; listen 127.0.0.1:0 default_server; listen [::1]:81; listen localhost; listen unix:/tmp/s; }',
  );
  t.deepEqual(servers[0]?.listens, [
    { kind: 'tcp', host: '0.0.0.0', port: 8080, defaultServer: false },
    { kind: 'tcp', host: '127.0.0.1', port: 0, defaultServer: true },
    { kind: 'tcp', host: '::1', port: 81, defaultServer: false },
    { kind: 'tcp', host: 'localhost', port: 80, defaultServer: false },
    { kind: 'unix', path: '/tmp/s', defaultServer: false },
  ]);
  t.end();
});

test('a configuration: shared dictionary zones', (t) => {
  const { zones } = readHttp(
    t,
    `js_shared_dict_zone zone=a:32k;
     js_shared_dict_zone zone=b:1M timeout=1m30s type=number evict;
     js_shared_dict_zone timeout=500ms zone=c:64k;`,
  );
  t.deepEqual(
    zones.map(({ name, size, timeout, type, evict }) => [name, size, timeout, type, evict]),
    [
      ['a', 32768, undefined, 'string', false],
      ['b', 1048576, 90_000, 'number', true],
      ['c', 65536, 500, 'string', false],
    ],
  );
  t.end();
});

const inHttp = (text: string) => `events {}\nhttp {\n${text}\n}`;

/** Configurations that are refused, and the complaint with its place. */
const refused: readonly (readonly [string, string])[] = [
  ['http {}', 'no "events" section in configuration at host.conf:0'],
  ['events {}\nnonsense;', 'unknown directive "nonsense" at host.conf:2'],
  ['events {}\nlisten 80;', '"listen" directive is not allowed here at host.conf:2'],
  ['events {}\npid;', 'invalid number of arguments in "pid" directive at host.conf:2'],
  ['events {}\npid a b;', 'invalid number of arguments in "pid" directive at host.conf:2'],
  ['events {}\npid a;\npid b;', '"pid" directive is duplicate at host.conf:3'],
  ['events {}\npid a {}', 'directive "pid" is not terminated by ";" at host.conf:2'],
  ['events {}\nhttp;', 'directive "http" has no opening "{" at host.conf:2'],
  ['events {}\n}', 'unexpected "}" at host.conf:2'],
  ['events {}\n;', 'unexpected ";" at host.conf:2'],
  ['events {\n\n', 'unexpected end of file, expecting "}" at host.conf:1'],
  ['events {}\npid a', 'unexpected end of file, expecting ";" or "}" at host.conf:2'],
  ['events {}\npid "a', 'unexpected end of file in a quoted word at host.conf:2'],
  ['events {}\npid "a"b;', 'unexpected "b" at host.conf:2'],
  ['events {}\nerror_log x loud;', 'invalid log level "loud" at host.conf:2'],
  ['events {}\nworker_processes many;', 'invalid number "many" at host.conf:2'],
  [inHttp('server { listen 70000; }'), 'invalid port in "70000" of the "listen" directive at host.conf:3'],
  [inHttp('server { listen 80 fast; }'), 'invalid parameter "fast" at host.conf:3'],
  [inHttp('server { location ? /a {} }'), 'invalid location modifier "?" at host.conf:3'],
  [
    inHttp('server { location = /a { location /b {} } }'),
    'a location cannot be inside an exact or named location at host.conf:3',
  ],
  [
    inHttp('server { location /a { location @b {} } }'),
    'a named location can be on the server level only at host.conf:3',
  ],
  [inHttp('server { return x; }'), 'invalid return code "x" at host.conf:3'],
  [inHttp('server { return 200 $nope; }'), 'unknown "nope" variable at host.conf:3'],
  [inHttp('server { return 200 $; }'), 'invalid variable name at host.conf:3'],
  [inHttp('server { set x 1; }'), 'invalid variable name "x" at host.conf:3'],
  [inHttp('server { set $uri 1; }'), 'the duplicate "uri" variable at host.conf:3'],
  [inHttp('js_var $a;\njs_set $a m.f;'), 'the duplicate "a" variable at host.conf:4'],
  [inHttp('js_set $a m.f now;'), 'invalid parameter "now" at host.conf:3'],
  [inHttp('js_import a of b.js;'), 'invalid parameter "of" at host.conf:3'],
  [inHttp('js_import a-b.js;'), 'cannot extract export name from file path "a-b.js" at host.conf:3'],
  [inHttp('js_import a.js;\njs_import a from c.js;'), 'the duplicate "a" import at host.conf:4'],
  [inHttp('client_max_body_size big;'), 'invalid value "big" at host.conf:3'],
  [inHttp('js_shared_dict_zone type=string;'), '"zone" parameter is missing at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a;'), 'invalid zone "a" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:1k;'), 'zone "a" is too small at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k type=blob;'), 'invalid parameter "type=blob" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k timeout=soon;'), 'invalid timeout "soon" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k evict;'), '"evict" requires "timeout" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k;\njs_shared_dict_zone zone=a:32k;'), 'duplicate zone "a" at host.conf:4'],
];

test('a configuration: what is refused, with file and line', (t) => {
  for (const [text, wanted] of refused) t.equal(complaint(t, text), wanted, JSON.stringify(text));
  t.match(complaint(t, inHttp('server { location ~ "(" {} }')), /^Invalid regular expression: .* at host.conf:3$/);
  t.end();
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { type Test } from 'tape';
import { clientBodyBufferSize, clientMaxBodySize } from '../../host/http/body/settings.js';
import { scriptImports, scriptPaths, zoneDeclarations } from '../../host/support/scripting/directives.js';
import { workerProcesses } from '../../host/support/scripting/workers.js';
import { type Block, scopeOf } from '../../host/support/settings/block.js';
import type { Configuration } from '../../host/support/settings/configuration.js';
import { type ConfigurationModule, setting } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { word } from '../../host/support/settings/values.js';
import { environment, errorLogs, pidFile } from '../core/directives.js';
import { modules } from '../modules.js';
import { rewriteSteps } from '../rewrite/steps.js';
import { locationPattern } from '../servers/location-pattern.js';
import { serverNames } from '../servers/names.js';
import { listens } from '../servers/servers.js';
import { defaultType } from '../static/types.js';
import { type ReadOptions, readConfiguration } from './read.js';

function read(
  t: Test,
  text: string,
  others: Readonly<Record<string, string>> = {},
  options: Partial<ReadOptions> = {},
): Configuration {
  const prefix = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(prefix, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ 'conf/host.conf': text, ...others })) {
    mkdirSync(dirname(join(prefix, name)), { recursive: true });
    writeFileSync(join(prefix, name), content);
  }
  return readConfiguration({ file: 'conf/host.conf', prefix, modules, ...options });
}

function readHttp(t: Test, text: string): Block {
  return only(read(t, `events {}\nhttp {\n${text}\n}`).main, 'http');
}

/** The one block of a kind inside another. */
function only(block: Block, context: string): Block {
  const [found, ...more] = block.inner(context);
  if (found === undefined || more.length > 0) throw new Error(`there are ${more.length} blocks "${context}" too many`);
  return found;
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

test('a configuration: the directives of real ones are accepted', (t) => {
  const { prefix, configurationPrefix, file, main } = read(
    t,
    `user nobody;
     daemon off; master_process off; worker_processes 2;
     load_module modules/ngx_http_js_module.so;
     error_log logs/e.log warn; pid logs/host.pid;
     env A; env B=1;
     events { worker_connections 512; }
     http { access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; }`,
  );
  t.equal(file, join(configurationPrefix, 'host.conf'));
  t.equal(configurationPrefix, join(prefix, 'conf/'));
  t.equal(workerProcesses.of(main), 2);
  t.equal(pidFile.of(main), join(prefix, 'logs/host.pid'));
  t.deepEqual(environment.of(main), [
    { name: 'A', value: undefined },
    { name: 'B', value: '1' },
  ]);
  t.deepEqual(
    errorLogs.of(main).map(({ path, level }) => [path, level]),
    [[join(prefix, 'logs/e.log'), 'warn']],
  );
  t.end();
});

test('a configuration: words, quotes, escapes and comments', (t) => {
  const http = readHttp(
    t,
    `server { # a comment; with { punctuation }
       location /a { return 200 "double \\"quoted\\" \\\\ \\t; {}"; }
       location /b { return 200 'single \\'quoted\\'
and a line'; }
       location "/c d" { return 200 bare#word\\;x; }
     }`,
  );
  const texts = only(http, 'server')
    .inner('location')
    .map((location) => {
      const pattern = locationPattern.of(location);
      const [step] = rewriteSteps.of(location);
      return [pattern?.kind === 'prefix' ? pattern.text : '', step?.kind === 'return' ? step.text : undefined];
    });
  t.deepEqual(texts, [
    ['/a', [{ kind: 'literal', bytes: 'double "quoted" \\ \t; {}' }]],
    ['/b', [{ kind: 'literal', bytes: "single 'quoted'\nand a line" }]],
    ['/c d', [{ kind: 'literal', bytes: 'bare#word\\;x' }]],
  ]);
  t.end();
});

test('a configuration: values are split at variables', (t) => {
  const server = only(readHttp(t, `server { set $x "a$uri-\${arg_b}c$1"; }`), 'server');
  t.deepEqual(rewriteSteps.of(server), [
    {
      kind: 'set',
      name: 'x',
      value: [
        { kind: 'literal', bytes: 'a' },
        { kind: 'variable', name: 'uri' },
        { kind: 'literal', bytes: '-' },
        { kind: 'variable', name: 'arg_b' },
        { kind: 'literal', bytes: 'c' },
        { kind: 'variable', name: '1' },
      ],
    },
  ]);
  const referenced = ['1', 'arg_b', 'uri', 'x', 'arg_c'].filter((name) => scopeOf(server).isReferenced(name));
  t.deepEqual(referenced, ['1', 'arg_b', 'uri', 'x']);
  t.end();
});

test('a configuration: inner blocks inherit, also from directives after them', (t) => {
  const http = readHttp(
    t,
    `js_import a.js;
     server {
       location /one { client_max_body_size 5k; js_import b from x/b.js; }
       location /two { location /two/three { default_type a/b; js_path more; } }
       client_max_body_size 2m;
     }
     js_path lib; client_body_buffer_size 8k;`,
  );
  const [one, two] = only(http, 'server').inner('location');
  if (one === undefined || two === undefined) throw new Error('locations are missing');
  const three = only(two, 'location');
  const names = (location: Block) => scriptImports.of(location).map(({ name, specifier }) => [name, specifier]);
  t.equal(clientMaxBodySize.of(one), 5 * 1024);
  t.equal(clientMaxBodySize.of(three), 2 * 1024 ** 2);
  t.equal(clientBodyBufferSize.of(three), 8 * 1024);
  t.equal(defaultType.of(three), 'a/b');
  t.equal(defaultType.of(two), 'text/plain');
  t.deepEqual(
    scriptPaths.of(three).map((path) => basename(path)),
    ['lib', 'more'],
  );
  t.deepEqual(names(one), [
    ['a', 'a.js'],
    ['b', 'x/b.js'],
  ]);
  t.deepEqual(names(two), [['a', 'a.js']]);
  t.end();
});

test('a configuration: files are included in their place', (t) => {
  const { main } = read(t, 'events {} http { include sites/*.conf; }', {
    'conf/sites/2.conf': 'server { server_name two; }',
    'conf/sites/1.conf': 'server { server_name One; }',
    'conf/sites/.hidden.conf': 'nonsense',
  });
  t.deepEqual(
    only(main, 'http')
      .inner('server')
      .map((server) => serverNames.of(server)),
    [['one'], ['two']],
  );
  const wrong = complaint(t, 'events {}\ninclude more.conf;', { 'conf/more.conf': '\n\nnonsense on;' });
  t.equal(wrong, 'unknown directive "nonsense" at more.conf:3');
  t.match(
    complaint(t, 'events {}\ninclude absent.conf;'),
    /^open\(\) ".*absent.conf" failed \(2: No such file or directory\) at host.conf:2$/,
  );
  t.match(complaint(t, 'events {}\ninclude *.conf;'), /^".*host.conf" includes itself at host.conf:/);
  t.end();
});

test('a configuration: listening addresses', (t) => {
  const http = readHttp(
    t,
    'server { listen 8080; listen 127.0.0.1:0 default_server; listen [::1]:81; listen localhost; listen unix:/tmp/s; }',
  );
  const configured = listens.of(only(http, 'server')).map((listen) => {
    const { defaultServer } = listen;
    return listen.kind === 'tcp'
      ? { kind: 'tcp', host: listen.host, port: listen.port, defaultServer }
      : { kind: 'unix', path: listen.path, defaultServer };
  });
  t.deepEqual(configured, [
    { kind: 'tcp', host: '0.0.0.0', port: 8080, defaultServer: false },
    { kind: 'tcp', host: '127.0.0.1', port: 0, defaultServer: true },
    { kind: 'tcp', host: '::1', port: 81, defaultServer: false },
    { kind: 'tcp', host: 'localhost', port: 80, defaultServer: false },
    { kind: 'unix', path: '/tmp/s', defaultServer: false },
  ]);
  t.end();
});

test('a configuration: shared dictionary zones', (t) => {
  const http = readHttp(
    t,
    `js_shared_dict_zone zone=a:32k;
     js_shared_dict_zone zone=b:1M timeout=1m30s type=number evict;
     js_shared_dict_zone timeout=500ms zone=c:64k;
     js_shared_dict_zone zone=d:32k timeout=0;`,
  );
  t.deepEqual(
    zoneDeclarations.of(http).map(({ name, size, timeout, type, evict }) => [name, size, timeout, type, evict]),
    [
      ['a', 32768, undefined, 'string', false],
      ['b', 1048576, 90_000, 'number', true],
      ['c', 65536, 500, 'string', false],
      ['d', 32768, undefined, 'string', false],
    ],
  );
  t.end();
});

const inHttp = (text: string) => `events {}\nhttp {\n${text}\n}`;

/** Rejected configurations, and the complaint with its position. */
const refused: readonly (readonly [string, string])[] = [
  ['http {}', 'no "events" section in configuration at host.conf:0'],
  ['events {}\nnonsense;', 'unknown directive "nonsense" at host.conf:2'],
  ['events {}\nload_modul x;', 'unknown directive "load_modul", did you mean "load_module"? at host.conf:2'],
  ['events {}\nlisten 80;', '"listen" directive is not allowed here at host.conf:2'],
  ['events {}\npid;', 'invalid number of arguments in "pid" directive at host.conf:2'],
  ['events {}\npid a b;', 'invalid number of arguments in "pid" directive at host.conf:2'],
  ['events {}\npid a;\npid b;', '"pid" directive is duplicate at host.conf:3'],
  ['events {}\npid a {}', 'directive "pid" is not terminated by ";" at host.conf:2'],
  ['events {}\nhttp;', 'directive "http" has no opening "{" at host.conf:2'],
  ['events {}\n}', 'unexpected "}" at host.conf:2'],
  ['events {}\n;', 'unexpected ";" at host.conf:2'],
  ['events {\n\n', 'unexpected end of file, expecting "}" at host.conf:3'],
  ['events {}\npid a', 'unexpected end of file, expecting ";" or "}" at host.conf:2'],
  ['events {}\npid "a', 'unexpected end of file, expecting ";" or "}" at host.conf:2'],
  ['events {}\npid "a"b;', 'unexpected "b" at host.conf:2'],
  ['events {}\nerror_log x loud;', 'invalid log level "loud" at host.conf:2'],
  ['events {}\nworker_processes many;', '"worker_processes" directive invalid value at host.conf:2'],
  [inHttp('server { listen 70000; }'), 'invalid port in "70000" of the "listen" directive at host.conf:3'],
  [inHttp('server { listen 80 fast; }'), 'invalid parameter "fast" at host.conf:3'],
  [inHttp('server { location ? /a {} }'), 'invalid location modifier "?" at host.conf:3'],
  [
    inHttp('server { location = /a { location /b {} } }'),
    'location "/b" cannot be inside the exact location "/a" at host.conf:3',
  ],
  [
    inHttp('server { location /a { location @b {} } }'),
    'named location "@b" can be on the server level only at host.conf:3',
  ],
  ...['/a', '= /a', '^~ /a'].map(
    (pattern) =>
      [
        inHttp(`server { location ${pattern} {}\nlocation ${pattern} {} }`),
        'duplicate location "/a" at host.conf:4',
      ] as const,
  ),
  [inHttp('server { location ^~ /a {}\nlocation /a {} }'), 'duplicate location "/a" at host.conf:4'],
  [inHttp('server { location /a { location /b {} } }'), 'location "/b" is outside location "/a" at host.conf:3'],
  [inHttp('server { return x; }'), 'invalid return code "x" at host.conf:3'],
  [inHttp('server { return 200 $nope; }'), 'unknown "nope" variable at host.conf:3'],
  [inHttp('server { return 200 $; }'), 'invalid variable name at host.conf:3'],
  [inHttp('server { set x 1; }'), 'invalid variable name "x" at host.conf:3'],
  [inHttp('server { set $uri 1; }'), 'the duplicate "uri" variable at host.conf:3'],
  [inHttp('js_set $a m.f;\njs_set $a m.g;'), 'variable "a" is redeclared with different function name at host.conf:4'],
  [inHttp('js_set $a m.f now;'), 'unrecognized flag "now" at host.conf:3'],
  [inHttp('js_import a of b.js;'), 'invalid parameter "of" at host.conf:3'],
  [inHttp('js_import a-b.js;'), 'invalid character "-" in export name "a-b" at host.conf:3'],
  [inHttp('js_import a.js;\njs_import a from c.js;'), 'the duplicate "a" import at host.conf:4'],
  [inHttp('client_max_body_size big;'), '"client_max_body_size" directive invalid value at host.conf:3'],
  [inHttp('js_shared_dict_zone type=string;'), '"js_shared_dict_zone" must have "zone" parameter at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a;'), 'invalid zone size "zone=a" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:1k;'), 'zone "zone=a:1k" is too small at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:1g;'), 'invalid zone size "zone=a:1g" at host.conf:3'],
  [
    inHttp('js_shared_dict_zone zone=a:99999999999999999999;'),
    'invalid zone size "zone=a:99999999999999999999" at host.conf:3',
  ],
  [inHttp('js_shared_dict_zone zone=:32k;'), 'invalid zone name "zone=:32k" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k type=blob;'), 'invalid dict type "blob" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k timeout=soon;'), 'invalid timeout value "timeout=soon" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k timeout=1y;'), 'invalid timeout value "timeout=1y" at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k timeout=0 evict;'), 'evict requires timeout= at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k evict;'), 'evict requires timeout= at host.conf:3'],
  [inHttp('js_shared_dict_zone zone=a:32k;\njs_shared_dict_zone zone=a:32k;'), 'duplicate zone "a" at host.conf:4'],
];

test('a configuration: rejections with file and line', (t) => {
  for (const [text, wanted] of refused) t.equal(complaint(t, text), wanted, JSON.stringify(text));
  t.match(
    complaint(t, inHttp('server { location ~ "(" {} }')),
    /^pcre2_compile\(\) failed: missing closing parenthesis in "\(" at host.conf:3$/,
  );
  t.end();
});

test('a configuration: directives newer than the runtime are unknown', (t) => {
  const text = inHttp('js_shared_dict_zone zone=a:32k;');
  t.throws(() => read(t, text, {}, { knows: (since) => since !== '0.8.0' }), /unknown directive "js_shared_dict_zone"/);
  t.doesNotThrow(() => read(t, text, {}, { knows: () => true }));
  t.end();
});

test('a configuration: any module can be registered', (t) => {
  const colour = setting('colour', ['main', 'room'], word, 'white');
  const rooms: ConfigurationModule = {
    name: 'rooms',
    directives: [colour, { name: 'room', contexts: ['main'], arity: [0, 0], opens: 'room' }],
  };
  const { main } = read(t, 'room { colour red; } room {} colour blue;', {}, { modules: [rooms] });
  t.deepEqual(
    main.inner('room').map((room) => colour.of(room)),
    ['red', 'blue'],
  );
  t.throws(() => read(t, 'events {}', {}, { modules: [rooms] }), /unknown directive "events"/);
  t.end();
});

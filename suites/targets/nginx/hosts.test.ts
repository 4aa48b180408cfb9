import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { readFacts } from './host-facts.js';
import {
  type AvailableHost,
  discoverHosts,
  HostUnusable,
  loaderArgv,
  modulesToLoad,
  type NginxBuild,
  parseBuild,
  readBuild,
  readHost,
} from './hosts.js';

const MODULES = 'usr/lib/nginx/modules';
const ALL_MODULES = ['ngx_http_js_module.so', 'ngx_stream_js_module.so', 'ngx_stream_module.so'];

/** A temporary folder, and what makes files in it. */
function treeFor(t: Test) {
  const root = folderFor(t);
  const make = (path: string, content = ''): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    chmodSync(join(root, path), 0o755);
    return join(root, path);
  };
  return { root, make };
}

function makeRelease(
  make: (path: string) => string,
  root: string,
  multiarch = 'x86_64-linux-gnu',
  ld = 'ld-linux-x86-64.so.2',
) {
  for (const file of ALL_MODULES) make(`${root}/${MODULES}/${file}`);
  for (const file of ['usr/sbin/nginx', 'usr/bin/njs', `usr/lib/${multiarch}/${ld}`]) make(`${root}/${file}`);
}

const BUILD: NginxBuild = {
  program: 'nginx',
  version: '1.26.3',
  modulesPath: '/m',
  stream: 'dynamic',
  staticJs: false,
};

test('the present hosts are found', async (t) => {
  const { root, make } = treeFor(t);
  t.deepEqual(discoverHosts(root, join(root, 'system')), [], 'none');
  makeRelease(make, '.hosts/sid');
  makeRelease(make, '.hosts/bookworm', 'aarch64-linux-gnu', 'ld-linux-aarch64.so.1');
  make('.hosts/trixie/usr/sbin/nginx');
  makeRelease(make, '.hosts/sid.part-1');
  make('system/usr/sbin/nginx');
  make(`system/${MODULES}/ngx_http_js_module.so`);
  const sid = join(root, '.hosts/sid');
  const run = [
    join(sid, 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2'),
    '--library-path',
    join(sid, 'usr/lib/x86_64-linux-gnu'),
  ];
  const expected: AvailableHost = {
    name: 'sid',
    nginx: [...run, join(sid, 'usr/sbin/nginx')],
    njs: [...run, join(sid, 'usr/bin/njs')],
    modules: join(sid, MODULES),
    libraryRoot: sid,
  };
  const hosts = discoverHosts(root, join(root, 'system'));
  t.deepEqual(
    hosts.map(({ name }) => name),
    ['installed', 'bookworm', 'sid'],
    'complete ones, in order',
  );
  t.deepEqual(hosts[2], expected, 'an unpacked one');
  t.deepEqual(
    hosts[0],
    { name: 'installed', nginx: [join(root, 'system/usr/sbin/nginx')], modules: join(root, 'system', MODULES) },
    'the installed one, without a command-line runtime',
  );
});

test('a binary runs through the loader of its root', async (t) => {
  const { root, make } = treeFor(t);
  t.throws(() => loaderArgv(root, '/b'), HostUnusable, 'no loader');
  makeRelease(make, 'merged', 'aarch64-linux-gnu', 'ld-linux-aarch64.so.1');
  symlinkSync('usr/lib', join(root, 'merged/lib'));
  const merged = join(root, 'merged/usr/lib/aarch64-linux-gnu');
  t.deepEqual(
    loaderArgv(join(root, 'merged'), '/b'),
    [join(merged, 'ld-linux-aarch64.so.1'), '--library-path', merged, '/b'],
    'each folder once, even if two paths lead there',
  );
  t.deepEqual(
    loaderArgv(relative(process.cwd(), join(root, 'merged')), 'b').filter((word) => !word.startsWith('/')),
    ['--library-path'],
    'absolute paths also for a relative root',
  );
  make('apart/usr/lib/x86_64-linux-gnu/libz.so.1');
  make('apart/usr/lib/firmware/file');
  make('apart/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2');
  const [usr, lib] = ['apart/usr/lib/x86_64-linux-gnu', 'apart/lib/x86_64-linux-gnu'].map((path) => join(root, path));
  t.deepEqual(
    loaderArgv(join(root, 'apart'), '/b'),
    [`${lib}/ld-linux-x86-64.so.2`, '--library-path', `${usr}:${lib}`, '/b'],
    'both folders of a tree that keeps them apart',
  );
});

test('how nginx was built', (t) => {
  const output = (options: string) =>
    `nginx version: nginx/1.22.1\nbuilt with OpenSSL\nconfigure arguments: ${options}\n`;
  const cases: readonly (readonly [string, Partial<NginxBuild>])[] = [
    [
      "--with-cc-opt='-g -O2' --prefix=/usr/share/nginx --modules-path=/m --with-stream=dynamic --with-stream_ssl_module",
      { version: '1.22.1', modulesPath: '/m', stream: 'dynamic', staticJs: false },
    ],
    ['--with-stream --prefix=/p', { modulesPath: '/p/modules', stream: 'static' }],
    ['--with-stream_ssl_module', { modulesPath: '/usr/local/nginx/modules', stream: 'none' }],
    ['--add-module=../njs-0.8.9/nginx', { staticJs: true }],
    ['--add-dynamic-module=../njs/nginx', { staticJs: false }],
  ];
  for (const [options, expected] of cases) {
    t.deepEqual({ ...parseBuild(output(options)), ...expected }, parseBuild(output(options)), options);
  }
  t.equal(parseBuild('usage: something else'), undefined, 'no nginx');
  t.end();
});

test('the loaded module files', async (t) => {
  const { root, make } = treeFor(t);
  t.throws(() => modulesToLoad(BUILD, root), HostUnusable, 'none there');
  for (const file of ALL_MODULES) make(`all/${file}`);
  make('http/ngx_http_js_module.so');
  make('http/ngx_stream_js_module.so');
  const load = (build: Partial<NginxBuild>, folder: string) =>
    modulesToLoad({ ...BUILD, ...build }, join(root, folder)).map((path) =>
      path.slice(root.length + folder.length + 2),
    );
  const [http, streamJs, stream] = ALL_MODULES;
  t.deepEqual(load({}, 'all'), [http, stream, streamJs], 'stream before its njs');
  t.deepEqual(load({ stream: 'static' }, 'all'), [http, streamJs], 'stream compiled in');
  t.deepEqual(load({ stream: 'none' }, 'all'), [http], 'no stream');
  t.deepEqual(load({}, 'http'), [http], 'stream module missing');
  t.deepEqual(load({ staticJs: true, stream: 'static' }, 'all'), [], 'all compiled in');
});

test('a host is identified', async (t) => {
  const { root, make } = treeFor(t);
  make(`${MODULES}/ngx_http_js_module.so`);
  make('usr/bin/njs', '#!/bin/sh\necho 0.8.9\n');
  make(
    'usr/sbin/nginx',
    `#!/bin/sh
case "$1" in -V) printf 'nginx version: nginx/1.26.3\\nconfigure arguments: --modules-path=/${MODULES}\\n' >&2; exit;; esac
for last; do :; done
grep -q js_engine "$6/$last" && { echo 'invalid value "qjs"' >&2; exit 1; }
exit 0
`,
  );
  const [host] = discoverHosts(root, root);
  if (host === undefined) throw new Error('the host was not found');
  t.deepEqual(await readFacts(host), { nginx: '1.26.3', runtimeVersion: '0.8.9', engines: ['njs'] }, 'its facts');
  const { modules } = await readHost(host.nginx, { libraryRoot: root });
  t.deepEqual(
    modules,
    [join(root, MODULES, 'ngx_http_js_module.so')],
    'modules in the folder of its build, below its root',
  );
  const broken = [make('broken', '#!/bin/sh\necho no such library >&2; exit 127\n')];
  const error = await readBuild(broken).catch((reason: unknown) => reason);
  t.ok(error instanceof HostUnusable && error.message.includes('no such library'), 'or the reason why it does not run');
});
